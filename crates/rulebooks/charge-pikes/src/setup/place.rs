//! Where every unit stands and what state it is in as the battle begins.

use super::file::{BattleFile, FilesFile, FormationWord, GunFile, LossesFile, RanksFile, UnitFile, UnitStartFile};
use super::roster::Roster;
use crate::cards::{Arrival, Beginning, Kind, Options, TableEdge, UnitCard, UnitId};
use crate::deployment::FORLORN_FIGURES;
use crate::formations::{usual_layout, wing_strengths};
use crate::muster::is_cavalry;
use crate::state::{Battery, Formation, Gun, GunState, Horses, Layout, Mode, Morale, Place, Unit};
use field::table::{Cdeg, Point, Pose};
use scenario::{AreaKind, At, Bearing, Ground, Reporter, Spot, advise, find, point, um};
use std::ops::Range;

/// What the placing of units has to look at.
pub struct Placing<'f> {
    pub file: &'f BattleFile,
    pub roster: &'f Roster,
    pub ground: &'f Ground,
    pub options: &'f Options,
    pub turns: u8,
    pub beginning: Beginning,
}

/// A unit as it stands at first, and when it comes on if it is late.
pub struct Placed {
    pub units: Vec<Unit>,
    pub arrivals: Vec<Option<Arrival>>,
    pub batteries: Vec<Battery>,
}

impl Placing<'_> {
    pub fn place(&self, report: &mut Reporter<'_>) -> Placed {
        let mut placed = Placed { units: Vec::new(), arrivals: Vec::new(), batteries: Vec::new() };
        for (ix, file) in self.file.units.iter().enumerate().take(self.roster.mustered.len()) {
            let id = UnitId(ix as u8);
            let card = &self.roster.units[ix];
            let (unit, arrival) = self.unit(file, card, report);
            if card.kind == Kind::Battery {
                placed.batteries.push(self.battery(id, file, card, &unit, report));
            }
            placed.units.push(unit);
            placed.arrivals.push(arrival);
        }
        self.forlorn_hopes(&mut placed, report);
        placed
    }

    fn unit(&self, file: &At<UnitFile>, card: &UnitCard, report: &mut Reporter<'_>) -> (Unit, Option<Arrival>) {
        let usual = UnitStartFile::default();
        let start: &UnitStartFile = file.start.as_deref().unwrap_or(&usual);
        let mut unit = fresh(card);
        unit.mounted = is_cavalry(card.kind) || (card.kind == Kind::Dragoons && !yes(&start.dismounted));
        unit.formation = self.formation(file, card, &unit, report);
        unit.layout = layout(file, card, &unit, report);
        let arrival = self.whereabouts(file, card, &mut unit, report);
        self.losses(file, card, &mut unit, report);
        self.morale(file, card, &mut unit, report);
        self.horses(file, card, &mut unit, report);
        self.arms(file, card, &mut unit, report);
        unit.disordered = start.disordered.unwrap_or(false);
        unit.illegal = start.illegal.unwrap_or(false);
        // CP 7.3.13
        unit.disordered |= unit.illegal;
        unit.revealed = start.revealed.unwrap_or(false);
        unit.hedge_turns = start.hedge_turns.as_ref().map_or(0, |turns| turns.value);
        unit.rounds_lost = start.rounds_lost.unwrap_or(0);
        unit.straight = start.straight.as_ref().map_or(0, |inches| um(inches.value));
        unit.fled = start.fled.unwrap_or(false);
        self.this_turn(start, &mut unit, report);
        (unit, arrival)
    }

    /// The formation given, or the usual one, if this kind of unit may take it up (CP 7.3.1, 7.4.1, 7.5.1).
    fn formation(&self, file: &UnitFile, card: &UnitCard, unit: &Unit, report: &mut Reporter<'_>) -> Formation {
        let crew_away = file.start.as_ref().is_some_and(|start| start.crew_at.is_some());
        let legal = legal_formations(card, unit.mounted, crew_away);
        let Some(given) = &file.formation else { return legal[0] };
        let formation = given.value.value();
        if !legal.contains(&formation) {
            let words: Vec<&str> = legal.iter().map(|f| formation_word(*f)).collect();
            let what = format!("`{}` cannot stand in this formation ({})", card.key, formation_rule(card.kind));
            report.fault(given.span(), what, advise(given.word(), words));
        }
        if formation == Formation::Limbered && card.guns.iter().any(|gun| !gun.limber) {
            report.fault(given.span(), "a gun without a limber cannot be limbered (CP 7.5.1)", "limbers = true");
        }
        formation
    }

    /// On the table, in a town, yet to come, off the table or gone.
    fn whereabouts(
        &self,
        file: &At<UnitFile>,
        card: &UnitCard,
        unit: &mut Unit,
        report: &mut Reporter<'_>,
    ) -> Option<Arrival> {
        let facing = self.facing(file.facing.as_ref(), card);
        unit.pose = Pose { at: Point { x: 0, y: 0 }, facing };
        let start = file.start.as_deref();
        if let (Some(at), Some(inside)) = (&file.at, &file.inside) {
            report.fault(
                at.span(),
                "a garrison stands inside its town block",
                format!("leave `at` out, or `inside = \"{}\"`", inside.value),
            );
        }
        if let Some(at) = &file.at {
            unit.pose.at = self.spot(at, report);
            unit.place = Place::Table;
        }
        if let Some(inside) = &file.inside {
            self.garrison(inside, card, unit, report);
        }
        if let Some(crew_at) = start.and_then(|start| start.crew_at.as_ref()) {
            self.crew_away(crew_at, file, card, unit, report);
        }
        if let Some(loss) = start.and_then(|start| start.gone) {
            unit.place = Place::Gone(loss.value());
        }
        if let Some(since) = start.and_then(|start| start.off_table_since.as_ref()) {
            if file.at.is_none() {
                report.fault(
                    since.span(),
                    "a pursuer off the table left it somewhere (CP 15.2.6a)",
                    "at = [x, y] on the edge",
                );
            }
            unit.place = Place::OffTable { since: since.value };
        }
        let arrival = file.arrives.as_ref().map(|arrives| {
            if let Some(span) = file.at.as_ref().map(At::span).or(file.inside.as_ref().map(At::span)) {
                report.fault(
                    span,
                    "a unit that arrives later is not there yet",
                    "leave out `at`, `inside` or `arrives`",
                );
            }
            if arrives.turn.value < 2 || arrives.turn.value > self.turns {
                let what = format!("nothing can arrive in turn {}", arrives.turn.value);
                report.fault(arrives.turn.span(), what, format!("a turn from 2 to {}", self.turns));
            }
            let at = self.spot(&arrives.at, report);
            let facing = self.facing(arrives.facing.as_ref(), card);
            unit.place = Place::Expected;
            unit.pose = Pose { at, facing };
            Arrival { turn: arrives.turn.value, pose: unit.pose }
        });
        if unit.place == Place::Reserve
            && let Some(start) = &file.start
        {
            let what = "a unit that the player deploys is fresh";
            report.fault(start.span(), what, "at = [x, y] for a unit that has a past, or leave `start` out");
        }
        arrival
    }

    fn facing(&self, given: Option<&At<Bearing>>, card: &UnitCard) -> Cdeg {
        given.map_or_else(|| away_from(self.roster.sides[card.side.ix()].baseline), |facing| facing.cdeg())
    }

    fn spot(&self, at: &At<Spot>, report: &mut Reporter<'_>) -> Point {
        let [width, height] = self.file.ground.size.value;
        let [x, y] = at.value;
        if !(0.0..=width).contains(&x) || !(0.0..=height).contains(&y) {
            let what = format!("[{x}, {y}] is off the table");
            report.fault(at.span(), what, format!("between [0, 0] and [{width}, {height}]"));
        }
        point(at.value)
    }

    /// Foot may hold a town block; guns only where the scenario lets them (CP 19.7.1, 19.7.2a).
    fn garrison(&self, inside: &At<String>, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
        let is_town = |kind: AreaKind| matches!(kind, AreaKind::Town { .. });
        let names: Vec<&str> =
            self.ground.areas.iter().filter(|area| is_town(area.kind)).map(|area| area.name.as_str()).collect();
        unit.place = Place::Table;
        let Some(town) = find(inside, "town block", names.iter().copied(), report) else { return };
        let Some(area) = self.ground.area(names[town]) else { return };
        let AreaKind::Town { guns, .. } = self.ground.areas[area].kind else { return };
        match card.kind {
            Kind::Battery if !guns => {
                let what = format!("no guns may start in `{}` (CP 19.7.2a)", inside.value);
                report.fault(inside.span(), what, "guns = true for that town block");
            }
            Kind::Wagons => report.fault(inside.span(), "wagons cannot enter a town block", "at = [x, y]"),
            _ if unit.mounted => {
                report.fault(inside.span(), "only foot can hold a town block (CP 19.7.1)", "at = [x, y]");
            }
            _ => {}
        }
        unit.inside = Some(area as u8);
    }

    fn crew_away(
        &self,
        crew_at: &At<Spot>,
        file: &UnitFile,
        card: &UnitCard,
        unit: &mut Unit,
        report: &mut Reporter<'_>,
    ) {
        if card.kind != Kind::Battery {
            report.fault(crew_at.span(), "only a battery has a crew", "leave it out");
            return;
        }
        if file.at.is_none() {
            report.fault(crew_at.span(), "the guns stand nowhere", "at = [x, y] for the guns");
        }
        unit.away = true;
        unit.pose.at = self.spot(crew_at, report);
        unit.place = Place::Table;
    }

    fn losses(&self, file: &UnitFile, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
        let Some(losses) = file.start.as_ref().and_then(|start| start.losses.as_ref()) else { return };
        let (pikes, others) = match &losses.value {
            LossesFile::All(all) => pro_rata(card, *all),
            LossesFile::Parts(parts) => (parts.pikes, parts.others),
        };
        let gone = matches!(unit.place, Place::Gone(_));
        let lost = u32::from(pikes) + u32::from(others);
        if pikes > card.pikes || others > card.others || (lost == card.figures() && !gone && card.figures() > 0) {
            let what = format!("`{}` has only {} figures to lose", card.key, card.figures());
            report.fault(losses.span(), what, "fewer losses, or gone = \"destroyed\"");
            return;
        }
        unit.pikes = card.pikes - pikes;
        unit.others = card.others - others;
    }

    fn morale(&self, file: &UnitFile, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
        let Some(start) = file.start.as_deref() else { return };
        if yes(&start.shaken) {
            unit.morale = Morale::Shaken;
        }
        if let Some(changing) = start.changing.as_ref().filter(|changing| changing.value > 0) {
            if changing.value > 2 {
                report.fault(changing.span(), "no change takes longer than two full moves (CP 15.9.4)", "changing = 1");
            }
            // CP 15.9.6: shaken until the change is finished.
            unit.changing = changing.value;
            unit.shaken_by_change = unit.morale == Morale::Good;
            unit.morale = Morale::Shaken;
        }
        if let Some(routing) = start.routing.as_ref().filter(|routing| routing.value) {
            if card.kind == Kind::Battery && !unit.away {
                report.fault(
                    routing.span(),
                    "guns never rout: their crew runs (CP 15.1.10)",
                    "crew-at = [x, y] as well",
                );
            }
            unit.morale = Morale::Routed;
            unit.mode = Mode::Routing;
        }
        if let Some(key) = &start.cause {
            if unit.mode != Mode::Routing {
                report.fault(
                    key.span(),
                    "only a routing unit has a cause to run from (CP 15.1.1)",
                    "routing = true as well",
                );
            }
            unit.cause = self.enemy(key, card, report);
        }
        if let Some(quarry) = &start.pursuing {
            self.pursuit(quarry, card, unit, report);
        }
    }

    /// A pursuer follows a routing enemy (CP 15.2.1).
    fn pursuit(&self, quarry: &At<String>, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
        if unit.mode == Mode::Routing {
            report.fault(quarry.span(), "a unit cannot rout and pursue", "routing or pursuing, not both");
        }
        if card.kind == Kind::Battery {
            report.fault(quarry.span(), "guns never pursue (CP 15.1.10)", "leave it out");
        }
        let Some(target) = self.enemy(quarry, card, report) else { return };
        let file = &self.file.units[target.ix()];
        if !file.start.as_ref().is_some_and(|start| yes(&start.routing) || start.gone.is_some()) {
            let what = format!("`{}` does not rout, so it cannot be pursued (CP 15.2.1)", quarry.value);
            report.fault(quarry.span(), what, format!("start = {{ routing = true }} for `{}`", quarry.value));
        }
        unit.mode = Mode::Pursuing { target };
        unit.pursuit_begun = true;
    }

    fn enemy(&self, key: &At<String>, card: &UnitCard, report: &mut Reporter<'_>) -> Option<UnitId> {
        let enemies = self.roster.units.iter().filter(|other| other.side != card.side && other.parent.is_none());
        let names: Vec<&str> = enemies.map(|other| other.key.as_str()).collect();
        find(key, "enemy unit", names.iter().copied(), report)?;
        self.roster.unit(key)
    }

    /// Dragoons on foot leave one in ten with the horses (CP 15.9.10, 15.9.11).
    fn horses(&self, file: &UnitFile, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
        let Some(start) = file.start.as_deref() else { return };
        let keys = [
            start.dismounted.as_ref().map(At::span),
            start.led_horses.as_ref().map(At::span),
            start.horses_dispersed.as_ref().map(At::span),
        ];
        if card.kind != Kind::Dragoons {
            for span in keys.into_iter().flatten() {
                report.fault(span, "only dragoons dismount (CP 3.5)", "leave it out");
            }
            return;
        }
        if unit.mounted {
            for span in keys.into_iter().skip(1).flatten() {
                report.fault(span, "mounted dragoons ride their horses", "dismounted = true");
            }
            return;
        }
        if yes(&start.horses_dispersed) {
            unit.horses = Horses::Dispersed;
            return;
        }
        let holders = (unit.others / 10).max(1);
        if let Some(alone) = start.dismounted.as_ref().filter(|_| unit.others <= holders) {
            report.fault(alone.span(), "nobody is left to fight on foot (CP 15.9.10)", "more figures, or mounted");
        }
        unit.others = unit.others.saturating_sub(holders);
        let at = match &start.led_horses {
            Some(led) => {
                let facing = led.facing.as_ref().map_or(unit.pose.facing, |facing| facing.cdeg());
                Pose { at: self.spot(&led.at, report), facing }
            }
            None => unit.pose.ahead(-self.options.scale.inches(4)),
        };
        unit.horses = Horses::Led { at, holders };
    }

    fn arms(&self, file: &UnitFile, card: &UnitCard, unit: &mut Unit, report: &mut Reporter<'_>) {
        let Some(start) = file.start.as_deref() else { return };
        if let Some(fired) = &start.pistols_fired {
            if !card.pistols {
                report.fault(fired.span(), "it has no pistols (CP 3.4)", "leave it out");
            }
            unit.pistols_loaded = card.pistols && !fired.value;
        }
        let volley = [start.volley.as_ref(), start.unloaded.as_ref()];
        for key in volley.into_iter().flatten().filter(|key| key.value) {
            if !self.options.volley_fire {
                let what = "volley fire: an optional rule that is not in use (CP 1.2)";
                report.fault(key.span(), what, "volley-fire = true in [options]");
            }
            if card.kind != Kind::PikeAndShot || card.others == 0 {
                report.fault(key.span(), "only foot with muskets shoots by volley (CP 20.4.1a)", "leave it out");
            }
        }
        if let Some(key) = start.volley.as_ref().filter(|key| key.value) {
            // Whoever holds houses, forms otherwise or runs has given it up (CP 20.4.1a, 20.4.2, ruling G88).
            let in_line = matches!(unit.formation, Formation::Line | Formation::MusketsForward);
            if unit.inside.is_some() {
                report.fault(key.span(), "a garrison does not double its files (CP 20.4.2)", "leave it out");
            } else if !in_line || unit.mode == Mode::Routing {
                let what = "only musketeers who stand in line double their files (CP 20.4.1a)";
                report.fault(key.span(), what, "leave it out");
            }
        }
        unit.volley = yes(&start.volley);
        unit.loaded = !yes(&start.unloaded);
    }

    /// What it has done already in the turn in whose middle the battle begins.
    fn this_turn(&self, start: &UnitStartFile, unit: &mut Unit, report: &mut Reporter<'_>) {
        let moves = [&start.one_rank, &start.charged, &start.evaded];
        let moves = moves.into_iter().flatten().filter(|key| key.value).map(At::span);
        let moves: Vec<Range<usize>> = moves.chain(start.moved.as_ref().map(At::span)).collect();
        if self.beginning < Beginning::SecondMovement {
            for span in moves {
                report.fault(span, "nobody has moved yet in this turn", "phase = \"shooting\" in [start]");
            }
        }
        if let Some(shot) = start.shot.as_ref().filter(|shot| shot.value && self.beginning < Beginning::Combat) {
            report.fault(shot.span(), "nobody has shot yet in this turn", "phase = \"combat\" in [start]");
        }
        if let Some(moved) = &start.moved {
            if !(0.0..=100.0).contains(&moved.value) {
                report.fault(moved.span(), format!("{} inches of a move", moved.value), "0 to what it can move");
            }
            unit.spent = um(moved.value);
            unit.moved = moved.value > 0.0;
        }
        if yes(&start.one_rank) {
            // CP 16.7.1
            unit.rotated = true;
            unit.spent = unit.spent.max(self.options.scale.inches(1));
        }
        unit.charged = yes(&start.charged);
        unit.evaded = yes(&start.evaded);
        unit.shot = yes(&start.shot);
        unit.moved |= unit.rotated || unit.charged || unit.evaded;
        unit.finished = unit.moved;
    }

    fn battery(
        &self,
        id: UnitId,
        file: &At<UnitFile>,
        card: &UnitCard,
        unit: &Unit,
        report: &mut Reporter<'_>,
    ) -> Battery {
        let limbered = unit.formation == Formation::Limbered || unit.place == Place::Reserve;
        let guns = file.guns.as_ref().map_or(&[][..], |guns| guns.as_slice());
        let guns = card.guns.iter().zip(guns).map(|(card, file)| {
            // Once a gun is unlimbered its limber is out of play (CP 15.9.13a).
            let mut gun = Gun {
                class: card.class,
                state: GunState::Served,
                reloading: 0,
                hail: card.hail,
                limber: card.limber && limbered,
                limber_hits: 0,
                swung: 0,
                turned: 0,
            };
            if let GunFile::Full(full) = &file.value {
                gun.state = full.state.map_or(GunState::Served, |state| state.value());
                gun.reloading = full.reloading.unwrap_or(0);
                gun.limber_hits = full.limber_hits.unwrap_or(0);
                gun.swung = full.swung.map_or(0, |degrees| (degrees * 100.0).round() as Cdeg);
                if gun.limber_hits > 1 {
                    report.fault(
                        file.span(),
                        "a limber is gone with its second hit",
                        "limber-hits = 1, or limber = false",
                    );
                }
            }
            gun
        });
        let guns = guns.collect();
        let left_at =
            Pose { at: file.at.as_ref().map_or(unit.pose.at, |at| point(at.value)), facing: unit.pose.facing };
        Battery { unit: id, guns, left_at }
    }

    /// Forlorn hopes wait with their regiments, or stand 2(1.5) inches ahead of them (CP 20.3.1, 20.3.2a, 20.3.2b).
    fn forlorn_hopes(&self, placed: &mut Placed, report: &mut Reporter<'_>) {
        for card in &self.roster.units[placed.units.len()..] {
            let mut hope = fresh(card);
            hope.others = 0;
            if let Some(parent) = card.parent {
                let regiment = &mut placed.units[parent.ix()];
                hope.pose = regiment.pose;
                let drawn = self.file.units[parent.ix()].forlorn_hope.as_ref();
                if let Some(drawn) = drawn.filter(|drawn| drawn.value > 0) {
                    self.draw_out(drawn, regiment, &mut hope, report);
                }
            }
            placed.units.push(hope);
            placed.arrivals.push(None);
        }
        for file in self.file.units.iter() {
            let Some(drawn) = file.forlorn_hope.as_ref().filter(|drawn| drawn.value > 0) else { continue };
            if !self.options.forlorn_hopes {
                let what = "forlorn hopes: an optional rule that is not in use (CP 1.2)";
                report.fault(drawn.span(), what, "forlorn-hopes = true in [options]");
            } else if file.muskets.is_none() {
                report.fault(drawn.span(), "a forlorn hope is drawn from musketeers (CP 20.3.1)", "leave it out");
            }
        }
    }

    fn draw_out(&self, drawn: &At<u8>, regiment: &mut Unit, hope: &mut Unit, report: &mut Reporter<'_>) {
        if drawn.value > FORLORN_FIGURES || drawn.value >= regiment.others {
            let what = format!("a forlorn hope of {} musketeers (CP 20.3.1)", drawn.value);
            report.fault(drawn.span(), what, format!("at most {FORLORN_FIGURES}, and fewer than the regiment has"));
            return;
        }
        if regiment.place != Place::Table {
            let what = "a forlorn hope is drawn out by the player when the regiment is deployed";
            report.fault(drawn.span(), what, "at = [x, y] for the regiment, or leave it out");
            return;
        }
        regiment.others -= drawn.value;
        // No files without a man are left behind.
        let (left, right) = wing_strengths(regiment.others, &regiment.layout);
        if regiment.layout.left > 0 {
            regiment.layout.left = regiment.layout.left.min(left).max(1);
            regiment.layout.right = regiment.layout.right.min(right).max(1);
        } else {
            let figures = regiment.pikes.saturating_add(regiment.others);
            regiment.layout.centre = regiment.layout.centre.min(figures).max(1);
        }
        hope.others = drawn.value;
        hope.place = Place::Table;
        hope.morale = regiment.morale;
        hope.layout = Layout { centre: drawn.value.div_ceil(2), ..Layout::default() };
        let two_ranks = 2 * crate::scales::Footprint::Musketeer.depth(self.options.scale);
        hope.pose = regiment.pose.ahead(self.options.scale.inches(2) + two_ranks);
    }
}

fn yes(key: &Option<At<bool>>) -> bool {
    key.as_ref().is_some_and(|key| key.value)
}

/// A unit at full strength that nothing has befallen, not yet on the table.
pub fn fresh(card: &UnitCard) -> Unit {
    let mounted = is_cavalry(card.kind) || card.kind == Kind::Dragoons;
    Unit {
        formation: legal_formations(card, mounted, false)[0],
        layout: Layout { centre: 1, ..Layout::default() },
        pikes: card.pikes,
        others: card.others,
        mounted,
        pistols_loaded: card.pistols,
        loaded: true,
        ..Unit::default()
    }
}

/// Facing straight away from an edge of the table.
pub fn away_from(edge: TableEdge) -> Cdeg {
    match edge {
        TableEdge::South => 0,
        TableEdge::West => 9_000,
        TableEdge::North => 18_000,
        TableEdge::East => 27_000,
    }
}

/// The formations a unit may be in, the usual one first (CP 7.3.1, 7.4.1, 7.5.1, 20.1.1).
pub fn legal_formations(card: &UnitCard, mounted: bool, crew_away: bool) -> Vec<Formation> {
    use Formation::{Limbered, Line, MarchColumn, MusketsForward, Open, PikesForward, Square, Unlimbered};
    match card.kind {
        Kind::PikeAndShot if card.swedish => vec![MusketsForward, PikesForward, Square, MarchColumn, Line],
        Kind::PikeAndShot if card.pikes > 0 => vec![Line, MarchColumn, Square],
        Kind::PikeAndShot | Kind::HighlandShock | Kind::HighlandArchers => vec![Line, MarchColumn],
        Kind::ForlornHope | Kind::Horse | Kind::Cuirassiers | Kind::Lancers | Kind::Wagons => vec![Line],
        Kind::Dragoons if mounted => vec![Line],
        Kind::Dragoons | Kind::Skirmishers => vec![Open],
        Kind::Battery if crew_away => vec![Open],
        Kind::Battery if card.guns.iter().all(|gun| gun.limber) => vec![Limbered, Unlimbered],
        Kind::Battery => vec![Unlimbered, Limbered],
    }
}

fn formation_rule(kind: Kind) -> &'static str {
    match kind {
        Kind::PikeAndShot | Kind::ForlornHope | Kind::HighlandShock | Kind::HighlandArchers => "CP 7.3.1",
        Kind::Skirmishers => "CP 3.3",
        Kind::Horse | Kind::Cuirassiers | Kind::Lancers | Kind::Dragoons => "CP 7.4.1",
        Kind::Battery | Kind::Wagons => "CP 7.5.1",
    }
}

fn formation_word(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => FormationWord::Line,
        Formation::MarchColumn => FormationWord::MarchColumn,
        Formation::Square => FormationWord::Square,
        Formation::MusketsForward => FormationWord::MusketsForward,
        Formation::PikesForward => FormationWord::PikesForward,
        Formation::Open => FormationWord::Open,
        Formation::Limbered => FormationWord::Limbered,
        Formation::Unlimbered => FormationWord::Unlimbered,
    }
    .word()
}

/// Losses split between pikes and the others as near as can be to their proportion, halves to the others (CP 8.3,
/// ruling G3).
fn pro_rata(card: &UnitCard, losses: u8) -> (u8, u8) {
    let figures = card.figures().max(1);
    let pikes = (2 * u32::from(losses) * u32::from(card.pikes) + figures - 1) / (2 * figures);
    let pikes = pikes.min(u32::from(losses)) as u8;
    (pikes, losses - pikes)
}

/// Files and ranks (CP 7.3.6, 7.3.7, 7.3.9): those given, or the usual ones.
fn layout(file: &At<UnitFile>, card: &UnitCard, unit: &Unit, report: &mut Reporter<'_>) -> Layout {
    let parts = Parts::of(card, unit);
    let mut layout = parts.usual(unit);
    if let (Some(files), Some(_)) = (&file.files, &file.ranks) {
        report.fault(files.span(), "files and ranks at once", "one of them: the other follows from the strength");
    }
    if let Some(files) = &file.files {
        layout = parts.by_files(files, report).unwrap_or(layout);
    } else if let Some(ranks) = &file.ranks {
        layout = parts.by_ranks(ranks, report).unwrap_or(layout);
    }
    let angles = [(&file.left_angle, true), (&file.right_angle, false)];
    for (angle, left) in angles {
        let Some(angle) = angle else { continue };
        if !parts.wings || !(-90.0..=90.0).contains(&angle.value) {
            let what = "only the wings of a line can be swung, 90 degrees at most (CP 7.3.10)";
            report.fault(angle.span(), what, "leave it out, or -90 to 90");
            continue;
        }
        let cdeg = (angle.value * 100.0).round() as Cdeg;
        *if left { &mut layout.left_angle } else { &mut layout.right_angle } = cdeg;
    }
    layout
}

/// The parts of a unit that have files of their own.
struct Parts {
    wings: bool,
    left: u8,
    centre: u8,
    right: u8,
}

impl Parts {
    fn of(card: &UnitCard, unit: &Unit) -> Parts {
        let wings =
            card.kind == Kind::PikeAndShot && unit.formation == Formation::Line && card.pikes > 0 && card.others > 0;
        if wings {
            let (left, right) = wing_strengths(card.others, &Layout::default());
            return Parts { wings, left, centre: card.pikes, right };
        }
        let centre = match unit.formation {
            Formation::Limbered | Formation::Unlimbered => card.guns.len() as u8,
            Formation::MusketsForward => card.others,
            Formation::PikesForward => card.pikes,
            _ => card.figures().min(255) as u8,
        };
        Parts { wings, left: 0, centre, right: 0 }
    }

    fn usual(&self, unit: &Unit) -> Layout {
        match unit.formation {
            Formation::Limbered | Formation::Unlimbered => Layout { centre: self.centre.max(1), ..Layout::default() },
            Formation::MarchColumn => Layout { centre: self.centre.clamp(1, 3), ..Layout::default() },
            _ if self.wings => usual_layout(self.centre, self.left + self.right, true),
            _ => usual_layout(0, self.centre, false),
        }
    }

    fn by_files(&self, files: &At<FilesFile>, report: &mut Reporter<'_>) -> Option<Layout> {
        match &files.value {
            FilesFile::All(all) if !self.wings => {
                fit(*all, self.centre, "it", &files.span(), report)?;
                Some(Layout { centre: *all, ..Layout::default() })
            }
            FilesFile::Parts(parts) if self.wings => {
                let layout = Layout { left: parts.left, centre: parts.pikes, right: parts.right, ..Layout::default() };
                let (left, right) = wing_strengths(self.left + self.right, &layout);
                fit(parts.left, left, "the left wing", &files.span(), report)?;
                fit(parts.pikes, self.centre, "the pike block", &files.span(), report)?;
                fit(parts.right, right, "the right wing", &files.span(), report)?;
                Some(layout)
            }
            FilesFile::All(_) => {
                let what = "pikes between two wings have files for each part (CP 7.3.6, 7.3.9)";
                report.fault(files.span(), what, "files = { left = 6, pikes = 6, right = 6 }");
                None
            }
            FilesFile::Parts(_) => {
                report.fault(files.span(), "only a line of pike and shot has wings (CP 7.3.6)", "files = 6");
                None
            }
        }
    }

    fn by_ranks(&self, ranks: &At<RanksFile>, report: &mut Reporter<'_>) -> Option<Layout> {
        let (shot, pikes) = match &ranks.value {
            RanksFile::All(all) => (*all, *all),
            RanksFile::Parts(parts) if self.wings => (parts.shot, parts.pikes),
            RanksFile::Parts(_) => {
                report.fault(ranks.span(), "only a line of pike and shot has wings (CP 7.3.6)", "ranks = 2");
                return None;
            }
        };
        if shot == 0 || pikes == 0 {
            report.fault(ranks.span(), "nobody stands in no ranks", "1 rank or more");
            return None;
        }
        let files = |figures: u8, ranks: u8| figures.div_ceil(ranks).max(1);
        if self.wings {
            let (left, right) = (files(self.left, shot), files(self.right, shot));
            return Some(Layout { left, centre: files(self.centre, pikes), right, ..Layout::default() });
        }
        Some(Layout { centre: files(self.centre, shot), ..Layout::default() })
    }
}

fn fit(files: u8, figures: u8, part: &str, span: &Range<usize>, report: &mut Reporter<'_>) -> Option<()> {
    if files == 0 || files > figures.max(1) {
        let what = format!("{files} files: {part} has {figures} figures");
        report.fault(span.clone(), what, format!("1 to {} files", figures.max(1)));
        return None;
    }
    Some(())
}
