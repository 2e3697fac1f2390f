//! How far it is: travel costs to a tile over the ground that a seat knows.
//! Knows nothing of units; whoever stands in the way is met on the way.

use std::collections::BTreeMap;

use fieldpost_engine::{
    ids::{Pos, Tile},
    map::{Grid, Mobility, Terrain},
    scenario::SiteKind,
    view::SeatView,
};

/// Farther than this nobody is sent.
const FARTHEST: u16 = 44;

/// What can be reached in a turn, and a little more.
const NEAR: u16 = 9;

/// Not to be reached.
pub(super) const FAR: u16 = u16::MAX;

/// Points from every tile to one goal.
pub(super) type Field = std::rc::Rc<Vec<u16>>;

/// The tiles to which a step leads from each, all in one list: every search of a
/// turn goes over the same ones.
#[derive(Debug)]
struct Steps {
    to: Vec<Tile>,
    /// Where each tile's begin, and behind the last one's.
    begins: Vec<u32>,
}

impl Steps {
    fn new(grid: Grid, costs: &[u8]) -> Self {
        let mut to = Vec::with_capacity(costs.len() * 8);
        let mut begins = Vec::with_capacity(costs.len() + 1);
        let open = |tile: Tile| costs[tile.ix()] > 0;
        for tile in (0..grid.tiles()).map(Tile) {
            begins.push(to.len() as u32);
            for step in grid.steps(tile) {
                let passes = step
                    .sides
                    .is_none_or(|(one, other)| open(one) || open(other));
                if passes && open(step.to) {
                    to.push(step.to);
                }
            }
        }
        begins.push(to.len() as u32);
        Self { to, begins }
    }

    fn from(&self, tile: Tile) -> &[Tile] {
        &self.to[self.begins[tile.ix()] as usize..self.begins[tile.ix() + 1] as usize]
    }
}

/// The ground, and the ways over it that have been asked for.
#[derive(Debug)]
pub(super) struct Ways {
    pub(super) grid: Grid,
    seed: u64,
    /// Points to enter a tile, by mobility and tile; 0 where it cannot be entered.
    costs: [Vec<u8>; 4],
    /// Steps, by mobility; made when first asked for.
    steps: [Option<Steps>; 4],
    fields: BTreeMap<(Tile, Mobility, u16), Field>,
}

impl Ways {
    pub(super) fn new(view: &SeatView, seed: u64) -> Self {
        let grid = Grid {
            width: view.width,
            height: view.height,
            wrap_x: view.wrap_x,
            wrap_y: view.wrap_y,
        };
        let cities = view.sites.iter().filter(|site| site.kind == SiteKind::City);
        let mut is_city = vec![false; view.tiles.len()];
        for city in cities {
            is_city[grid.tile(city.at).ix()] = true;
        }
        let costs = [
            Mobility::Foot,
            Mobility::Horse,
            Mobility::Wheels,
            Mobility::Ship,
        ];
        let costs = costs.map(|mobility| {
            (0..grid.tiles())
                .map(Tile)
                .map(|tile| cost(view, grid, &is_city, tile, mobility))
                .collect()
        });
        Self {
            grid,
            seed,
            costs,
            steps: [const { None }; 4],
            fields: BTreeMap::new(),
        }
    }

    pub(super) fn tile(&self, at: Pos) -> Tile {
        self.grid.tile(at)
    }

    /// A number that decides between tiles that are as good as one another.
    /// By their index one corner of the map would be favoured, and its seat.
    pub(super) fn lot(&self, tile: Tile) -> u64 {
        let mixed = (self.seed ^ u64::from(tile.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    pub(super) fn apart(&self, a: Tile, b: Tile) -> u32 {
        self.grid.distance(a, b)
    }

    /// Whether a unit can stand there, as far as is known.
    pub(super) fn open(&self, tile: Tile, mobility: Mobility) -> bool {
        self.cost(tile, mobility) > 0
    }

    fn cost(&self, tile: Tile, mobility: Mobility) -> u8 {
        self.costs[mobility as usize][tile.ix()]
    }

    /// Points from everywhere to a tile, kept for the turn.
    pub(super) fn to(&mut self, goal: Tile, mobility: Mobility) -> Field {
        self.within(goal, mobility, FARTHEST)
    }

    /// The same from near by alone, which is all that a fight this turn needs.
    pub(super) fn near(&mut self, goal: Tile, mobility: Mobility) -> Field {
        self.within(goal, mobility, NEAR)
    }

    fn within(&mut self, goal: Tile, mobility: Mobility, farthest: u16) -> Field {
        let key = (goal, mobility, farthest);
        if let Some(field) = self.fields.get(&key) {
            return Field::clone(field);
        }
        let steps = self.steps[mobility as usize].take();
        let steps = steps.unwrap_or_else(|| Steps::new(self.grid, &self.costs[mobility as usize]));
        let field = Field::new(self.spread(&steps, goal, mobility, farthest));
        self.steps[mobility as usize] = Some(steps);
        self.fields.insert(key, Field::clone(&field));
        field
    }

    /// From the goal backward, by rings of equal distance: a step costs what
    /// the tile costs that it enters.
    fn spread(&self, steps: &Steps, goal: Tile, mobility: Mobility, farthest: u16) -> Vec<u16> {
        let mut best = vec![FAR; self.grid.tiles() as usize];
        let mut rings: [Vec<Tile>; 4] = Default::default();
        best[goal.ix()] = 0;
        rings[0].push(goal);
        for ring in 0..=farthest {
            let tiles = std::mem::take(&mut rings[usize::from(ring % 4)]);
            for tile in tiles {
                if best[tile.ix()] != ring {
                    continue;
                }
                // The goal itself may be closed to who goes next to it.
                let before = ring + u16::from(self.cost(tile, mobility).max(1));
                for next in steps.from(tile) {
                    if before < best[next.ix()] {
                        best[next.ix()] = before;
                        rings[usize::from(before % 4)].push(*next);
                    }
                }
            }
        }
        best
    }

    /// The tiles that a way leads to from any of some, however far.
    pub(super) fn joined(&self, from: &[Tile], mobility: Mobility) -> Vec<bool> {
        let mut joined = vec![false; self.grid.tiles() as usize];
        let mut open = from.to_vec();
        while let Some(tile) = open.pop() {
            if std::mem::replace(&mut joined[tile.ix()], true) {
                continue;
            }
            let next = self.grid.neighbours(tile);
            open.extend(next.filter(|next| self.open(*next, mobility) && !joined[next.ix()]));
        }
        joined
    }

    /// The first tile of the way down a field that is no nearer than `stop`.
    pub(super) fn short_of(&self, field: &Field, from: Tile, stop: u16) -> Tile {
        let mut at = from;
        while field[at.ix()] > stop {
            let next = self
                .grid
                .neighbours(at)
                .filter(|next| field[next.ix()] < field[at.ix()] && field[next.ix()] > 0)
                .min_by_key(|next| (field[next.ix()], self.lot(*next)));
            match next {
                Some(next) if field[at.ix()] < FAR => at = next,
                _ => break,
            }
        }
        at
    }
}

/// Points to enter a tile as its seat knows it; the unknown is taken for easy.
fn cost(view: &SeatView, grid: Grid, is_city: &[bool], tile: Tile, mobility: Mobility) -> u8 {
    let known = view.tiles[tile.ix()];
    let Some(terrain) = known.terrain else {
        return 1;
    };
    let ship = mobility == Mobility::Ship;
    if is_city[tile.ix()] {
        let sea = |next: Tile| view.tiles[next.ix()].terrain == Some(Terrain::Sea);
        return u8::from(!ship || grid.neighbours(tile).any(sea));
    }
    if known.road && !ship {
        return 1;
    }
    // Three at most.
    terrain.cost(mobility).unwrap_or(0) as u8
}
