//! Lines over turns as numbers and shapes for an SVG template, with the same as a
//! table. Lines are told apart by dashes, marks and a letter at their end, so that
//! nothing hangs on colour. It knows nothing of what it draws.

/// Room for the plot, in drawing units.
const WIDTH: i32 = 560;
const HEIGHT: i32 = 170;
/// For four digits at the size that they have on a phone.
const LEFT: i32 = 56;
const TOP: i32 = 12;
const RIGHT: i32 = 34;
const BOTTOM: i32 = 26;

/// Names of turns that have room under the plot.
const NAMES: usize = 12;

/// Letters at the ends of lines keep this far apart.
const APART: i32 = 20;

/// The mark of each line, around its point.
const MARKS: [&str; 8] = [
    "M-4 -4H4V4H-4Z",
    "M0 -5L5 4H-5Z",
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
    "M0 -5L5 0 0 5 -5 0Z",
    "M-5 -4H5L0 5Z",
    "M-4 -4L4 4M4 -4L-4 4",
    "M-5 0H5M0 -5V5",
    "M-5 -3H5M-5 3H5",
];

/// A drawn chart.
#[derive(Debug)]
pub struct Chart {
    /// Unique on its page.
    pub id: String,
    pub title: String,
    pub width: i32,
    pub height: i32,
    /// The plot's edges.
    pub left: i32,
    pub right: i32,
    pub lines: Vec<Line>,
    /// Values along the left edge.
    pub values: Vec<Tick>,
    /// Turns along the bottom.
    pub turns: Vec<Tick>,
    /// What stands over the table's first column.
    pub corner: String,
    pub table: Vec<Row>,
}

/// One line.
#[derive(Debug)]
pub struct Line {
    /// Chooses dashes: 0 to 7.
    pub dash: usize,
    /// Chooses the colour, as sides do.
    pub side: String,
    pub name: String,
    pub letter: String,
    /// SVG path data.
    pub path: String,
    pub mark: &'static str,
    /// Where the mark stands.
    pub marks: Vec<(i32, i32)>,
    /// Where its letter stands.
    pub end: (i32, i32),
}

/// A place on an axis.
#[derive(Debug)]
pub struct Tick {
    pub at: i32,
    pub text: String,
}

/// One turn of the table.
#[derive(Debug)]
pub struct Row {
    pub name: String,
    pub values: Vec<u64>,
}

/// What a line is drawn from.
#[derive(Debug)]
pub struct Series {
    pub name: String,
    pub letter: String,
    /// As of sides on the map; `none` for no side's.
    pub side: String,
    /// One value a turn.
    pub values: Vec<u64>,
}

/// Draws one. `turns` names the columns, `id` must be unique on its page.
#[must_use]
pub fn draw(
    id: &str,
    title: String,
    corner: String,
    turns: &[String],
    series: Vec<Series>,
) -> Chart {
    let most = series.iter().flat_map(|line| &line.values).max();
    let step = step(most.copied().unwrap_or(0));
    let top = step * most.copied().unwrap_or(0).div_ceil(step).max(1);
    let columns = turns.len();
    let every = columns.div_ceil(NAMES).max(1);
    let is_named = |at: usize| at.is_multiple_of(every);
    let x = |at: usize| LEFT + scaled(at as u64, columns.saturating_sub(1) as u64, WIDTH);
    let y = |value: u64| TOP + HEIGHT - scaled(value, top, HEIGHT);
    let mut lines: Vec<Line> = series
        .iter()
        .enumerate()
        .map(|(index, one)| {
            let points = || {
                one.values
                    .iter()
                    .enumerate()
                    .map(|(at, v)| (at, x(at), y(*v)))
            };
            let mut path = String::new();
            for (at, x, y) in points() {
                let pen = if at == 0 { 'M' } else { 'L' };
                path.push_str(&format!("{pen}{x} {y}"));
            }
            let marks = points().filter(|(at, _, _)| is_named(*at) || at + 1 == columns);
            let end = points()
                .next_back()
                .map_or((LEFT, TOP), |(_, x, y)| (x + 14, y + 4));
            Line {
                dash: index % MARKS.len(),
                side: one.side.clone(),
                name: one.name.clone(),
                letter: one.letter.clone(),
                path,
                mark: MARKS[index % MARKS.len()],
                marks: marks.map(|(_, x, y)| (x, y)).collect(),
                end,
            }
        })
        .collect();
    part(&mut lines);
    let table = turns.iter().enumerate().map(|(at, name)| Row {
        name: name.clone(),
        values: series
            .iter()
            .map(|one| one.values.get(at).copied().unwrap_or(0))
            .collect(),
    });
    Chart {
        id: id.to_owned(),
        title,
        width: LEFT + WIDTH + RIGHT,
        height: TOP + HEIGHT + BOTTOM,
        left: LEFT,
        right: LEFT + WIDTH,
        values: (0..=top / step)
            .map(|at| Tick {
                at: y(at * step),
                text: (at * step).to_string(),
            })
            .collect(),
        turns: turns
            .iter()
            .enumerate()
            .filter(|(at, _)| is_named(*at))
            .map(|(at, text)| Tick {
                at: x(at),
                text: text.clone(),
            })
            .collect(),
        corner,
        table: table.collect(),
        lines,
    }
}

/// `length` times value over whole, in whole units.
fn scaled(value: u64, whole: u64, length: i32) -> i32 {
    let length = u64::from(length.unsigned_abs());
    i32::try_from(value.saturating_mul(length) / whole.max(1)).unwrap_or(i32::MAX)
}

/// A round distance between values, so that there are at most six.
fn step(most: u64) -> u64 {
    let rounds = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let mut rounds = rounds.take(55);
    rounds.find(|step| most / step <= 5).unwrap_or(u64::MAX)
}

/// Moves letters apart until none lies on another: down from the highest, and where
/// that leads below the plot, up again from the lowest.
fn part(lines: &mut [Line]) {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|at| lines[*at].end.1);
    let mut free = i32::MIN;
    for at in &order {
        let end = &mut lines[*at].end;
        end.1 = end.1.max(free);
        free = end.1 + APART;
    }
    // Not over the names of the turns.
    let mut free = TOP + HEIGHT + 4;
    for at in order.into_iter().rev() {
        let end = &mut lines[at].end;
        end.1 = end.1.min(free);
        free = end.1 - APART;
    }
}

#[cfg(test)]
mod tests {
    use super::{Series, draw, step};

    fn series(values: &[u64]) -> Series {
        Series {
            name: "Karsk".to_owned(),
            letter: "K".to_owned(),
            side: "1".to_owned(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn values_keep_round_distances() {
        for (most, expected) in [
            (0, 1),
            (5, 1),
            (6, 2),
            (11, 2),
            (12, 5),
            (260, 50),
            (9999, 2000),
        ] {
            assert_eq!(step(most), expected, "{most}");
        }
    }

    #[test]
    fn lines_lie_within_the_plot_and_their_letters_apart() {
        let turns: Vec<String> = (0..3).map(|turn| turn.to_string()).collect();
        let all = vec![
            series(&[0, 5, 10]),
            series(&[10, 10, 10]),
            series(&[3, 3, 3]),
        ];
        let chart = draw("x", String::new(), String::new(), &turns, all);
        // 10 is the top of the plot at 12, 0 its bottom at 182; columns at 56, 336, 616.
        assert_eq!(chart.lines[0].path, "M56 182L336 97L616 12");
        let mut ends: Vec<i32> = chart.lines.iter().map(|line| line.end.1).collect();
        ends.sort_unstable();
        assert!(
            ends.windows(2).all(|pair| pair[1] - pair[0] >= 20),
            "{ends:?}"
        );
        assert_eq!(chart.table[1].values, [5, 10, 3]);
    }

    #[test]
    fn letters_stay_on_the_chart() {
        let turns = ["1".to_owned(), "2".to_owned()];
        let all = (0..8).map(|_| series(&[9, 0])).chain([series(&[0, 9])]);
        let chart = draw("x", String::new(), String::new(), &turns, all.collect());
        for line in &chart.lines {
            assert!((12..=chart.height).contains(&line.end.1), "{:?}", line.end);
        }
    }

    #[test]
    fn long_games_name_some_of_their_turns() {
        let turns: Vec<String> = (0..61).map(|turn| turn.to_string()).collect();
        let chart = draw(
            "x",
            String::new(),
            String::new(),
            &turns,
            vec![series(&[1; 61])],
        );
        let named: Vec<&str> = chart.turns.iter().map(|tick| tick.text.as_str()).collect();
        assert_eq!(
            named,
            [
                "0", "6", "12", "18", "24", "30", "36", "42", "48", "54", "60"
            ]
        );
    }
}
