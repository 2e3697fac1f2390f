//! Postures and sanctions as they are said.

use winnow::stream::Stream;

use super::{Read, Tokens, chance, expected, need, next_word, own_name, small, tile, tiles, took};
use crate::command::{
    Area, Attach, Engage, Patrol, Posture, Pursue, Retire, Sanction, SeizeSites, Station,
};
use crate::language::fault::Expected;
use crate::language::words;

/// Whether a posture begins with this word.
pub(super) fn is_posture(word: &str) -> bool {
    matches!(
        word,
        "reserve" | "garrison" | "picket" | "patrol" | "explore" | "attach"
    )
}

pub(super) fn posture(input: &mut Tokens<'_>) -> Read<Posture> {
    let Some(word) = next_word(input).filter(|word| is_posture(word)) else {
        return Err(expected(input, words::POSTURE));
    };
    input.next_token();
    Ok(match word {
        "reserve" => Posture::Reserve,
        "garrison" => Posture::Garrison(station(input)?),
        "picket" => Posture::Picket(station(input)?),
        "patrol" => Posture::Patrol(Patrol {
            tiles: tiles(input)?,
        }),
        "explore" => Posture::Explore(area(input)?),
        _ => {
            took(input, &["to"])?;
            let names = input.state.names;
            let formation = own_name(input, &names.formations)?;
            Posture::Attach(Attach { formation })
        }
    })
}

fn station(input: &mut Tokens<'_>) -> Read<Station> {
    took(input, &["at"])?;
    if took(input, &["here"])? {
        return Ok(Station::Here);
    }
    tile(input, words::STATION).map(Station::Tile)
}

/// `within 5 of 12,14`, or nothing.
fn area(input: &mut Tokens<'_>) -> Read<Option<Area>> {
    if !took(input, &["within"])? {
        return Ok(None);
    }
    let r = small(input)?;
    need(input, &["of"])?;
    let tile = tile(input, &[Expected::Tile])?;
    Ok(Some(Area { tile, r }))
}

pub(super) fn sanction(input: &mut Tokens<'_>) -> Read<Sanction> {
    let word = next_word(input).unwrap_or_default();
    if !matches!(word, "engage" | "seize" | "pursue" | "retire") {
        return Err(expected(input, words::SANCTION));
    }
    input.next_token();
    match word {
        "engage" => engage(input).map(Sanction::Engage),
        "seize" => {
            if took(input, &["never"])? {
                Ok(Sanction::Seize(SeizeSites::Never))
            } else if took(input, &["undefended"])? {
                Ok(Sanction::Seize(SeizeSites::Undefended))
            } else {
                Err(expected(input, words::SEIZE))
            }
        }
        "pursue" => {
            if took(input, &["never"])? {
                Ok(Sanction::Pursue(Pursue::Never))
            } else if took(input, &["once"])? {
                Ok(Sanction::Pursue(Pursue::Once))
            } else {
                Err(expected(input, words::PURSUE))
            }
        }
        _ => {
            if took(input, &["never"])? {
                Ok(Sanction::Retire(Retire::Never))
            } else if took(input, &["below"])? {
                small(input).map(|n| Sanction::Retire(Retire::Below(n)))
            } else {
                Err(expected(input, words::RETIRE))
            }
        }
    }
}

fn engage(input: &mut Tokens<'_>) -> Read<Engage> {
    if took(input, &["never"])? {
        Ok(Engage::Never)
    } else if took(input, &["always"])? {
        Ok(Engage::Always)
    } else if took(input, &["winning"])? {
        chance(input).map(Engage::Winning)
    } else {
        Err(expected(input, words::ENGAGE))
    }
}
