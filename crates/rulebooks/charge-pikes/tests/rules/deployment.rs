//! Before the battle: deployment (ruling G68), forlorn hopes (20.3).

use crate::fights::{Situation, inches};
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Decision;
use charge_pikes::deployment::DeployChoice;
use charge_pikes::sequence::TurnStep;
use charge_pikes::state::{Formation, Place};
use field::table::{INCH, Point, Pose};
use kernel::{Rulebook, Scripted, Seat, Silent};

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// Nobody stands on the table yet; red deploys in the south, blue in the north.
fn waiting(options: &str, red: &str, blue: &str, dice: &[u8]) -> Situation {
    let unit = |key: &str, side: &str, what: &str| {
        format!("[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ngrade = \"C\"\n{what}\n\n")
    };
    let file = unit("south", "red", red) + &unit("north", "blue", blue);
    let mut situation = Situation::with_options(options, &file);
    let mut dice = Scripted::new(dice);
    situation.state = situation.rules.start(&mut dice, &mut Silent);
    dice.finish().unwrap();
    situation
}

const FOOT: &str = "kind = \"foot\"\npikes = 8\nmuskets = 16";

impl Situation {
    fn awaited(&self) -> Vec<Seat> {
        self.rules.awaiting(&self.state).iter().collect()
    }

    /// The usual way to put a unit down, somewhere.
    fn deploy(&self, unit: UnitId, at: [i32; 2], facing: i32) -> Decision {
        let standing = self.table().unit(unit);
        let pose = Pose { at: Point::new(at[0] * INCH, at[1] * INCH), facing };
        Decision::Deploy(DeployChoice::Place { unit, pose, formation: standing.formation, layout: standing.layout })
    }

    fn verdict(&self, seat: Seat, decision: Decision) -> String {
        self.rules
            .judge(&self.state, seat, &decision)
            .map_or_else(|refusal| refusal.rule.into_owned(), |()| String::new())
    }

    fn decide_rolling(&mut self, seat: Seat, decision: Decision, dice: &[u8]) {
        assert_eq!(self.verdict(seat, decision), "", "{decision:?}");
        self.act(dice, |play| play.play(seat, decision));
    }
}

#[test]
fn the_low_roller_deploys_first_within_his_zone() {
    // CP G68: ties again; red is lower and puts everything down before blue.
    let mut situation = waiting("", FOOT, FOOT, &[3, 3, 2, 5]);
    let (south, north) = (situation.id("south"), situation.id("north"));
    assert_eq!(situation.awaited(), [RED]);
    // Twelve inches from the baseline: the front may stand on the line, no farther.
    assert_eq!(situation.verdict(RED, situation.deploy(south, [36, 12], 0)), "");
    assert_eq!(situation.verdict(RED, situation.deploy(south, [36, 13], 0)), "CP G68");
    assert_eq!(situation.verdict(RED, situation.deploy(south, [2, 10], 0)), "CP G68");
    assert_eq!(situation.verdict(RED, situation.deploy(north, [36, 40], 18_000)), "CP 9.2");
    // CP 7.3.1: in a formation of its kind.
    let Decision::Deploy(DeployChoice::Place { unit, pose, layout, .. }) = situation.deploy(south, [36, 10], 0) else {
        panic!()
    };
    let limbered = Decision::Deploy(DeployChoice::Place { unit, pose, layout, formation: Formation::Limbered });
    assert_eq!(situation.verdict(RED, limbered), "CP 7.3.1");
    situation.decide_rolling(RED, situation.deploy(south, [36, 10], 0), &[]);
    assert_eq!(situation.unit("south").place, Place::Table);
    assert_eq!(situation.awaited(), [BLUE]);
    assert_eq!(situation.verdict(BLUE, situation.deploy(north, [36, 34], 18_000)), "CP G68");
    // With everybody down the first turn begins.
    situation.decide_rolling(BLUE, situation.deploy(north, [36, 40], 18_000), &[6, 1]);
    assert_eq!((situation.state.turn, situation.awaited()), (1, vec![RED]));
    // At 15 mm the zone is nine inches.
    let small = waiting("scale = \"15mm\"", FOOT, FOOT, &[2, 5]);
    assert_eq!(small.verdict(RED, small.deploy(south, [36, 9], 0)), "");
    assert_eq!(small.verdict(RED, small.deploy(south, [36, 10], 0)), "CP G68");
}

#[test]
fn the_menu_offers_places_that_are_free() {
    let situation = waiting("", FOOT, FOOT, &[5, 2]);
    let mut menu = Vec::new();
    situation.rules.ask(&situation.state, BLUE, &mut menu);
    assert!(menu.len() > 10);
    for decision in menu {
        assert_eq!(situation.verdict(BLUE, decision), "", "{decision:?}");
    }
}

#[test]
fn whoever_finds_no_room_stays_off_the_table() {
    // CP G68: a zone too small for the second regiment; the battle begins without it.
    let unit = |key: &str, side: &str, more: &str| {
        format!(
            "[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\ngrade = \"C\"\nkind = \"foot\"\n\
             muskets = 24\n{more}\n\n"
        )
    };
    let file = unit("one", "red", "") + &unit("two", "red", "") + &unit("north", "blue", "at = [36, 40]");
    let mut situation = Situation::new(&file);
    situation.rules.sides[0].zone =
        Some(charge_pikes::cards::Zone { west: inches(30), south: 0, east: inches(40), north: inches(2) });
    let mut dice = Scripted::new([2, 5]);
    situation.state = situation.rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    situation.rules.ask(&situation.state, RED, &mut menu);
    situation.decide_rolling(RED, menu[0], &[6, 1]);
    assert_eq!((situation.unit("two").place, situation.state.turn), (Place::Reserve, 1));
    assert_eq!(
        situation.state.agenda.top(),
        Some(charge_pikes::agenda::Step::Turn(TurnStep::ChooseSide(kernel::Side::FIRST)))
    );
}

#[test]
fn forlorn_hopes_are_drawn_out_before_the_battle() {
    // CP 20.3.1: up to six musketeers of a regiment, if the players use the rule.
    let regiment = "kind = \"foot\"\npikes = 8\nmuskets = 16\nat = [36, 10]";
    let standing = "kind = \"foot\"\nmuskets = 16\nat = [36, 40]";
    let mut situation = waiting("forlorn-hopes = true", regiment, standing, &[]);
    let south = situation.id("south");
    assert_eq!(situation.awaited(), [RED]);
    let draw = |figures: u8| Decision::Deploy(DeployChoice::Forlorn { unit: south, figures });
    assert_eq!(situation.verdict(RED, draw(6)), "");
    assert_eq!(situation.verdict(RED, draw(7)), "CP 20.3.1");
    assert_eq!(situation.verdict(RED, draw(0)), "CP 20.3.1");
    situation.decide_rolling(RED, draw(6), &[]);
    let hope = situation.table().card(south).forlorn.unwrap();
    let table = situation.table();
    assert_eq!((table.figures(hope), table.figures(south)), (6, 18));
    // CP 20.3.2a: two inches ahead; CP 20.3.2b: two ranks in close order.
    let gap = table.body(hope).distance(&table.body(south));
    assert!((gap - f64::from(inches(2))).abs() < 200.0, "{gap}");
    assert_eq!((table.deepest(hope), table.in_close_order(hope)), (2, true));
    // Not twice.
    assert_eq!(situation.verdict(RED, draw(1)), if situation.awaited() == [RED] { "CP 20.3.1" } else { "CP 13.1" });
    assert!(waiting("", regiment, standing, &[6, 1]).state.turn == 1, "without the rule nobody is asked");
}
