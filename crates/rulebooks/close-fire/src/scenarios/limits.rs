//! What the two kinds of battle ask of armies and ground (CF 5.3 to 5.11, 5.19, 5.20, G69). Battle files of those kinds are held to it,
//! and the generator builds by it.

use crate::cards::{BrigadeCard, BrigadeId, Class, GunKind, LeaderCard, Rank, TableEdge, Under, UnitCard};
use crate::ground::{Obstacle, Protection, Works, is_road};
use crate::measures::yds;
use field::table::{Point, Polygon, Polyline, Um, Vec2};
use kernel::Side;
use scenario::{AreaKind, Ground, LinearKind};

/// What an army is worth in the eyes of these rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strength {
    /// Bases in all, every stand counting one (CF 5.4).
    pub bases: u32,
    pub foot: u32,
    /// Units of grade A and B.
    pub elite: u32,
    pub heavy_guns: u32,
}

impl Strength {
    pub fn of(units: &[UnitCard], side: Side) -> Strength {
        let own = units.iter().filter(|card| card.side == side && !card.dummy);
        let fights = own.filter(|card| !matches!(card.class, Class::Wagon | Class::Civilians));
        fights.fold(Strength::default(), |sum, card| {
            let bases = u32::from(card.bases());
            let foot = if card.class == Class::Foot { bases } else { 0 };
            let elite = u32::from(card.grade.is_elite() && card.class != Class::Gun);
            let heavy = u32::from(card.gun == Some(GunKind::Heavy));
            Strength {
                bases: sum.bases + bases,
                foot: sum.foot + foot,
                elite: sum.elite + elite,
                heavy_guns: sum.heavy_guns + heavy,
            }
        })
    }
}

/// A rule that is not kept, and how.
pub type Breach = (&'static str, String);

/// An attacker against a defender, before troops are given up for works (CF 5.3, 5.4, 5.5, G69).
pub fn attack_armies(attacker: Strength, defender: Strength) -> Vec<Breach> {
    let mut breaches = Vec::new();
    if attacker.foot < defender.foot {
        let what = format!("the attacker has {} bases of foot to the defender's {}", attacker.foot, defender.foot);
        breaches.push(("CF 5.3", what));
    }
    if attacker.bases * 2 < defender.bases * 3 {
        let what = format!("{} bases to {} are less than 3 to 2", attacker.bases, defender.bases);
        breaches.push(("CF 5.4", what));
    }
    if attacker.elite > defender.elite * 2 {
        let what = format!("{} units of grade A and B are more than twice {}", attacker.elite, defender.elite);
        breaches.push(("CF 5.5", what));
    }
    breaches
}

/// Two armies that meet: about equal in numbers and quality, without heavy guns (CF 5.19, 5.20, G69).
pub fn meeting_armies(armies: [Strength; 2]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let apart = |one: u32, other: u32| one.abs_diff(other) * 10 > one.max(other);
    let [bases, elite] = [armies.map(|army| army.bases), armies.map(|army| army.elite)];
    if apart(bases[0], bases[1]) {
        breaches.push(("CF 5.19", format!("{} bases to {} are not about equal", bases[0], bases[1])));
    }
    // A single unit more is about equal.
    if elite[0].abs_diff(elite[1]) > 1 && apart(elite[0], elite[1]) {
        breaches.push(("CF 5.19", format!("{} units of grade A and B to {} are not about equal", elite[0], elite[1])));
    }
    if armies.iter().any(|army| army.heavy_guns > 0) {
        breaches.push(("CF 5.20", "neither side has heavy guns in a meeting engagement".into()));
    }
    breaches
}

/// How the armies of both kinds of battle are made up: a Marshal on either side (CF 6.1), and each brigade all foot or all cavalry,
/// dragoons and guns with either (CF 4.4, 4.5). A battle of one's own may show a detachment, or a brigade of both (CF 5.1, G190).
pub fn organisation(leaders: &[LeaderCard], brigades: &[BrigadeCard], units: &[UnitCard]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for side in Side::BOTH {
        if !leaders.iter().any(|card| card.side == side && card.rank == Rank::Marshal) {
            breaches.push(("CF 6.1", format!("the {} army has no Marshal", ["first", "second"][side.ix()])));
        }
    }
    for (ix, brigade) in brigades.iter().enumerate() {
        let own = || units.iter().filter(|card| card.under == Under::Brigade(BrigadeId(ix as u8)));
        let has = |arm: fn(Class) -> bool| own().any(|card| arm(card.class));
        if has(|class| class == Class::Foot) && has(|class| matches!(class, Class::Horse | Class::Hussars)) {
            breaches.push(("CF 4.4", format!("`{}` is neither all foot nor all cavalry", brigade.key)));
        }
    }
    breaches
}

/// The ground of a meeting engagement has no fortifications (CF 5.20).
pub fn meeting_ground(works: &[Works]) -> Vec<Breach> {
    let fortified = works.iter().any(|works| works.protection == Protection::Fortifications);
    let breach = ("CF 5.20", "a meeting engagement is fought without fortifications".into());
    if fortified { vec![breach] } else { Vec::new() }
}

/// The ground of an attack on a defended position, whose defender has his back to one of these edges (CF 5.7, 5.9, 5.10, 5.11).
pub fn attack_ground(ground: &Ground, works: &[Works], defender: &[TableEdge]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let lines = ground.lines.iter().filter(|line| !is_road(line.kind)).count();
    let features = ground.areas.len() + hills(ground) + lines;
    if features < 3 {
        breaches.push(("CF 5.7", format!("{features} terrain features are fewer than three")));
    }
    let along = |line: &Polyline| defender.iter().all(|&edge| leads_along(line, ground, edge));
    if !ground.lines.iter().any(|line| is_road(line.kind) && along(&line.line)) {
        breaches.push(("CF 5.7", "no road runs along the axis of attack".into()));
    }
    for line in ground.lines.iter().filter(|line| is_road(line.kind) || matches!(line.kind, LinearKind::Stream { .. }))
    {
        if !crosses_table(&line.line, ground) {
            let what = format!("`{}` does not begin and end at different edges of the table", line.name);
            breaches.push(("CF 5.10", what));
        }
    }
    for river in rivers(ground) {
        if river.map(usize::from).iter().sum::<usize>() < 2 {
            breaches.push(("CF 5.10", "a river does not begin and end at different edges of the table".into()));
        }
    }
    for &edge in defender {
        let [covered, front] = covered_front(ground, works, edge);
        if covered * 4 > front {
            let share = covered * 100 / front.max(1);
            breaches.push(("CF 5.11", format!("linear obstacles cover {share} per cent of the defender's front")));
        }
    }
    breaches
}

/// Hills: what lies higher on one is no other (CF 5.7).
fn hills(ground: &Ground) -> usize {
    let levels = &ground.relief.levels;
    let on = |upper: &Polygon, lower: &Polygon| upper.points().iter().any(|at| lower.contains(at.vec()));
    let apart = |(area, level): &&(Polygon, u8)| !levels.iter().any(|(other, less)| less < level && on(area, other));
    levels.iter().filter(apart).count()
}

/// The edges that each river on the ground comes to: pieces that meet, or that a ford or bridge joins, are one (CF 5.10).
fn rivers(ground: &Ground) -> Vec<[bool; 4]> {
    let water = |kind: AreaKind| matches!(kind, AreaKind::River | AreaKind::Ford | AreaKind::Bridge);
    let pieces: Vec<_> = ground.areas.iter().filter(|area| water(area.kind)).collect();
    let mut of: Vec<usize> = (0..pieces.len()).collect();
    for one in 0..pieces.len() {
        for other in 0..one {
            let meet = |a: &Polygon, b: &Polygon| a.edges().any(|(from, to)| b.meets_segment(from, to));
            if meet(&pieces[one].outline, &pieces[other].outline) {
                let (from, to) = (of[one], of[other]);
                of.iter_mut().filter(|name| **name == from).for_each(|name| *name = to);
            }
        }
    }
    let reaches = |river: usize| {
        let own = pieces.iter().zip(&of).filter(|(_, name)| **name == river).map(|(piece, _)| &piece.outline);
        own.flat_map(|outline| outline.points()).fold([false; 4], |reached, at| {
            let here = beyond(*at, ground);
            [0, 1, 2, 3].map(|edge| reached[edge] || here[edge])
        })
    };
    let named = |river: &usize| {
        let mut own = pieces.iter().zip(&of).filter(|(_, name)| *name == river);
        own.any(|(piece, _)| piece.kind == AreaKind::River)
    };
    (0..pieces.len()).filter(|river| of.contains(river)).filter(named).map(reaches).collect()
}

/// The edges at which a place lies, or beyond which.
fn beyond(at: Point, ground: &Ground) -> [bool; 4] {
    let slack = yds(1);
    [at.y >= ground.height - slack, at.x >= ground.width - slack, at.y <= slack, at.x <= slack]
}

/// The edges that a place lies on.
fn edges_at(at: Point, ground: &Ground) -> [bool; 4] {
    let near = |off: Um| off.abs() <= yds(1);
    [near(at.y - ground.height), near(at.x - ground.width), near(at.y), near(at.x)]
}

/// Begins at one edge and ends at another (CF 5.10).
fn crosses_table(line: &Polyline, ground: &Ground) -> bool {
    let (Some(&first), Some(&last)) = (line.points().first(), line.points().last()) else { return false };
    let (from, to) = (edges_at(first, ground), edges_at(last, ground));
    let some = |edges: [bool; 4]| edges.into_iter().any(|on| on);
    some(from) && some(to) && !(0..4).any(|edge| from[edge] && to[edge])
}

/// Runs more along the axis of attack than across it, over at least half of the table (CF 5.7).
fn leads_along(line: &Polyline, ground: &Ground, defender: TableEdge) -> bool {
    let (Some(&first), Some(&last)) = (line.points().first(), line.points().last()) else { return false };
    let (across, up) = ((first.x - last.x).abs(), (first.y - last.y).abs());
    match defender {
        TableEdge::North | TableEdge::South => 2 * up >= ground.height && up >= across,
        TableEdge::East | TableEdge::West => 2 * across >= ground.width && across >= up,
    }
}

/// How much of the defender's front has linear obstacles before it or in it, and how long that front is (CF 5.11).
fn covered_front(ground: &Ground, works: &[Works], defender: TableEdge) -> [i64; 2] {
    let upright = matches!(defender, TableEdge::East | TableEdge::West);
    let front = if upright { ground.height } else { ground.width };
    // How far inside his own half a place is.
    let inside = |at: Vec2| match defender {
        TableEdge::North => at.y - f64::from(ground.height) * 0.5,
        TableEdge::South => f64::from(ground.height) * 0.5 - at.y,
        TableEdge::East => at.x - f64::from(ground.width) * 0.5,
        TableEdge::West => f64::from(ground.width) * 0.5 - at.x,
    };
    let mut spans: Vec<[Um; 2]> = Vec::new();
    for (line, works) in ground.lines.iter().zip(works) {
        if works.obstacle == Obstacle::None || is_road(line.kind) {
            continue;
        }
        for (a, b) in line.line.segments() {
            // What of it lies in the other half is before nobody's front.
            let (far, near) = if inside(a) < inside(b) { (a, b) } else { (b, a) };
            if inside(near) < 0.0 {
                continue;
            }
            let share = if inside(far) < 0.0 { inside(far) / (inside(far) - inside(near)) } else { 0.0 };
            let [a, b] = [far + (near - far) * share, near].map(|at| if upright { at.y } else { at.x });
            spans.push([a.min(b).round() as Um, a.max(b).round() as Um]);
        }
    }
    spans.sort_unstable();
    let (mut covered, mut end) = (0_i64, Um::MIN);
    for [from, to] in spans {
        let from = from.max(end);
        if to > from {
            covered += i64::from(to - from);
            end = to;
        }
    }
    [covered, i64::from(front)]
}
