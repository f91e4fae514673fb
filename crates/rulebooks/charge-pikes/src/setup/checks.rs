//! What can only be checked when everything stands on the table: room, cover, garrisons and contacts.

use super::file::{BattleFile, ContactFile};
use crate::ChargePikes;
use crate::cards::{Kind, UnitId};
use crate::state::{Aspect, Contact, Formation, HedgeWork, Horses, MOST_CONTACTS, Place, Woods};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Edge, INCH, TOUCH};
use scenario::{Area, AreaKind, At, Ground, LinearKind, Reporter, find, um};
use std::ops::Range;

/// Checks the battle as a whole and locks in combat the units that the file says are. Where something is wrong already,
/// who stands where would only echo it.
pub fn check(mut rules: ChargePikes, file: &BattleFile, report: &mut Reporter<'_>) -> ChargePikes {
    if !report.clean() {
        return rules;
    }
    let standing = Standing::of(&rules, file);
    standing.on_table(&rules, report);
    standing.apart(&rules, report);
    standing.on_ground(&rules, report);
    standing.led_horses(&rules, file, report);
    garrisons(&rules, file, report);
    rules.start.contacts = contacts(&rules, file, report);
    super::start::charges(&mut rules, file, report);
    rules
}

/// Units that stand on open ground, with the ground they cover and where the file places them.
struct Standing {
    units: Vec<(UnitId, Body, Range<usize>)>,
}

impl Standing {
    fn of(rules: &ChargePikes, file: &BattleFile) -> Standing {
        let outside = |(ix, unit): &(usize, &crate::state::Unit)| {
            unit.place == Place::Table && unit.inside.is_none() && rules.units[*ix].figures() > 0
        };
        let units = rules.start.units.iter().enumerate().filter(outside);
        let units = units.map(|(ix, unit)| {
            let id = UnitId(ix as u8);
            (id, rules.body_of(id, unit), span_of(rules, file, id))
        });
        Standing { units: units.collect() }
    }

    fn on_table(&self, rules: &ChargePikes, report: &mut Reporter<'_>) {
        for (id, body, span) in &self.units {
            if !body.within_table(rules.ground.width, rules.ground.height) {
                let (low, high) = body.bounds();
                let inch = f64::from(INCH);
                let what = format!(
                    "`{}` hangs over the edge: it covers [{:.1}, {:.1}] to [{:.1}, {:.1}]",
                    rules.units[id.ix()].key,
                    low.x / inch,
                    low.y / inch,
                    high.x / inch,
                    high.y / inch
                );
                report.fault(span.clone(), what, "a place further in, or fewer files");
            }
        }
    }

    /// CP 15.9.11, ruling G73: led horses stand on the table too, on open ground, where no enemy touches them.
    fn led_horses(&self, rules: &ChargePikes, file: &BattleFile, report: &mut Reporter<'_>) {
        for (id, _, span) in &self.units {
            let Horses::Led { at, holders } = rules.start.units[id.ix()].horses else { continue };
            let horses = rules.horses_body(at, holders);
            let given = file.units.get(id.ix()).and_then(|unit| unit.start.as_ref()?.led_horses.as_ref());
            let span = given.map_or(span.clone(), |led| led.at.span());
            let mut fault = |what: String| {
                let what = format!("the led horses of `{}` {what}", rules.units[id.ix()].key);
                report.fault(span.clone(), what, "led-horses = { at = [x, y] }");
            };
            if !horses.within_table(rules.ground.width, rules.ground.height) {
                fault("stand over the edge".into());
            }
            for area in rules.ground.areas.iter().filter(|area| area.outline.meets_body(&horses)) {
                if let Some((why, _)) = barred(rules, true, &horses, area) {
                    fault(format!("stand in {}: {why}", area.name));
                }
            }
            for line in rules.ground.lines.iter().filter(|line| line.line.divides(&horses)) {
                if let Some(why) = fenced(true, line.kind) {
                    fault(format!("stand across {}: {why}", line.name));
                }
            }
            let side = rules.units[id.ix()].side;
            let touches = |(other, body, _): &&(UnitId, Body, Range<usize>)| {
                rules.units[other.ix()].side != side
                    && rules.units[other.ix()].kind != Kind::Wagons
                    && body.touches(&horses)
            };
            if let Some((enemy, ..)) = self.units.iter().find(touches) {
                fault(format!("touch `{}`, who would scatter them", rules.units[enemy.ix()].key));
            }
        }
    }

    fn apart(&self, rules: &ChargePikes, report: &mut Reporter<'_>) {
        for (ix, (id, body, _)) in self.units.iter().enumerate() {
            for (other, other_body, span) in &self.units[ix + 1..] {
                if body.overlaps(other_body) {
                    let [a, b] = [id, other].map(|unit| &rules.units[unit.ix()].key);
                    report.fault(span.clone(), format!("`{b}` stands on top of `{a}`"), "places that do not overlap");
                }
            }
        }
    }

    /// Nobody starts on ground that is impassable to him.
    fn on_ground(&self, rules: &ChargePikes, report: &mut Reporter<'_>) {
        for (id, body, span) in &self.units {
            for area in rules.ground.areas.iter().filter(|area| area.outline.meets_body(body)) {
                let trees = matches!(area.kind, AreaKind::LightWoods | AreaKind::UndecidedWoods);
                let drawn = (trees && is_drawn(rules, *id)).then_some(DRAWN_AMONG_TREES);
                if let Some((why, instead)) = drawn.or(barred(rules, horse_or_guns(rules, *id), body, area)) {
                    let what = format!("`{}` cannot stand in {}: {why}", rules.units[id.ix()].key, area.name);
                    report.fault(span.clone(), what, instead);
                }
            }
            let table = Table { rules, state: &rules.start };
            let slopes = rules.ground.relief.slopes.iter().enumerate();
            for (ix, _) in slopes.filter(|(_, slope)| slope.area.meets_body(body)) {
                if table.slope_closed_to(ix, table.arm(*id)) {
                    let what = format!(
                        "`{}` stands on a slope that is impassable to it (CP 19.3.1)",
                        rules.units[id.ix()].key
                    );
                    report.fault(span.clone(), what, "another place, or `to` of that slope without these troops");
                }
            }
            for line in rules.ground.lines.iter().filter(|line| line.line.divides(body)) {
                if let Some(why) = fenced(horse_or_guns(rules, *id), line.kind) {
                    let what = format!("`{}` stands across {}: {why}", rules.units[id.ix()].key, line.name);
                    report.fault(span.clone(), what, "a place on one side of it");
                }
            }
        }
    }
}

/// Why nobody of that arm can stand across a line. Foot may straddle a wall, in disorder.
fn fenced(horse_or_guns: bool, kind: LinearKind) -> Option<&'static str> {
    match kind {
        LinearKind::Hedgerow => Some("a hedgerow is impassable until broken down (CP 19.4.6a)"),
        LinearKind::HighWall if horse_or_guns => Some("high walls are impassable to cavalry and guns (CP 19.4.3b)"),
        LinearKind::LightWorks | LinearKind::HeavyWorks if horse_or_guns => {
            Some("fieldworks are impassable to cavalry and guns (CP 19.8.1a)")
        }
        _ => None,
    }
}

const DRAWN_AMONG_TREES: (&str, &str) =
    ("limbers and wagons stay out of woods (CP 19.1.7)", "another place, or formation = \"unlimbered\" for guns");

/// Wagons, and guns on their limbers.
fn is_drawn(rules: &ChargePikes, id: UnitId) -> bool {
    let (unit, kind) = (&rules.start.units[id.ix()], rules.units[id.ix()].kind);
    kind == Kind::Wagons || (kind == Kind::Battery && unit.formation == Formation::Limbered && !unit.away)
}

fn horse_or_guns(rules: &ChargePikes, id: UnitId) -> bool {
    let (unit, kind) = (&rules.start.units[id.ix()], rules.units[id.ix()].kind);
    unit.mounted || (matches!(kind, Kind::Battery | Kind::Wagons) && !unit.away)
}

/// Why nobody of that arm can stand in an area, and what could be done.
fn barred(rules: &ChargePikes, horse_or_guns: bool, body: &Body, area: &Area) -> Option<(&'static str, &'static str)> {
    match area.kind {
        AreaKind::HeavyWoods if horse_or_guns => {
            Some(("heavy woods are impassable to cavalry and guns (CP 19.1.9a)", "another place"))
        }
        AreaKind::Town { .. } => {
            Some(("a town block is held from inside (CP 19.7.1)", "inside = \"…\" for foot, or another place"))
        }
        AreaKind::River if !crossing(rules, body) => {
            Some(("a river is impassable except at fords and bridges (CP 19.6.1)", "another place"))
        }
        AreaKind::Impassable => Some(("it is impassable", "another place")),
        _ => None,
    }
}

fn crossing(rules: &ChargePikes, body: &Body) -> bool {
    let ways = rules.ground.areas.iter().filter(|area| matches!(area.kind, AreaKind::Ford | AreaKind::Bridge));
    ways.into_iter().any(|area| area.outline.meets_body(body))
}

/// Where the file says a unit stands; for a forlorn hope, where its regiment does.
fn span_of(rules: &ChargePikes, file: &BattleFile, id: UnitId) -> Range<usize> {
    let ix = rules.units[id.ix()].parent.unwrap_or(id).ix();
    file.units.get(ix).map_or(0..0, |unit| unit.at.as_ref().map_or(unit.key.span(), At::span))
}

/// No more figures in a town block than it holds, and only one side's (CP 19.7.3).
fn garrisons(rules: &ChargePikes, file: &BattleFile, report: &mut Reporter<'_>) {
    for (ix, area) in rules.ground.areas.iter().enumerate() {
        let AreaKind::Town { garrison, .. } = area.kind else { continue };
        let inside = |id: &usize| rules.start.units[*id].inside == Some(ix as u8);
        let units: Vec<usize> = (0..file.units.len().min(rules.units.len())).filter(inside).collect();
        let (Some(&first), Some(&last)) = (units.first(), units.last()) else { continue };
        let span = file.units[last].inside.as_ref().map_or(0..0, At::span);
        let figures: u32 =
            units.iter().map(|&id| rules.start.units[id]).map(|u| u32::from(u.pikes) + u32::from(u.others)).sum();
        if figures > u32::from(garrison) {
            let what = format!("{figures} figures in {}, which holds {garrison} (CP 19.7.3)", area.name);
            report.fault(span.clone(), what, format!("garrison = {figures} for the town block, or fewer troops"));
        }
        if units.iter().any(|&id| rules.units[id].side != rules.units[first].side) {
            report.fault(span, format!("both sides in {}", area.name), "one side inside, the other in front of it");
        }
    }
}

fn contacts(rules: &ChargePikes, file: &BattleFile, report: &mut Reporter<'_>) -> ArrayVec<Contact, MOST_CONTACTS> {
    let mut contacts: ArrayVec<Contact, MOST_CONTACTS> = ArrayVec::new();
    for given in &file.contacts {
        let Some(contact) = contact(rules, given, report) else { continue };
        if contacts.iter().any(|other| (other.a, other.b) == (contact.a, contact.b)) {
            report.fault(given.units[1].span(), "this pair is locked already", "each pair once");
        } else if contacts.try_push(contact).is_err() {
            report.fault(given.span(), "too many contacts", format!("at most {MOST_CONTACTS}"));
        }
    }
    contacts
}

fn contact(rules: &ChargePikes, given: &At<ContactFile>, report: &mut Reporter<'_>) -> Option<Contact> {
    let keys: Vec<&str> = rules.units.iter().map(|unit| unit.key.as_str()).collect();
    let [first, second] = &given.units;
    let one = find(first, "unit", keys.iter().copied(), report);
    let two = find(second, "unit", keys.iter().copied(), report);
    let (one, two) = (UnitId(one? as u8), UnitId(two? as u8));
    if rules.units[one.ix()].side == rules.units[two.ix()].side {
        report.fault(second.span(), "two units of one side do not fight each other", "one unit of each side");
        return None;
    }
    if let Some((_, key)) = [(one, first), (two, second)].into_iter().find(|(id, _)| !on_table(rules, *id)) {
        report.fault(key.span(), format!("`{}` is not on the table", key.value), "at = [x, y] for the unit");
        return None;
    }
    let gap = gap(rules, one, two);
    if gap > TOUCH {
        let what = format!("they stand {:.2} inches apart", gap / f64::from(INCH));
        report.fault(second.span(), what, "places at which their bases touch");
    }
    // The state keeps the unit that comes first in the roster first.
    let (a, b) = (one.min(two), one.max(two));
    let met = |unit: UnitId, by: UnitId| match &given.met {
        Some(aspects) => aspects[usize::from(unit == two)].value(),
        None => aspect(rules, unit, by),
    };
    let mut named = |list: &[At<String>], unit: UnitId| {
        for key in list.iter().filter(|key| key.value != first.value && key.value != second.value) {
            let what = format!("`{}` is not one of the two", key.value);
            report.fault(key.span(), what, format!("`{}` or `{}`", first.value, second.value));
        }
        list.iter().any(|key| key.value == rules.units[unit.ix()].key)
    };
    Some(Contact {
        a,
        b,
        impact: given.impact.unwrap_or(false),
        on_a: met(a, b),
        on_b: met(b, a),
        a_impetus: named(&given.impetus, a),
        b_impetus: named(&given.impetus, b),
        a_follows: named(&given.follows, a),
        b_follows: named(&given.follows, b),
        a_forward: named(&given.forward, a),
        b_forward: named(&given.forward, b),
    })
}

pub fn on_table(rules: &ChargePikes, id: UnitId) -> bool {
    rules.start.units[id.ix()].place == Place::Table
}

pub fn body(rules: &ChargePikes, id: UnitId) -> Body {
    rules.body_of(id, &rules.start.units[id.ix()])
}

/// The distance between two units; a garrison reaches as far as its walls.
pub fn gap(rules: &ChargePikes, one: UnitId, two: UnitId) -> f64 {
    let town =
        |id: UnitId| rules.start.units[id.ix()].inside.map(|area| &rules.ground.areas[usize::from(area)].outline);
    match (town(one), town(two)) {
        (Some(walls), _) => walls.distance_to_body(&body(rules, two)),
        (None, Some(walls)) => walls.distance_to_body(&body(rules, one)),
        (None, None) => body(rules, one).distance(&body(rules, two)),
    }
}

/// Where a unit is met by another, as they stand. Squares, garrisons and troops in open order have no flank (CP
/// 19.7.6a, rulings G13 and G48).
fn aspect(rules: &ChargePikes, unit: UnitId, by: UnitId) -> Aspect {
    let state = &rules.start.units[unit.ix()];
    if state.inside.is_some() || matches!(state.formation, Formation::Square | Formation::Open) {
        return Aspect::Front;
    }
    let (_, edge) = body(rules, unit).side_of(&body(rules, by));
    match edge {
        Edge::Front => Aspect::Front,
        Edge::Left | Edge::Right => Aspect::Flank,
        Edge::Rear => Aspect::Rear,
    }
}

/// What is known of each area's trees; ground without any stands as light (CP 19.1.1).
pub fn woods<const MOST: usize>(
    file: &BattleFile,
    ground: &Ground,
    report: &mut Reporter<'_>,
) -> ArrayVec<Woods, MOST> {
    if let Some(area) = file.ground.areas.get(MOST) {
        report.fault(area.span(), "too many areas", format!("at most {MOST}"));
    }
    let known = |area: &Area| match area.kind {
        AreaKind::UndecidedWoods => Woods::Undecided,
        AreaKind::HeavyWoods => Woods::Heavy,
        _ => Woods::Light,
    };
    ground.areas.iter().take(MOST).map(known).collect()
}

/// Stretches of hedgerow that have been worked on already (CP 19.4.6b, 19.4.7b).
pub fn hedge_works<const MOST: usize>(
    file: &BattleFile,
    ground: &Ground,
    report: &mut Reporter<'_>,
) -> ArrayVec<HedgeWork, MOST> {
    let mut works = ArrayVec::new();
    let hedges: Vec<&str> =
        ground.lines.iter().filter(|l| l.kind == LinearKind::Hedgerow).map(|l| l.name.as_str()).collect();
    for given in &file.hedge_works {
        let Some(hedge) = find(&given.line, "hedgerow", hedges.iter().copied(), report) else { continue };
        let Some(line) = ground.line(hedges[hedge]) else { continue };
        let length = ground.lines[line].line.length() / f64::from(INCH);
        if given.from.value < 0.0 || given.from.value >= given.to.value || given.to.value > length + 0.01 {
            let what = format!("no such stretch of {}", given.line.value);
            report.fault(given.from.span(), what, format!("`from` below `to`, between 0 and {length:.1}"));
        }
        let (from, to) = (um(given.from.value), um(given.to.value));
        let work = HedgeWork { line: line as u8, from, to, broken: given.broken.unwrap_or(false) };
        if works.try_push(work).is_err() {
            report.fault(given.span(), "too many stretches of hedgerow", format!("at most {MOST}"));
        }
    }
    works
}
