//! Routing, pursuing and recoiling: 15.1, 15.2 and 15.11.

use crate::fights::{Situation, inches};
use charge_pikes::agenda::{Step, TestKind};
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Decision;
use charge_pikes::movement::flight::{FlightChoice, FlightStep};
use charge_pikes::sequence::{Letter, TurnChoice, TurnStep};
use charge_pikes::state::{Aspect, ChargeKind, Contact, Formation, Loss, Mode, Morale, Phase, Place, Stage};
use field::table::{Cdeg, INCH, MM, Vec2, bearing, cast, turn};
use kernel::{Entry, Rulebook, Seat, Side};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
/// A line of 24 musketeers, 240 mm by 40 mm.
const FOOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
/// Twelve riders, 150 mm by 100 mm.
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
/// Four figures abreast: 80 mm.
const NARROW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const SQUARE: &str = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 13\nformation = \"square\"";
const ROUTING: &str = "start = { routing = true, fled = true }";

fn unit(key: &str, side: &str, at: [f64; 2], facing: &str, what: &str) -> String {
    format!(
        "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = {at:?}\nfacing = \"{facing}\"\n{what}\n\n"
    )
}

fn ground(kind: &str, west_south_east_north: [f64; 4]) -> String {
    format!("[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {west_south_east_north:?}\n\n")
}

fn battle(parts: &[String]) -> Situation {
    Situation::new(&parts.concat())
}

impl Situation {
    fn centre(&self, key: &str) -> Vec2 {
        self.table().body(self.id(key)).center()
    }

    fn place(&self, key: &str) -> Place {
        self.unit(key).place
    }

    /// Breaks a unit with nobody asked about pursuits yet.
    fn rout(&mut self, key: &str, cause: Option<&str>) -> Vec<Entry> {
        let (id, cause) = (self.id(key), cause.map(|cause| self.id(cause)));
        self.act(&[], |play| play.rout(id, cause))
    }

    /// A question at the bottom of the agenda that stops the machine where the test wants to look.
    fn stop_here(&mut self) {
        self.state.agenda.push(Step::Turn(TurnStep::ChooseSide(Side::FIRST)));
    }

    fn stopped(&self) -> bool {
        self.state.agenda.top() == Some(Step::Turn(TurnStep::ChooseSide(Side::FIRST)))
    }

    fn advance(&mut self, dice: &[u8]) -> Vec<Entry> {
        self.act(dice, |play| play.advance())
    }

    fn recoil(&mut self, key: &str, whole: i32, from: Option<&str>) -> Vec<Entry> {
        let (id, from) = (self.id(key), from.map(|from| self.id(from)));
        self.act(&[], |play| play.recoil(id, inches(whole), from))
    }

    fn pursue(&mut self, key: &str, target: &str) {
        let target = self.id(target);
        let unit = self.unit_mut(key);
        (unit.mode, unit.pursuit_begun) = (Mode::Pursuing { target }, true);
    }

    fn contact(&mut self, a: &str, b: &str, on_a: Aspect, on_b: Aspect) {
        let (a, b) = (self.id(a), self.id(b));
        assert!(a < b);
        self.state.contacts.push(Contact {
            a,
            b,
            impact: false,
            on_a,
            on_b,
            a_impetus: false,
            b_impetus: false,
            a_follows: false,
            b_follows: false,
            a_forward: false,
            b_forward: false,
        });
    }
}

/// Inches from one point to another, east and north.
fn step(from: Vec2, to: Vec2) -> [f64; 2] {
    let inch = f64::from(INCH);
    [(to.x - from.x) / inch, (to.y - from.y) / inch]
}

fn near(found: [f64; 2], wanted: [f64; 2]) {
    let off = (found[0] - wanted[0]).abs().max((found[1] - wanted[1]).abs());
    assert!(off < 0.02, "{found:?} is not {wanted:?}");
}

fn says(entries: &[Entry], rule: &str) -> bool {
    entries.iter().any(|entry| entry.rule == rule)
}

fn facing(situation: &Situation, key: &str, wanted: Cdeg) {
    let found = situation.unit(key).pose.facing;
    assert!(turn(found, wanted).abs() <= 20, "{key} looks to {found}, not {wanted}");
}

// --- 15.1

#[test]
fn a_router_turns_straight_away_from_the_cause_and_runs_half_a_move() {
    // CP 15.1.1, 15.1.2: both centres lie on one line from east to west.
    for (what, half) in [(FOOT, 5.0), (HORSE, 12.0)] {
        let deep = if what == FOOT { 20.0 } else { 50.0 };
        let mut situation = battle(&[
            unit("south", "red", [40.0, 24.0], "north", what),
            unit("cause", "blue", [50.0, 24.0 - deep / 25.4], "west", HORSE),
            unit("nearer", "blue", [40.0, 29.2], "south", FOOT),
        ]);
        let before = situation.centre("south");
        situation.rout("south", Some("cause"));
        facing(&situation, "south", 27_000);
        near(step(before, situation.centre("south")), [-half, 0.0]);
        let south = situation.unit("south");
        assert_eq!((south.mode, south.morale, south.fled), (Mode::Routing, Morale::Routed, false));
    }
}

#[test]
fn from_an_enemy_at_grips_a_router_runs_off_the_other_side() {
    // CP 15.1.1: though he stands rather to the left; the other enemy in front of it is not met (CP 15.1.4).
    let mut front = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("left", "blue", [31.2, 30.0], "south", FOOT),
        unit("right", "blue", [40.8, 30.0], "south", FOOT),
    ]);
    front.contact("south", "left", Aspect::Front, Aspect::Front);
    front.contact("south", "right", Aspect::Front, Aspect::Front);
    front.rout("south", Some("left"));
    assert_eq!(front.place("south"), Place::Table);
    facing(&front, "south", 18_000);
    // A charger who is home on its flank and has still to test counts as well.
    let mut flank = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("horse", "blue", [36.0 + 120.0 / 25.4, 31.0], "west", HORSE),
    ]);
    flank.charge("horse", "south").aspect = Aspect::Flank;
    flank.rout("south", Some("horse"));
    facing(&flank, "south", 27_000);
}

#[test]
fn without_a_cause_from_the_nearest_enemy_or_home() {
    // CP 15.1.1 as ruled in CP G27
    let south = unit("south", "red", [40.0, 24.0], "north", FOOT);
    let mut seen = battle(&[
        south.clone(),
        unit("far", "blue", [40.0, 40.0], "south", FOOT),
        unit("near", "blue", [52.0, 24.0 - 20.0 / 25.4], "west", FOOT),
    ]);
    seen.rout("south", None);
    facing(&seen, "south", 27_000);
    let mut alone = battle(&[
        unit("south", "red", [40.0, 24.0], "east", FOOT),
        unit("hidden", "blue", [40.0, 44.0], "south", FOOT),
        ground("heavy-woods", [0.0, 30.0, 72.0, 40.0]),
    ]);
    alone.rout("south", None);
    facing(&alone, "south", 18_000);
}

#[test]
fn the_first_flight_goes_over_friends() {
    // CP 15.1.3: room beside the friend does not save it now; CP G34: the router ends clear of it.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("friend", "red", [36.0, 24.5], "north", FOOT),
        unit("aside", "red", [50.0, 24.5], "north", FOOT),
        unit("cause", "blue", [36.0, 30.0], "south", NARROW),
    ]);
    let entries = situation.rout("south", Some("cause"));
    assert!(situation.unit("friend").disordered && !situation.unit("aside").disordered);
    assert!(says(&entries, "CP 11.1.5"));
    let table = situation.table();
    assert!(!table.body(situation.id("south")).overlaps(&table.body(situation.id("friend"))));
    assert!(situation.centre("south").y < situation.centre("friend").y, "it went right through");
}

#[test]
fn routers_who_meet_the_enemy_surrender() {
    // CP 15.1.4: fresh enemies take prisoners, enemies that run themselves do not.
    for (state, place) in [("", Place::Gone(Loss::Surrendered)), (ROUTING, Place::Table)] {
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", FOOT),
            unit("behind", "blue", [36.0, 25.0], "north", &format!("{FOOT}\n{state}")),
            unit("cause", "blue", [36.0, 30.0], "south", FOOT),
        ]);
        situation.rout("south", Some("cause"));
        assert_eq!(situation.place("south"), place);
    }
    // Nor is the enemy it turns from met, though it may brush against him in turning.
    for east in [30, 32, 34, 38, 40, 42, 44] {
        let line = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", FOOT),
            unit("cause", "blue", [f64::from(east), 30.0], "south", line),
        ]);
        situation.rout("south", Some("cause"));
        assert_eq!(situation.place("south"), Place::Table, "the enemy's middle at {east}");
    }
}

#[test]
fn who_is_never_burst_through() {
    // CP 15.1.5: squares, hard cover, buildings.
    let works = "[[ground.lines]]\nname = \"works\"\nkind = \"heavy-works\"\npoints = [[20, 24.6], [30, 24.6]]\n\n\
                 [[ground.lines]]\nname = \"wall\"\nkind = \"low-wall\"\npoints = [[50, 24.6], [60, 24.6]]\n\n";
    let town = "[[ground.areas]]\nname = \"houses\"\nkind = \"town\"\nbox = [30, 4, 36, 10]\n\n";
    let situation = battle(&[
        unit("square", "red", [40.0, 30.0], "north", SQUARE),
        unit("works", "red", [25.0, 24.5], "north", NARROW),
        unit("wall", "red", [55.0, 24.5], "north", NARROW),
        unit("open", "red", [60.0, 10.0], "north", NARROW),
        "[[units]]\nkey = \"garrison\"\nname = \"garrison\"\nside = \"red\"\ninside = \"houses\"\n".to_owned(),
        format!("{NARROW}\n\n{works}{town}"),
    ]);
    let immune = |key: &str| situation.table().immune_to_burst(situation.id(key));
    assert!(immune("square") && immune("works") && immune("garrison"));
    assert!(!immune("wall") && !immune("open"));
}

#[test]
fn squares_are_flowed_around_or_break_the_flight() {
    // CP 15.1.5 as ruled in CP G30: like impassable ground; the narrow line finds no inch beside the square.
    for (what, place) in [(FOOT, Place::Table), (NARROW, Place::Gone(Loss::Dispersed))] {
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", what),
            unit("square", "red", [36.0, 26.0], "north", SQUARE),
            unit("cause", "blue", [36.0, 30.0], "south", what),
        ]);
        situation.rout("south", Some("cause"));
        assert_eq!(situation.place("south"), place);
        assert!(!situation.unit("square").disordered);
        if place == Place::Table {
            let table = situation.table();
            assert!(!table.body(situation.id("south")).overlaps(&table.body(situation.id("square"))));
        }
    }
}

#[test]
fn continued_routs_turn_for_home_by_45_degrees_a_turn() {
    // CP 15.1.6: the baseline lies south; it faces 60 degrees away from that.
    let mut situation = battle(&[unit("south", "red", [20.0, 40.0], "east", &format!("{FOOT}\n{ROUTING}"))]);
    situation.unit_mut("south").pose.facing = 12_000;
    situation.unit_mut("south").fled = false;
    for wanted in [16_500, 18_000, 18_000] {
        let before = situation.centre("south");
        situation.act(&[], |play| play.rout_moves());
        facing(&situation, "south", wanted);
        let dir = field::table::heading(wanted);
        near(step(before, situation.centre("south")), [dir.x * 10.0, dir.y * 10.0]);
        assert!(situation.unit("south").fled);
    }
}

#[test]
fn continued_routs_come_in_phase_one() {
    // CP 15.1.6: when the sides are chosen the routers run, before anybody charges.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "south", &format!("{FOOT}\n{ROUTING}")),
        unit(
            "pursuer",
            "blue",
            [36.0, 40.0],
            "south",
            "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6\nstart = { pursuing = \"south\" }",
        ),
    ]);
    let before = situation.centre("south");
    situation.act(&[6, 1], |play| play.advance());
    near(step(before, situation.centre("south")), [0.0, 0.0]);
    situation.state.agenda.pop();
    situation.act(&[], |play| {
        play.take_side(Side::FIRST, Letter::A);
        // There is no general to ask first; then RoutMoves, then PursuitMoves.
        play.advance();
    });
    near(step(before, situation.centre("south")), [0.0, -10.0]);
    assert!(situation.table().in_contact_with(UnitId(0), UnitId(1)));
}

#[test]
fn routers_swerve_to_miss_enemies() {
    // CP 15.1.7: as little off the way home as misses him, up to 45 degrees; else it surrenders (CP 15.1.4).
    let router = unit("south", "red", [36.0, 36.0], "south", &format!("{NARROW}\n{ROUTING}"));
    let mut situation = battle(&[router.clone(), unit("enemy", "blue", [35.0, 29.0], "north", NARROW)]);
    let body = situation.table().body(situation.id("south")).into_body();
    let enemy = situation.table().body(situation.id("enemy")).into_body();
    let meets = |off: Cdeg| {
        let dir = field::table::heading(18_000 + off);
        cast(&body.rotated(body.center(), off), dir, f64::from(10 * INCH), &enemy).is_some()
    };
    assert!(meets(0));
    situation.act(&[], |play| play.rout_moves());
    assert_eq!(situation.place("south"), Place::Table);
    let off = turn(18_000, situation.unit("south").pose.facing);
    assert!(off != 0 && off.abs() <= 4_500, "{off}");
    assert!(!meets(off));
    assert!((1..9).map(|step| step * 500).filter(|less| *less < off.abs()).all(|less| meets(less) && meets(-less)));

    let wall = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let mut shut = battle(&[router, unit("enemy", "blue", [36.0, 33.0], "north", wall)]);
    shut.act(&[], |play| play.rout_moves());
    assert_eq!(shut.place("south"), Place::Gone(Loss::Surrendered));
}

#[test]
fn continued_routs_flow_around_friends_with_room_beside_them() {
    // CP 15.1.8: an inch on one side is enough; a friend hemmed in on both is burst through and disordered.
    let router = unit("south", "red", [36.0, 36.0], "south", &format!("{NARROW}\n{ROUTING}"));
    let friend = unit("friend", "red", [36.0, 31.0], "north", NARROW);
    // 80 mm is 3.15 inches: neighbours at 3.9 leave three quarters of an inch, at 4.2 more than an inch.
    let neighbour = |key: &str, off: f64| unit(key, "red", [36.0 + off, 31.0], "north", NARROW);
    for (left, right, burst) in [(-3.9, 3.9, true), (-4.2, 3.9, false), (-3.9, 4.2, false)] {
        let mut situation =
            battle(&[router.clone(), friend.clone(), neighbour("left", left), neighbour("right", right)]);
        let entries = situation.act(&[], |play| play.rout_moves());
        assert_eq!(situation.unit("friend").disordered, burst, "neighbours at {left} and {right}");
        assert_eq!(says(&entries, "CP 15.1.8"), burst);
        near(
            step(Vec2::new(f64::from(36 * INCH), f64::from(26 * INCH)), situation.unit("south").pose.at.vec()),
            [0.0; 2],
        );
    }
}

#[test]
fn impassable_ground_is_flowed_around_or_ends_the_flight() {
    // CP 15.1.9: an inch of the frontage free beside it is enough.
    let router = unit("south", "red", [36.0, 36.0], "south", &format!("{FOOT}\n{ROUTING}"));
    // The line reaches from 31.28 to 40.72.
    for (east, place) in [(39.0, Place::Table), (40.2, Place::Gone(Loss::Dispersed))] {
        let mut situation = battle(&[router.clone(), ground("impassable", [20.0, 30.0, east, 32.0])]);
        situation.act(&[], |play| play.rout_moves());
        assert_eq!(situation.place("south"), place, "free from {east}");
        if place == Place::Table {
            assert!(situation.unit("south").pose.at.y < inches(30));
        }
    }
    // CP 15.1.4: whoever waits behind it takes the router.
    let mut caught = battle(&[
        router,
        ground("impassable", [20.0, 30.0, 39.0, 32.0]),
        unit("enemy", "blue", [36.0, 28.0], "north", FOOT),
    ]);
    caught.unit_mut("enemy").layout.centre = 24;
    caught.act(&[], |play| play.rout_moves());
    assert_eq!(caught.place("south"), Place::Gone(Loss::Surrendered));
}

#[test]
fn crews_run_without_their_guns() {
    // CP 15.1.10: at the pace of skirmishers, 10 inches, half of it at once.
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]\nformation = \"unlimbered\"";
    let mut situation = battle(&[
        unit("guns", "red", [36.0, 30.0], "north", guns),
        unit("cause", "blue", [36.0, 40.0], "south", HORSE),
    ]);
    let pose = situation.unit("guns").pose;
    let entries = situation.rout("guns", Some("cause"));
    assert!(says(&entries, "CP 15.1.10"));
    let crew = situation.unit("guns");
    assert_eq!((crew.away, crew.formation, crew.mode), (true, Formation::Open, Mode::Routing));
    assert_eq!(situation.state.batteries[0].left_at, pose);
    assert!(crew.pose.at.y < inches(26));
    // CP G38: whoever touches them has them.
    situation.unit_mut("cause").pose = pose.about(50 * MM);
    situation.act(&[], |play| play.sweep_touched());
    assert_eq!(situation.table().standing_guns(situation.id("guns")), 0);
}

#[test]
fn routers_off_the_table_are_lost() {
    // CP 15.1.11: first flight or later alike; the other edges count too.
    let mut later = battle(&[unit("south", "red", [36.0, 9.0], "south", &format!("{FOOT}\n{ROUTING}"))]);
    later.act(&[], |play| play.rout_moves());
    assert_eq!(later.place("south"), Place::Gone(Loss::RoutedOff));
    let mut short = battle(&[unit("south", "red", [36.0, 10.5], "south", &format!("{FOOT}\n{ROUTING}"))]);
    short.act(&[], |play| play.rout_moves());
    assert_eq!(short.place("south"), Place::Table);
    let mut first = battle(&[
        unit("south", "red", [5.0, 24.0], "north", FOOT),
        unit("cause", "blue", [14.0, 24.0 - 20.0 / 25.4], "west", HORSE),
    ]);
    first.rout("south", Some("cause"));
    assert_eq!(first.place("south"), Place::Gone(Loss::RoutedOff));
}

// --- 15.2

#[test]
fn a_pursuer_follows_until_it_cannot() {
    // CP 15.2.1: after its target, while it is there to follow.
    let router = unit("south", "red", [36.0, 24.0], "south", &format!("{FOOT}\n{ROUTING}"));
    let horse = unit("horse", "blue", [68.0, 42.0], "south", HORSE);
    let mut open = battle(&[router.clone(), horse.clone()]);
    open.pursue("horse", "south");
    let (from, to) = (open.centre("horse"), open.centre("south"));
    open.act(&[], |play| play.pursuit_moves());
    facing(&open, "horse", bearing(to - from));
    near(step(from, open.centre("horse")), {
        let dir = (to - from).unit();
        [dir.x * 24.0, dir.y * 24.0]
    });
    assert!(open.table().pursuing(open.id("horse")) && open.unit("horse").outrun);

    // The target is in ground that is closed to horse, though the horse has not come to it yet.
    let mut woods = battle(&[router.clone(), horse.clone(), ground("heavy-woods", [30.5, 22.0, 41.5, 26.5])]);
    woods.pursue("horse", "south");
    woods.act(&[], |play| play.pursuit_moves());
    assert_eq!((woods.unit("horse").mode, woods.unit("horse").disordered), (Mode::Normal, true));

    // The target has dispersed, or surrendered.
    let mut gone = battle(&[router, horse]);
    gone.pursue("horse", "south");
    let south = gone.id("south");
    gone.act(&[], |play| {
        play.remove(south, Loss::Dispersed);
        play.pursuit_moves();
    });
    assert_eq!((gone.unit("horse").mode, gone.unit("horse").disordered), (Mode::Normal, true));
    assert_eq!(gone.unit("horse").pose.at.x, inches(68));
}

#[test]
fn a_pursuer_stops_at_impassable_ground() {
    // CP 15.2.2, CP G26: it counts as rallied, halted and disordered, and may face about.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 24.0], "south", &format!("{FOOT}\n{ROUTING}")),
        unit("horse", "blue", [36.0, 40.0], "south", HORSE),
        ground("impassable", [20.0, 30.0, 52.0, 32.0]),
    ]);
    situation.pursue("horse", "south");
    let horse = situation.id("horse");
    let entries = situation.act(&[], |play| play.pursuit_moves());
    assert!(says(&entries, "CP 15.2.2"));
    let unit = situation.unit("horse");
    assert_eq!((unit.mode, unit.disordered), (Mode::Normal, true));
    assert!((unit.pose.at.y - inches(32)).abs() < 2_000, "before the ground: {}", unit.pose.at.y);
    assert_eq!(situation.state.agenda.top(), Some(Step::Flight(FlightStep::TurnAbout { unit: horse })));
}

/// Horse in contact with two lines at once, with so many inches of its front on the first.
fn two_at_once(east: f64) -> Situation {
    let wide = "kind = \"horse\"\ngrade = \"C\"\nfigures = 24\nfiles = 12";
    let mut situation = battle(&[
        unit("left", "red", [31.2, 24.0], "north", FOOT),
        unit("right", "red", [40.8, 24.0], "north", FOOT),
        unit("horse", "blue", [east, 24.0], "south", wide),
    ]);
    situation.contact("left", "horse", Aspect::Front, Aspect::Front);
    situation.contact("right", "horse", Aspect::Front, Aspect::Front);
    situation.phase(Phase::Combat);
    situation.stop_here();
    situation
}

#[test]
fn the_quarry_is_the_one_with_most_figures_in_contact() {
    // CP 15.2.3; while the second stands the horse pursues nobody (CP G26).
    for (east, quarry) in [(34.0, "left"), (38.0, "right")] {
        let mut situation = two_at_once(east);
        situation.rout("left", Some("horse"));
        situation.advance(&[]);
        assert_eq!(situation.unit("horse").mode, Mode::Normal);
        situation.rout("right", Some("horse"));
        situation.advance(&[]);
        assert!(situation.stopped());
        assert_eq!(situation.unit("horse").mode, Mode::Pursuing { target: situation.id(quarry) }, "at {east}");
    }
}

#[test]
fn of_equal_quarries_the_owner_chooses() {
    // CP 15.2.3
    for chosen in ["left", "right"] {
        let mut situation = two_at_once(36.0);
        situation.rout("left", Some("horse"));
        situation.advance(&[]);
        situation.rout("right", Some("horse"));
        situation.advance(&[]);
        let horse = situation.id("horse");
        assert_eq!(situation.state.agenda.top(), Some(Step::Flight(FlightStep::ChooseQuarry { unit: horse })));
        let mut menu = Vec::new();
        let question = situation.rules.ask(&situation.state, BLUE, &mut menu);
        assert_eq!((question.rule, menu.len()), ("CP 15.2.3", 2));
        let quarry = situation.id(chosen);
        assert!(menu.contains(&Decision::Flight(FlightChoice::Pursue(quarry))));
        situation.act(&[], |play| play.play(BLUE, Decision::Flight(FlightChoice::Pursue(quarry))));
        assert_eq!(situation.unit("horse").mode, Mode::Pursuing { target: quarry });
    }
}

#[test]
fn horse_sets_off_at_once_half_a_pursuit_move_and_foot_may_try_to_halt() {
    // CP 15.2.1 as ruled in CP G26, CP 18.2.1, 18.2.2
    let mut horse = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("victor", "blue", [36.0, 30.0], "south", "kind = \"cuirassiers\"\ngrade = \"C\"\nfigures = 12\nfiles = 6"),
    ]);
    horse.contact("south", "victor", Aspect::Front, Aspect::Front);
    horse.stop_here();
    horse.rout("south", Some("victor"));
    horse.advance(&[]);
    // Half of 20 inches would reach: it stops where it touches the router's rear.
    assert!(horse.stopped());
    let (south, victor) = (horse.id("south"), horse.id("victor"));
    assert!(horse.table().in_contact_with(south, victor) && !horse.unit("victor").outrun);
    assert!(horse.table().body(south).touches(&horse.table().body(victor)));

    let mut foot = battle(&[
        unit("south", "red", [36.0, 30.0], "north", HORSE),
        unit("victor", "blue", [36.0, 30.0], "south", FOOT),
    ]);
    foot.contact("south", "victor", Aspect::Front, Aspect::Front);
    foot.stop_here();
    foot.rout("south", Some("victor"));
    foot.advance(&[]);
    assert_eq!(foot.state.agenda.top(), Some(Step::Flight(FlightStep::TryHalt { unit: victor, router: south })));
    let before = foot.centre("victor");
    foot.act(&[], |play| play.play(BLUE, Decision::Flight(FlightChoice::TryHalt(false))));
    near(step(before, foot.centre("victor")), [0.0, -5.0]);
    // CP G28
    assert!(foot.unit("victor").outrun);
}

#[test]
fn squares_and_units_with_others_to_fight_do_not_pursue() {
    // CP G26
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("victor", "blue", [36.0, 30.0], "south", SQUARE),
    ]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    situation.advance(&[]);
    assert!(situation.stopped());
    assert_eq!(situation.unit("victor").mode, Mode::Normal);
}

/// Routing foot by its baseline, with horse behind it.
fn about_to_leave(east: f64) -> Situation {
    let mut situation = battle(&[
        unit("south", "red", [east, 8.0], "south", &format!("{FOOT}\n{ROUTING}")),
        unit("horse", "blue", [east, 24.0], "south", HORSE),
        unit("other", "red", [10.0, 20.0], "north", HORSE),
        unit("friend", "blue", [10.0, 40.0], "south", HORSE),
    ]);
    situation.pursue("horse", "south");
    situation
}

#[test]
fn a_pursuer_leaves_the_table_after_its_target() {
    // CP 15.2.4; one that halted the turn before stays.
    let mut situation = about_to_leave(50.0);
    situation.state.turn = 5;
    let entries = situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    assert!(says(&entries, "CP 15.2.4"));
    assert_eq!(situation.place("south"), Place::Gone(Loss::RoutedOff));
    assert_eq!(situation.place("horse"), Place::OffTable { since: 5 });
    let mut halted = about_to_leave(50.0);
    halted.unit_mut("horse").mode = Mode::Normal;
    halted.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    assert_eq!(halted.place("horse"), Place::Table);
}

#[test]
fn v35_three_turns_off_the_table() {
    // CP V35, CP 15.2.5, CP G29: it left on turn 5; the test comes in phase 1 of turn 9 and not before.
    for (turn, dice) in [(6, &[6, 1][..]), (7, &[6, 1]), (8, &[6, 1]), (9, &[6, 1, 6])] {
        let mut situation = about_to_leave(50.0);
        situation.state.turn = 5;
        situation.act(&[], |play| {
            play.rout_moves();
            play.pursuit_moves();
        });
        situation.state.turn = turn;
        situation.act(dice, |play| {
            play.advance();
            play.play(RED, Decision::Turn(TurnChoice::TakeSide(Letter::A)));
        });
        let back = situation.place("horse") == Place::Table;
        assert_eq!(back, turn == 9, "turn {turn}");
        assert_eq!(situation.state.phase, Phase::Movement);
    }
}

#[test]
fn back_on_the_table() {
    let mut situation = about_to_leave(50.0);
    situation.unit_mut("horse").disordered = true;
    situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    let horse = situation.id("horse");
    situation.act(&[], |play| play.return_to_table(horse));
    // CP 15.2.6a: at the edge, where it left.
    let unit = *situation.unit("horse");
    assert_eq!((unit.place, unit.mode), (Place::Table, Mode::Normal));
    assert!((unit.pose.at.x - inches(50)).abs() < 1_000, "{}", unit.pose.at.x);
    facing(&situation, "horse", 0);
    let (low, _) = situation.table().body(horse).bounds();
    assert!(low.y >= 0.0 && low.y < f64::from(5 * MM));
    // CP 15.2.6b
    assert!(!unit.disordered && unit.morale == Morale::Good);
    // CP 15.2.6c: it may move, not charge.
    situation.phase(Phase::Movement);
    assert!(situation.table().judge_pick(BLUE, horse).is_ok());
    assert_eq!(situation.table().may_charge(horse).unwrap_err().rule, "CP 15.2.6c");
    let friend = situation.id("friend");
    assert!(situation.table().may_charge(friend).is_ok());
    // CP 15.2.6d: it may meet a charge on itself, not one on a friend.
    let other = situation.id("other");
    situation.charge("other", "horse").stage = Stage::Declared;
    assert_eq!(situation.table().may_counter(horse, other).unwrap(), ChargeKind::Counter);
    situation.state.charges.clear();
    situation.charge("other", "friend").stage = Stage::Declared;
    assert_eq!(situation.table().may_counter(horse, other).unwrap_err().rule, "CP 15.2.6d");
    situation.unit_mut("horse").returned = false;
    assert_eq!(situation.table().may_counter(horse, other).unwrap(), ChargeKind::Support);
}

#[test]
fn a_pursuer_who_finds_his_place_taken_comes_on_beside_it() {
    // CP 15.2.6a
    let mut situation = about_to_leave(50.0);
    situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    situation.unit_mut("other").pose.at = field::table::Point::new(inches(50), inches(4));
    let horse = situation.id("horse");
    situation.act(&[], |play| play.return_to_table(horse));
    let table = situation.table();
    assert_eq!(situation.place("horse"), Place::Table);
    assert!(!table.body(horse).overlaps(&table.body(situation.id("other"))));
}

/// A router that has run past a friend of its own, and a pursuer on its heels.
fn friend_between(neighbours: bool) -> Situation {
    let mut parts = vec![
        unit("south", "red", [36.0, 36.0], "south", &format!("{NARROW}\n{ROUTING}")),
        unit("friend", "red", [36.0, 31.0], "north", NARROW),
        unit("horse", "blue", [36.0, 42.0], "south", HORSE),
    ];
    if neighbours {
        parts.push(unit("left", "red", [32.3, 31.0], "north", NARROW));
        parts.push(unit("right", "red", [39.7, 31.0], "north", NARROW));
    }
    let mut situation = battle(&parts);
    situation.pursue("horse", "south");
    situation
}

#[test]
fn a_pursuer_flows_around_whom_the_router_flowed_around() {
    // CP 15.2.7
    let mut situation = friend_between(false);
    situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    let (south, friend, horse) = (situation.id("south"), situation.id("friend"), situation.id("horse"));
    assert!(!situation.unit("friend").disordered && !situation.unit("friend").crashed);
    assert_eq!(situation.unit("horse").mode, Mode::Pursuing { target: south });
    assert!(situation.table().in_contact_with(south, horse) && !situation.table().in_contact_with(friend, horse));
}

#[test]
fn a_pursuer_flows_around_a_square_the_router_ran_around() {
    // CP 15.2.7 with CP G30
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", FOOT),
        unit("square", "red", [36.0, 28.0], "north", SQUARE),
        unit("victor", "blue", [36.0, 30.0], "south", HORSE),
    ]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    situation.advance(&[]);
    assert_eq!(situation.unit("victor").mode, Mode::Pursuing { target: situation.id("south") });
    assert!(!situation.unit("square").crashed);
}

#[test]
fn a_pursuer_crashes_into_whom_the_router_burst_through() {
    let mut situation = friend_between(true);
    let entries = situation.act(&[], |play| {
        play.rout_moves();
        play.pursuit_moves();
    });
    let (friend, horse) = (situation.id("friend"), situation.id("horse"));
    // CP 15.2.8a, 15.2.2: the pursuit is over.
    assert!(says(&entries, "CP 15.2.8b"));
    assert_eq!(situation.unit("horse").mode, Mode::Normal);
    // CP 15.2.8b: the next round is their first.
    assert!(situation.table().in_contact_with(friend, horse));
    let contact = *situation.state.contacts.iter().find(|pair| (pair.a, pair.b) == (friend, horse)).unwrap();
    assert!(contact.impact);
    // CP 15.2.9a
    assert!(situation.unit("friend").disordered && situation.unit("horse").disordered);
    assert!(!contact.a_impetus && !contact.b_impetus);
    // CP 15.2.9b
    situation.phase(Phase::Shooting);
    assert_eq!(situation.table().may_shoot(friend).unwrap_err().rule, "CP 15.2.9b");
    assert_eq!(situation.table().may_shoot(horse).unwrap_err().rule, "CP 15.2.9b");
    // CP 15.2.9c: panic and stand tests, each in its phase; the pursuer has no charge to test.
    assert!(situation.table().test_due(TestKind::Panic, friend));
    assert!(situation.table().test_due(TestKind::Stand, friend));
    assert!(!situation.table().test_due(TestKind::Charge, horse));
    assert!(!situation.table().test_due(TestKind::Stand, horse));
    assert!(situation.state.agenda.is_empty());
}

#[test]
fn a_crash_in_the_combat_phase_is_tested_at_once_and_fought_next_turn() {
    // CP 15.2.8a, 15.2.8b, 15.2.9c, CP G24: the router bursts through in its first flight.
    let mut situation = battle(&[
        unit("south", "red", [36.0, 34.0], "north", FOOT),
        unit("friend", "red", [36.0, 30.0], "north", FOOT),
        unit("victor", "blue", [36.0, 34.0], "south", HORSE),
    ]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.phase(Phase::Combat);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    // Panic: grade C, no general −1, no impetus +2, naked −3, two open flanks −2; 5 passes. Then it stands.
    let entries = situation.advance(&[5, 6]);
    assert!(situation.stopped());
    let rules: Vec<&str> = entries.iter().map(|entry| entry.rule.as_ref()).collect();
    let at = |rule: &str| rules.iter().position(|told| *told == rule).unwrap_or_else(|| panic!("{rule}: {rules:?}"));
    assert!(at("CP 15.2.8b") < at("CP 18.3.1") && at("CP 18.3.1") < at("CP 18.5.1"));
    let (friend, victor) = (situation.id("friend"), situation.id("victor"));
    assert!(situation.table().in_contact_with(friend, victor));
    assert!(situation.state.contacts.iter().all(|pair| pair.impact));
}

#[test]
fn a_halted_pursuer_keeps_its_morale_and_a_rallied_router_is_good() {
    // CP G70
    let mut situation = about_to_leave(50.0);
    situation.unit_mut("horse").morale = Morale::Shaken;
    let (south, horse) = (situation.id("south"), situation.id("horse"));
    situation.act(&[], |play| {
        play.halt_pursuit(horse);
        play.rally(south);
    });
    let (router, pursuer) = (situation.unit("south"), situation.unit("horse"));
    assert_eq!((router.morale, router.mode, router.disordered), (Morale::Good, Mode::Normal, true));
    assert_eq!((pursuer.morale, pursuer.mode, pursuer.disordered), (Morale::Shaken, Mode::Normal, true));
}

#[test]
fn a_garrison_that_breaks_runs_out_behind_its_houses() {
    // CP 15.1.1, CP G61: clear of the block, and foot takes it over instead of pursuing.
    let town = ground("town", [30.0, 20.0, 36.0, 26.0]);
    let garrison =
        format!("[[units]]\nkey = \"south\"\nname = \"south\"\nside = \"red\"\ninside = \"town\"\n{NARROW}\n\n");
    let mut situation = battle(&[town, garrison, unit("victor", "blue", [33.0, 26.0], "south", NARROW)]);
    situation.contact("south", "victor", Aspect::Front, Aspect::Front);
    situation.stop_here();
    situation.rout("south", Some("victor"));
    let table = situation.table();
    let houses = &situation.rules.ground.areas[0].outline;
    assert!(!houses.meets_body(&table.body(situation.id("south"))));
    facing(&situation, "south", 18_000);
    situation.advance(&[]);
    assert_eq!((situation.unit("victor").inside, situation.unit("victor").mode), (Some(0), Mode::Normal));
}

// --- 15.11

#[test]
fn a_recoil_goes_straight_back_facing_the_enemy() {
    // CP 15.11.1
    let mut situation =
        battle(&[unit("south", "red", [36.0, 30.0], "east", FOOT), unit("aside", "red", [50.0, 40.0], "north", FOOT)]);
    situation.unit_mut("south").pose.facing = 6_000;
    let before = situation.centre("south");
    let entries = situation.recoil("south", 4, None);
    assert!(says(&entries, "CP 15.11.1"));
    let dir = field::table::heading(24_000);
    near(step(before, situation.centre("south")), [dir.x * 4.0, dir.y * 4.0]);
    facing(&situation, "south", 6_000);
    assert!(situation.unit("south").recoiled && !situation.unit("aside").disordered);
    // Ruling G31
    let mut square = battle(&[unit("south", "red", [36.0, 30.0], "north", SQUARE)]);
    square.recoil("south", 4, None);
    assert_eq!(square.unit("south").pose.at.y, inches(30));
}

#[test]
fn a_recoil_leads_away_from_the_enemy_who_struck() {
    // CP 15.11.1 with CP G49: from one in flank or rear it goes the other way, its facing kept.
    let deep = 40.0 / 25.4;
    let wide = 120.0 / 25.4;
    let cases = [
        ([36.0, 30.0], "south", Aspect::Front, [0.0, -2.0]),
        ([36.0, 30.0 - deep], "north", Aspect::Rear, [0.0, 2.0]),
        ([36.0 + wide, 30.0 - deep / 2.0], "west", Aspect::Flank, [-2.0, 0.0]),
        ([36.0 - wide, 30.0 - deep / 2.0], "east", Aspect::Flank, [2.0, 0.0]),
    ];
    for (at, looks, aspect, wanted) in cases {
        let mut situation =
            battle(&[unit("south", "red", [36.0, 30.0], "north", FOOT), unit("enemy", "blue", at, looks, HORSE)]);
        situation.contact("south", "enemy", aspect, Aspect::Front);
        let before = situation.centre("south");
        situation.recoil("south", 2, Some("enemy"));
        assert!(!situation.table().routing(situation.id("south")), "{looks}");
        near(step(before, situation.centre("south")), wanted);
        facing(&situation, "south", 0);
    }
}

#[test]
fn a_recoil_swerves_as_little_as_it_can() {
    // CP 15.11.2: friend or enemy, it is missed if 45 degrees are enough.
    for side in ["red", "blue"] {
        let mut situation = battle(&[
            unit("south", "red", [36.0, 30.0], "north", NARROW),
            unit("behind", side, [33.6, 25.8], "north", NARROW),
        ]);
        let (south, behind) = (situation.id("south"), situation.id("behind"));
        let body = situation.table().body(south).into_body();
        // CP 15.3.1: of an enemy it keeps clear.
        let clear = if side == "red" { 0.0 } else { f64::from(MM) };
        let obstacle = situation.table().body(behind).grown(clear);
        let meets =
            |off: Cdeg| cast(&body, field::table::heading(18_000 + off), f64::from(4 * INCH), &obstacle).is_some();
        assert!(meets(0));
        let before = situation.centre("south");
        situation.recoil("south", 4, None);
        let moved = situation.centre("south") - before;
        assert!((moved.len() - f64::from(4 * INCH)).abs() < 10.0);
        facing(&situation, "south", 0);
        let off = turn(18_000, bearing(moved));
        assert!((-4_500..0).contains(&off), "to the east, by {off}");
        // By no more than a degree or so beyond what is needed.
        assert!(!meets(off - 1) && meets(off + 110), "{off}");
        assert!(!situation.unit("behind").disordered);
        assert!(!situation.table().routing(south));
    }
}

#[test]
fn a_recoil_onto_the_enemy_is_a_rout() {
    // CP 15.11.3, CP G27: no swerve is enough; it runs from the nearest enemy it sees.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 24";
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("front", "blue", [36.0, 30.0], "south", NARROW),
        unit("behind", "blue", [36.0, 26.0], "north", wide),
    ]);
    situation.contact("south", "front", Aspect::Front, Aspect::Front);
    let entries = situation.recoil("south", 4, Some("front"));
    assert!(says(&entries, "CP 15.11.3") && says(&entries, "CP 12.4"));
    // Between two enemies there is nowhere to run (CP 15.1.4).
    assert_eq!(situation.place("south"), Place::Gone(Loss::Surrendered));
    // With the enemy behind well to one side and no farther than he must be met, it runs and lives.
    let mut open = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("behind", "blue", [36.0, 26.0], "north", wide),
    ]);
    open.recoil("south", 4, None);
    assert!(open.table().routing(open.id("south")));
    facing(&open, "south", 0);
}

#[test]
fn a_recoil_bursts_through_friends() {
    // CP 15.11.4, CP G34: no swerve misses the long line behind; it passes right through.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 24";
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("behind", "red", [36.0, 26.0], "north", wide),
    ]);
    situation.recoil("south", 4, None);
    let (south, behind) = (situation.id("south"), situation.id("behind"));
    assert!(situation.unit("behind").disordered && !situation.unit("south").disordered);
    assert!(!situation.table().body(south).overlaps(&situation.table().body(behind)));
    assert!(situation.centre("south").y < situation.centre("behind").y);
    facing(&situation, "south", 0);
}

#[test]
fn a_recoil_stops_short_of_a_square() {
    // CP 15.11.4 as CP 15.1.5 limits it, CP G30
    let big = "kind = \"foot\"\ngrade = \"C\"\npikes = 60\nmuskets = 60\nformation = \"square\"";
    let mut situation = battle(&[
        unit("south", "red", [36.0, 30.0], "north", NARROW),
        unit("square", "red", [36.0, 26.0], "north", big),
    ]);
    situation.recoil("south", 4, None);
    assert!(!situation.unit("square").disordered && !situation.table().routing(situation.id("south")));
    let rear = 30.0 - 40.0 / 25.4 - 26.0;
    near([f64::from(inches(30) - situation.unit("south").pose.at.y) / f64::from(INCH), 0.0], [rear - 0.04, 0.0]);
}
