//! 17.2 Eligible figures: who can reach the enemy with his weapon.

use super::View;
use crate::cards::UnitId;
use crate::formations::{Rank, Wing};
use crate::scales::Footprint;
use crate::state::{Aspect, Contact, Formation, Place};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, Edge, MM, Vec2};
use kernel::Overflow;

/// The most enemies one unit strikes at in a round.
pub const MOST_FOES: usize = 8;

/// Files on either side of the contact that join in a melee (CP 17.2.2, ruling G53).
const OVERLAP: u32 = 4;

/// Bases this near each other touch.
const SKIN: f64 = (MM / 2) as f64;

/// Most blocks of one line, and most places along one edge that are looked at.
const MOST_STRETCHES: usize = 3;
const MOST_PLACES: u32 = 128;

/// Figures standing side by side along an edge of a block, with those behind them that strike over their shoulders.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    from: Vec2,
    along: Vec2,
    /// Width of one place.
    pitch: f64,
    places: u32,
    /// Figures behind the first row that may join in, and how many of them behind one place.
    behind: u32,
    behind_each: u32,
}

/// An edge of a whole unit: its stretches from left to right, for those who look out over it.
#[derive(Debug, Clone)]
struct Line {
    edge: Edge,
    stretches: ArrayVec<Stretch, MOST_STRETCHES>,
}

/// A set of places along a line, one bit each.
type Places = u128;

/// Whom the figures of a unit can strike this round.
#[derive(Debug, Clone, Default)]
pub struct Muster {
    pub foes: ArrayVec<UnitId, MOST_FOES>,
    /// Figures by the set of foes within their reach, one bit for each foe.
    groups: ArrayVec<(u8, u32), 32>,
    /// The most figures that may storm the town block, if some of the foes hold one (CP 19.7.10a).
    storming: Option<u32>,
    /// Foes inside a town block, by bit.
    inside: u8,
}

impl Muster {
    fn add(&mut self, reach: u8, figures: u32, overflow: &Overflow) {
        if reach == 0 || figures == 0 {
            return;
        }
        match self.groups.iter_mut().find(|(mask, _)| *mask == reach) {
            Some((_, count)) => *count += figures,
            None => {
                // Fewer sets occur along a line than there is room for.
                overflow.keep(&mut self.groups, (reach, figures));
            }
        }
    }

    fn total(&self) -> u32 {
        self.groups.iter().map(|(_, figures)| figures).sum()
    }

    pub fn index(&self, foe: UnitId) -> Option<usize> {
        self.foes.iter().position(|&other| other == foe)
    }

    /// Whether any figure has more than one enemy to choose from.
    pub fn has_choice(&self) -> bool {
        self.groups.iter().any(|(reach, _)| reach.count_ones() > 1)
    }

    /// Shares of the foes: first as ordered, then the figures left strike where fewest do.
    pub fn shares(&self, orders: impl Iterator<Item = (UnitId, u8)>) -> [u32; MOST_FOES] {
        let mut left = Left::new(self);
        for (foe, figures) in orders {
            if let Some(ix) = self.index(foe) {
                left.take(ix, u32::from(figures));
            }
        }
        left.spread();
        self.cap(left.shares)
    }

    /// The fewest and the most figures that can still be told off against a foe after the orders given so far.
    pub fn bounds(&self, foe: UnitId, orders: impl Iterator<Item = (UnitId, u8)>) -> Option<(u32, u32)> {
        let ix = self.index(foe)?;
        let mut left = Left::new(self);
        for (other, figures) in orders {
            left.take(self.index(other)?, u32::from(figures));
        }
        let bit = 1 << ix;
        let (mut least, mut most) = (0, 0);
        for (reach, figures) in &left.groups {
            let open = reach & !left.closed;
            if open & bit != 0 {
                most += figures;
                least += if open == bit { *figures } else { 0 };
            }
        }
        if self.inside & bit != 0
            && let Some(storming) = self.storming
        {
            let taken: u32 = left
                .shares
                .iter()
                .enumerate()
                .filter(|(other, _)| self.inside & (1 << other) != 0)
                .map(|(_, n)| n)
                .sum();
            most = most.min(storming.saturating_sub(taken));
            least = least.min(most);
        }
        Some((least, most))
    }

    /// No more figures storm a face of a town block than its garrison limit (CP 19.7.10a).
    fn cap(&self, mut shares: [u32; MOST_FOES]) -> [u32; MOST_FOES] {
        let Some(mut room) = self.storming else { return shares };
        for (ix, share) in shares.iter_mut().enumerate() {
            if self.inside & (1 << ix) != 0 {
                *share = (*share).min(room);
                room -= *share;
            }
        }
        shares
    }
}

/// What is left of a muster while figures are told off.
struct Left {
    groups: ArrayVec<(u8, u32), 32>,
    shares: [u32; MOST_FOES],
    /// Foes that have all they are to get.
    closed: u8,
}

impl Left {
    fn new(muster: &Muster) -> Left {
        Left { groups: muster.groups.clone(), shares: [0; MOST_FOES], closed: 0 }
    }

    /// Tells figures off against one foe, those with the least choice first.
    fn take(&mut self, foe: usize, figures: u32) {
        let bit = 1 << foe;
        let mut wanted = figures;
        for choice in 1..=MOST_FOES as u32 {
            for (reach, count) in &mut self.groups {
                let open = *reach & !self.closed;
                if open & bit != 0 && open.count_ones() == choice {
                    let taken = wanted.min(*count);
                    *count -= taken;
                    wanted -= taken;
                    self.shares[foe] += taken;
                }
            }
        }
        self.closed |= bit;
    }

    /// Everybody left strikes the foe within his reach whom fewest strike so far.
    fn spread(&mut self) {
        for choice in 1..=MOST_FOES as u32 {
            for (reach, count) in &mut self.groups {
                let open = *reach & !self.closed;
                if open.count_ones() != choice {
                    continue;
                }
                for _ in 0..std::mem::take(count) {
                    let fewest =
                        (0..MOST_FOES).filter(|foe| open & (1 << foe) != 0).min_by_key(|&foe| self.shares[foe]);
                    if let Some(foe) = fewest {
                        self.shares[foe] += 1;
                    }
                }
            }
        }
    }
}

impl Table<'_> {
    /// Figures of the viewing unit that strike the enemy it views, as told off so far (17.2).
    pub fn strikers(self, view: &View) -> u32 {
        // Routers do not strike back (ruling G26).
        if self.routing(view.unit) {
            return 0;
        }
        let muster = self.muster(view.unit);
        let shares = muster.shares(self.figure_orders(view.unit));
        muster.index(view.enemy).and_then(|ix| shares.get(ix)).copied().unwrap_or(0)
    }

    /// Every figure of a unit that can strike somebody this round, by whom it can reach.
    pub fn muster(self, id: UnitId) -> Muster {
        let mut views: ArrayVec<View, MOST_FOES> = ArrayVec::new();
        for view in self.pairs().iter().filter_map(|contact: &Contact| contact.seen_by(id)) {
            self.state.overflow.keep(&mut views, view);
        }
        let mut muster = Muster { foes: views.iter().map(|view| view.enemy).collect(), ..Muster::default() };
        for (ix, view) in views.iter().enumerate() {
            if let Some(area) = self.unit(view.enemy).inside {
                muster.inside |= 1 << ix;
                muster.storming = Some(self.room_to_storm(id, area));
            }
        }
        if self.unit(id).inside.is_some() {
            // CP 19.7.8: the whole garrison fights, against whomever its figures are allotted to.
            muster.add(everyone(&muster), self.figures(id), &self.state.overflow);
            return muster;
        }
        self.muster_lines(id, &views, &mut muster);
        if muster.inside != 0 {
            // CP 19.7.10b: every figure storms, whatever its depth or overlap.
            let rest = self.figures(id).saturating_sub(muster.total());
            muster.add(muster.inside, rest, &self.state.overflow);
        }
        muster
    }

    fn muster_lines(self, id: UnitId, views: &[View], muster: &mut Muster) {
        let body = self.body(id);
        let bodies: ArrayVec<Body, MOST_FOES> = views.iter().map(|view| self.body(view.enemy).into_body()).collect();
        let mut left = self.figures(id);
        let lines = self.lines(id, &body);
        let near = nearest_lines(&lines, &bodies);
        for (line_ix, line) in lines.iter().enumerate() {
            let mut reach = [0; MOST_FOES];
            for (ix, view) in views.iter().enumerate() {
                if muster.inside & (1 << ix) != 0 || !self.may_strike_over(line.edge, view) {
                    continue;
                }
                let apart = body.distance(&bodies[ix]);
                let mut places = line.touching(&bodies[ix], SKIN + apart);
                if places == 0 && near.get(ix) == Some(&line_ix) && !lines_touch(&lines, &bodies[ix], SKIN + apart) {
                    places = line.nearest(&bodies[ix]);
                }
                // CP 17.2.1, 17.2.2
                reach[ix] = if view.impact { places } else { widened(places, OVERLAP, line.places()) };
            }
            line.count(&reach, &mut left, muster, &self.state.overflow);
        }
    }

    /// On impact a figure strikes to its front alone, unless the charger at its side did not make a true flank or rear
    /// charge (CP 17.2.4); in melee it strikes all around (CP 17.2.5). A square has a front on every side (ruling G48),
    /// and skirmishers face as they like.
    fn may_strike_over(self, edge: Edge, view: &View) -> bool {
        let all_round = self.unit(view.unit).formation == Formation::Square || self.is_open_order(view.unit);
        let struck_aside = view.met == Aspect::Front && (view.enemy_forward || !view.forward);
        edge == Edge::Front || !view.impact || all_round || struck_aside
    }

    /// Room for this unit among those that storm the same face of a town block: those before it in the roster come
    /// first (CP 19.7.10a).
    fn room_to_storm(self, id: UnitId, area: u8) -> u32 {
        let face = self.face_stormed(id, area);
        let before: u32 = (0..id.0)
            .map(UnitId)
            .filter(|&other| self.side(other) == self.side(id) && self.unit(other).place == Place::Table)
            .filter(|&other| self.opponents(other).any(|enemy| self.unit(enemy).inside == Some(area)))
            .filter(|&other| self.face_stormed(other, area) == face)
            .map(|other| self.figures(other))
            .sum();
        self.attackers_per_face(area).saturating_sub(before)
    }

    /// The face of a town block before which a unit stands.
    fn face_stormed(self, id: UnitId, area: u8) -> Option<Edge> {
        let block = self.rules.town_block(usize::from(area))?;
        Some(block.edge_towards(self.unit(id).pose.at.vec()))
    }

    /// The edges of a unit with the figures along them; at most two ranks strike (CP 17.2.3, 7.3.8).
    fn lines(self, id: UnitId, body: &Body) -> ArrayVec<Line, 6> {
        let unit = self.unit(id);
        let main = *body.main();
        match unit.formation {
            Formation::MarchColumn => self.column_lines(id, &main),
            Formation::Square => self.square_lines(id, &main),
            Formation::MusketsForward | Formation::PikesForward => self.swedish_lines(id, body),
            Formation::Limbered | Formation::Unlimbered => self.gun_lines(id, &main),
            Formation::Line | Formation::Open => self.plain_lines(id, body),
        }
    }

    /// A block of figures, alone or between two wings.
    fn plain_lines(self, id: UnitId, body: &Body) -> ArrayVec<Line, 6> {
        let mut parts: ArrayVec<(Wing, Rank, Block), MOST_STRETCHES> = ArrayVec::new();
        let ranks = self.rules.ranks_of(id, self.unit(id)).into_iter().flatten();
        let standing = ranks.filter(|(wing, rank)| rank.figures > 0 || *wing == Wing::Centre);
        for ((wing, rank), block) in standing.zip(&body.blocks) {
            parts.push((wing, rank, *block));
        }
        let of = |wing: Wing| parts.iter().find(|part| part.0 == wing).map(|(_, rank, block)| (*rank, block));
        let across = |wings: [Wing; 3], edge: Edge| {
            let stretches = wings.into_iter().filter_map(of).map(|(rank, block)| files(&rank, block, edge));
            Line { edge, stretches: stretches.collect() }
        };
        let mut lines = ArrayVec::new();
        lines.push(across([Wing::Left, Wing::Centre, Wing::Right], Edge::Front));
        lines.push(across([Wing::Right, Wing::Centre, Wing::Left], Edge::Rear));
        for (edge, outer) in [(Edge::Left, Wing::Left), (Edge::Right, Wing::Right)] {
            // Beside a wing that is swung or shallow, the pike block's own side may be reached too.
            for wing in [outer, Wing::Centre] {
                if let Some((rank, block)) = of(wing) {
                    lines.push(Line { edge, stretches: ArrayVec::from_iter([ranks_beside(&rank, block, edge)]) });
                }
            }
        }
        lines
    }

    /// Double depth for every figure, as many abreast as the width allows (CP 7.3.2).
    fn column_lines(self, id: UnitId, block: &Block) -> ArrayVec<Line, 6> {
        let figure = match self.rules.main_figure(id, self.unit(id)) {
            Footprint::Pikeman => Footprint::Musketeer,
            other => other,
        };
        let abreast = (block.width() / f64::from(self.rules.figure_width(figure))).floor().max(1.0) as u32;
        let rank = Rank { figure, files: abreast, figures: self.figures(id) };
        single_block(&rank, block)
    }

    /// Each face holds a quarter of the figures, in two ranks (ruling G48).
    fn square_lines(self, id: UnitId, block: &Block) -> ArrayVec<Line, 6> {
        let side = (block.width() / f64::from(self.rules.figure_width(Footprint::Musketeer))).round().max(1.0) as u32;
        let face = self.figures(id).div_ceil(4);
        let rank = Rank { figure: Footprint::Musketeer, files: side, figures: face.max(side) };
        Edge::ALL
            .into_iter()
            .map(|edge| Line { edge, stretches: ArrayVec::from_iter([files(&rank, block, edge)]) })
            .collect()
    }

    /// One block behind the other: the second rank may be the first of the rear block (CP 20.1.1).
    fn swedish_lines(self, id: UnitId, body: &Body) -> ArrayVec<Line, 6> {
        let unit = self.unit(id);
        let (pikes, shot) = (u32::from(unit.pikes), u32::from(unit.others));
        let (front, rear) = if unit.formation == Formation::MusketsForward { (shot, pikes) } else { (pikes, shot) };
        let abreast = |figures: u32| u32::from(unit.layout.centre).clamp(1, figures.max(1));
        let figure = Footprint::Musketeer;
        let blocks = body.blocks.iter().zip([front, rear]);
        let mut lines: ArrayVec<Line, 6> = ArrayVec::new();
        for edge in Edge::ALL {
            let mut stretches = ArrayVec::new();
            for (ix, (block, figures)) in blocks.clone().enumerate() {
                let rank = Rank { figure, files: abreast(figures), figures };
                let other = if ix == 0 { rear } else { front };
                let outer = match edge {
                    Edge::Front => ix == 0,
                    Edge::Rear => ix + 1 == body.blocks.len(),
                    Edge::Left | Edge::Right => true,
                };
                if outer && edge.is_flank() {
                    stretches.push(ranks_beside(&rank, block, edge));
                } else if outer {
                    let deep = Rank { figures: figures + other, ..rank };
                    stretches.push(files(&deep, block, edge));
                }
            }
            lines.push(Line { edge, stretches });
        }
        lines
    }

    /// Gunners fight skirmishers like anybody else (CP 17.6.1): at their guns, shared out evenly among them.
    fn gun_lines(self, id: UnitId, block: &Block) -> ArrayVec<Line, 6> {
        let guns = (self.standing_guns(id) as u32).max(1);
        let crew = self.figures(id);
        let manned = guns.min(crew);
        Edge::ALL
            .into_iter()
            .map(|edge| {
                let places = if edge.is_flank() { manned.min(1) } else { manned };
                let (from, to) = block.edge(edge);
                let stretch = Stretch {
                    from,
                    along: (to - from).unit(),
                    pitch: from.distance(to) / f64::from(places.max(1)),
                    places,
                    behind: crew - places,
                    behind_each: crew.div_ceil(guns).saturating_sub(1),
                };
                Line { edge, stretches: ArrayVec::from_iter([stretch]) }
            })
            .collect()
    }
}

/// Every foe of a muster, as a set.
fn everyone(muster: &Muster) -> u8 {
    muster.foes.iter().enumerate().fold(0, |set, (ix, _)| set | 1 << ix)
}

/// The four edges of a block that stands alone.
fn single_block(rank: &Rank, block: &Block) -> ArrayVec<Line, 6> {
    let stretch = |edge: Edge| if edge.is_flank() { ranks_beside(rank, block, edge) } else { files(rank, block, edge) };
    Edge::ALL.into_iter().map(|edge| Line { edge, stretches: ArrayVec::from_iter([stretch(edge)]) }).collect()
}

/// The files of a block along its front or rear, with the rank behind them.
fn files(rank: &Rank, block: &Block, edge: Edge) -> Stretch {
    let places = rank.full_files().max(1);
    let (from, to) = block.edge(edge);
    Stretch {
        from,
        along: (to - from).unit(),
        pitch: from.distance(to) / f64::from(places),
        places,
        behind: rank.in_ranks(2).saturating_sub(places),
        behind_each: 1,
    }
}

/// The ranks of a block along its side: the outermost file and the one beside it.
fn ranks_beside(rank: &Rank, block: &Block, edge: Edge) -> Stretch {
    let places = rank.depth().max(1);
    let (from, to) = block.edge(edge);
    Stretch {
        from,
        along: (to - from).unit(),
        pitch: from.distance(to) / f64::from(places),
        places,
        behind: if rank.full_files() > 1 { places.min(rank.figures.saturating_sub(places)) } else { 0 },
        behind_each: 1,
    }
}

impl Stretch {
    fn end(&self) -> Vec2 {
        self.from + self.along * (self.pitch * f64::from(self.places))
    }

    /// Places whose outer side lies on the block: corner to corner is no contact (ruling G53).
    fn touching(&self, block: &Block, skin: f64) -> Places {
        let Some((enter, leave)) = within(self.from, self.end(), &block.grown(skin)) else { return 0 };
        // The block was grown for the test: what it gained beside its own ends is taken off again.
        let length = self.pitch * f64::from(self.places);
        let enter = if enter > 0.0 { enter * length + skin } else { 0.0 };
        let leave = if leave < 1.0 { leave * length - skin } else { length };
        let touches = |place: &u32| {
            let left = self.pitch * f64::from(*place);
            leave.min(left + self.pitch) - enter.max(left) > SKIN
        };
        (0..self.places.min(MOST_PLACES)).filter(touches).fold(0, |set, place| set | 1 << place)
    }
}

impl Line {
    fn places(&self) -> u32 {
        self.stretches.iter().map(|stretch| stretch.places).sum::<u32>().min(MOST_PLACES)
    }

    /// Places of the whole line in touch with a body.
    fn touching(&self, body: &Body, skin: f64) -> Places {
        let mut set = 0;
        let mut before = 0;
        for stretch in &self.stretches {
            for block in &body.blocks {
                if before < MOST_PLACES {
                    set |= stretch.touching(block, skin) << before;
                }
            }
            before += stretch.places;
        }
        set
    }

    /// The one place nearest to a body: locked units that stand corner to corner still have somebody to strike with.
    fn nearest(&self, body: &Body) -> Places {
        let mut best = (f64::INFINITY, 0);
        let mut before = 0;
        for stretch in &self.stretches {
            for place in 0..stretch.places {
                let middle = stretch.from + stretch.along * (stretch.pitch * (f64::from(place) + 0.5));
                let apart = body.distance_to_point(middle);
                if apart < best.0 && before + place < MOST_PLACES {
                    best = (apart, before + place);
                }
            }
            before += stretch.places;
        }
        1 << best.1
    }

    fn distance(&self, body: &Body) -> f64 {
        let middle = |stretch: &Stretch| stretch.from.midpoint(stretch.end());
        self.stretches.iter().map(|stretch| body.distance_to_point(middle(stretch))).fold(f64::INFINITY, f64::min)
    }

    /// Counts the figures of the line by whom they can reach; those behind stand where they are of use.
    fn count(&self, reach: &[Places; MOST_FOES], left: &mut u32, muster: &mut Muster, overflow: &Overflow) {
        let mut before = 0;
        for stretch in &self.stretches {
            let mut behind = stretch.behind;
            for place in before..(before + stretch.places).min(MOST_PLACES) {
                let foes =
                    reach.iter().enumerate().fold(0, |set, (ix, places)| set | (((places >> place) & 1) as u8) << ix);
                if foes == 0 {
                    continue;
                }
                let second = behind.min(stretch.behind_each);
                behind -= second;
                // A figure at a corner stands in two lines but strikes once.
                let figures = (1 + second).min(*left);
                *left -= figures;
                muster.add(foes, figures, overflow);
            }
            before += stretch.places;
        }
    }
}

/// Whether any line of a unit touches a body.
fn lines_touch(lines: &[Line], body: &Body, skin: f64) -> bool {
    lines.iter().any(|line| line.touching(body, skin) != 0)
}

/// For each body the line nearest to it.
fn nearest_lines(lines: &[Line], bodies: &[Body]) -> ArrayVec<usize, MOST_FOES> {
    let nearest = |body: &Body| {
        let distance = |ix: &usize| lines[*ix].distance(body);
        (0..lines.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    };
    bodies.iter().map(nearest).collect()
}

/// A set of places with its neighbours on both sides.
fn widened(places: Places, by: u32, of: u32) -> Places {
    let all = if of >= MOST_PLACES { Places::MAX } else { (1 << of) - 1 };
    (0..by).fold(places, |set, _| (set | set << 1 | set >> 1) & all)
}

/// The part of a straight line from `a` to `b`, as shares of its length, that lies in a block.
fn within(a: Vec2, b: Vec2, block: &Block) -> Option<(f64, f64)> {
    let (start, end) = (block.local(a), block.local(b));
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let step = end - start;
    for (from, by, low, high) in [(start.x, step.x, -block.half, block.half), (start.y, step.y, -block.depth, 0.0)] {
        if by.abs() < 1e-9 {
            if from < low || from > high {
                return None;
            }
            continue;
        }
        let (first, last) = ((low - from) / by, (high - from) / by);
        enter = enter.max(first.min(last));
        leave = leave.min(first.max(last));
    }
    (enter < leave).then_some((enter, leave))
}
