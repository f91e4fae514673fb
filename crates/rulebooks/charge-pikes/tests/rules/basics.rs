//! Chapters 1, 3, 4, 5, 6, 7, 13 and 14: scales, troop types, units, grades, formations and the turn; with what chapter 20
//! adds to them.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::ChargePikes;
use charge_pikes::agenda::TestKind;
use charge_pikes::cards::{Grade, GunClass, Kind, PikeStatus};
use charge_pikes::combat::Bout;
use charge_pikes::decision::{Decision, Manoeuvre};
use charge_pikes::deployment::DeployChoice;
use charge_pikes::formations::Wing;
use charge_pikes::movement::charging::ChargeChoice;
use charge_pikes::movement::flight::FlightChoice;
use charge_pikes::movement::maneuvers::MoveChoice;
use charge_pikes::muster::armies;
use charge_pikes::rulebook::OPTIONS;
use charge_pikes::scales::{Footprint, Scale};
use charge_pikes::sequence::{Letter, TurnChoice};
use charge_pikes::setup::{self, BASIC};
use charge_pikes::shooting::{Row, Salvo, ShootChoice};
use charge_pikes::state::{Aspect, Fire, Formation, Mode, Phase, Shot, Stage, State};
use charge_pikes::table::Table;
use field::table::{Block, INCH, MM, Pose, TOUCH, Um};
use kernel::{Entry, Ledger, Reaction, Rulebook, Scripted, Seat, Seeded, Side, Silent};
use scenario::Source;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// A unit of the battle file: red ones face north, the others south.
fn unit(key: &str, side: &str, at: [f64; 2], what: &str) -> String {
    let facing = if side == "red" { "north" } else { "south" };
    let [x, y] = at;
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nat = [{x}, {y}]\nfacing = \"{facing}\"\n{what}\n"
    )
}

fn red(key: &str, at: [f64; 2], what: &str) -> String {
    unit(key, "red", at, what)
}

fn blue(key: &str, at: [f64; 2], what: &str) -> String {
    unit(key, "blue", at, what)
}

/// The only unit of its battle, called `one`.
fn lone(options: &str, what: &str) -> Situation {
    Situation::with_options(options, &red("one", [36.0, 20.0], what))
}

/// The faults of a battle with that one unit.
fn faults(options: &str, what: &str) -> String {
    let sides = "[[sides]]\nkey = \"red\"\nname = \"Red\"\nbaseline = \"south\"\n[[sides]]\nkey = \"blue\"\nname = \"Blue\"\nbaseline = \"north\"\n";
    let head = "format = 1\nrulebook = \"charge-pikes\"\nkey = \"spoilt\"\ntitle = \"Spoilt\"\n";
    let text = format!("{head}[options]\n{options}\n{sides}{}", red("one", [36.0, 20.0], what));
    match setup::open(&Source::new("spoilt.toml", text)) {
        Ok(_) => panic!("taken: {what}"),
        Err(faults) => faults.to_string(),
    }
}

fn body_block(game: &Situation, key: &str, block: usize) -> Block {
    game.rules.body_of(game.id(key), game.unit(key)).blocks[block]
}

/// Width and depth of a block in millimetres.
fn measures(block: &Block) -> (f64, f64) {
    let mm = f64::from(MM);
    ((block.width() / mm * 10.0).round() / 10.0, (block.depth / mm * 10.0).round() / 10.0)
}

fn salvo(game: &Situation, unit: &str, target: &str, shot: Shot) -> Salvo {
    let fire = Fire { unit: game.id(unit), target: game.id(target), face: 0, shot };
    game.table().shooters(&fire).unwrap_or_else(|refusal| panic!("{unit}: {refusal}"))
}

/// Two units locked front to front, `one` (red) and `other` (blue).
fn locked(options: &str, one: &str, other: &str, more: &str) -> Situation {
    let contact = format!("\n[[contacts]]\nunits = [\"one\", \"other\"]\n{more}\n");
    Situation::with_options(options, &(red("one", [36.0, 24.0], one) + &blue("other", [36.0, 24.0], other) + &contact))
}

fn bout(game: &Situation) -> Bout {
    let table = game.table();
    table.bout(&table.pairs()[0]).unwrap()
}

// --- A battle played from the first roll, with the questions it asks

struct Battle {
    rules: ChargePikes,
    state: State,
    dice: Scripted,
    ledger: Ledger,
    /// Who was asked what, in which phase.
    asked: Vec<(Phase, Seat, &'static str)>,
}

impl Battle {
    fn begin(options: &str, file: &str, dice: &[u8]) -> Battle {
        Battle::of(Situation::with_options(options, file).rules, dice)
    }

    fn of(rules: ChargePikes, dice: &[u8]) -> Battle {
        let (mut dice, mut ledger) = (Scripted::new(dice), Ledger::default());
        let state = rules.start(&mut dice, &mut ledger);
        Battle { rules, state, dice, ledger, asked: Vec::new() }
    }

    /// Answers until the turn is over: what `choose` decides, else the answer that commits to least.
    fn go_on(&mut self, mut choose: impl FnMut(&Table<'_>, &str, &[Decision]) -> Option<Decision>) {
        let (turn, mut menu) = (self.state.turn, Vec::new());
        while self.state.turn == turn {
            let Some(seat) = self.rules.awaiting(&self.state).iter().next() else { return };
            let question = self.rules.ask(&self.state, seat, &mut menu);
            self.asked.push((self.state.phase, seat, question.topic));
            let table = Table { rules: &self.rules, state: &self.state };
            let decision = choose(&table, question.topic, &menu).unwrap_or(menu[question.default]);
            self.play(seat, decision);
        }
    }

    fn play(&mut self, seat: Seat, decision: Decision) {
        let judged = self.rules.judge(&self.state, seat, &decision);
        judged.unwrap_or_else(|refusal| panic!("{decision:?}: {refusal}"));
        self.rules.play(&mut self.state, seat, decision, &mut self.dice, &mut self.ledger);
    }

    fn told(&self) -> String {
        let line = |entry: &Entry| format!("{} {} {:?} {}\n", entry.rule, entry.title, entry.dice, entry.result);
        self.ledger.entries.iter().map(line).collect()
    }

    fn finish(&self) {
        self.dice.clone().finish().unwrap_or_else(|error| panic!("{error}\n{}", self.told()));
    }

    /// Where in the ledger a rule is told about a unit.
    fn line(&self, rule: &str, key: &str) -> usize {
        let id = self.rules.units.iter().position(|unit| unit.key == key).unwrap() as u16;
        let about = |entry: &Entry| entry.rule == rule && entry.bodies.first() == Some(&id);
        let found = self.ledger.entries.iter().position(about);
        found.unwrap_or_else(|| panic!("nothing by {rule} about {key}:\n{}", self.told()))
    }
}

// --- 1 Introduction, 4 Mounting figures

#[test]
fn distances_of_both_scales() {
    // CP X2, CP 1.3
    assert_eq!(Scale::Mm25.inches(6), 152_400);
    assert_eq!(Scale::Mm15.inches(6), 114_300);
    // CP 1.4: three quarters of every distance, to the micrometre.
    for printed in 1..=48 {
        assert_eq!(4 * Scale::Mm15.inches(printed), 3 * Scale::Mm25.inches(printed), "{printed}\"");
    }
    // CP 1.4, G57: also of those that are printed once, such as the 8" one sees among trees.
    let woods = "[[ground.areas]]\nname = \"Wood\"\nkind = \"light-woods\"\nbox = [20, 5, 52, 40]\n";
    let foot = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 6";
    let file = woods.to_owned() + &red("one", [36.0, 15.0], foot) + &blue("other", [36.0, 22.0], foot);
    for (scale, seen) in [("25mm", true), ("15mm", false)] {
        let game = Situation::with_options(&format!("scale = \"{scale}\""), &file);
        assert_eq!(game.table().sees(game.id("one"), game.id("other")), seen, "7\" at {scale}");
    }
}

/// One of everything the basic rules know, on both sides.
fn basic_armies() -> String {
    let arms = [
        ("foot", [14.0, 12.0], "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12"),
        ("skirmishers", [26.0, 13.0], "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 6"),
        ("horse", [36.0, 12.0], "kind = \"horse\"\ngrade = \"B\"\nfigures = 8"),
        ("dragoons", [46.0, 12.0], "kind = \"dragoons\"\ngrade = \"D\"\nfigures = 8"),
        ("guns", [56.0, 12.0], "kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\", \"field\"]"),
    ];
    let mut file = String::new();
    for (key, [x, y], what) in arms {
        file += &red(key, [x, y], what);
        file += &blue(&format!("blue-{key}"), [x, 48.0 - y], what);
    }
    file
}

#[test]
fn the_basic_rules_are_complete_in_themselves() {
    // CP 1.1: everything of the optional section is off unless it is asked for,
    let optional: Vec<_> = OPTIONS.iter().filter(|option| option.rule.starts_with("CP 20.")).collect();
    assert_eq!(optional.len(), 6);
    assert!(optional.iter().all(|option| option.values == ["off", "on"]));
    let rules = Situation::new(&basic_armies()).rules;
    assert_eq!(rules.options, BASIC);
    // and a battle is played to its end without any of it.
    let (mut dice, mut choices) = (Seeded::new(1642), Seeded::new(1651));
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    while let Some(seat) = rules.awaiting(&state).iter().next() {
        rules.ask(&state, seat, &mut menu);
        for decision in &menu {
            let optional = matches!(
                decision,
                Decision::Charge(ChargeChoice::React { .. })
                    | Decision::Deploy(DeployChoice::Forlorn { .. })
                    | Decision::Move(MoveChoice::Make(
                        Manoeuvre::VolleyPosture(_)
                            | Manoeuvre::DrawIn
                            | Manoeuvre::Form(Formation::MusketsForward | Formation::PikesForward)
                    ))
            );
            assert!(!optional, "{decision:?} by the basic rules");
        }
        let decision = menu[choices.below(menu.len())];
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
    }
    assert!(rules.outcome(&state).is_some());
}

#[test]
fn frontage_by_the_table() {
    // CP 4.1, T1: widths and depths in millimetres at 25 mm and at 15 mm.
    let table = [
        (Footprint::Pikeman, [15, 10], [20, 13]),
        (Footprint::Musketeer, [20, 13], [20, 13]),
        (Footprint::Skirmisher, [30, 20], [30, 20]),
        (Footprint::Mounted, [25, 20], [50, 20]),
        (Footprint::General, [50, 30], [50, 20]),
        (Footprint::Gun, [50, 30], [50, 40]),
        (Footprint::Transport, [50, 30], [80, 60]),
        (Footprint::Highlander, [20, 13], [20, 13]),
    ];
    for (ix, options) in ["scale = \"25mm\"", "scale = \"15mm\""].into_iter().enumerate() {
        let rules = lone(options, "kind = \"horse\"\ngrade = \"C\"\nfigures = 12").rules;
        for (figure, width, depth) in table {
            assert_eq!(rules.figure_width(figure), width[ix] * MM, "{figure:?}, {options}");
            assert_eq!(rules.figure_depth(figure), depth[ix] * MM, "{figure:?}, {options}");
        }
    }
    // CP 4.1: combat goes by that frontage: six files of 25 mm ride against pikes of 15 mm and muskets of 20 mm.
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";
    let impact = "impact = true\nimpetus = [\"one\"]\nforward = [\"one\"]";
    let against = |foot: &str| bout(&locked("", horse, &format!("kind = \"foot\"\ngrade = \"C\"\n{foot}"), impact));
    // 150 mm of riders touch ten pikemen or eight musketeers, each with a man behind him.
    assert_eq!(against("pikes = 60\nfiles = 30").figures, [12, 20]);
    assert_eq!(against("muskets = 60\nfiles = 30").figures, [12, 16]);
}

// --- 3 Troop types

#[test]
fn troop_types() {
    // CP 3.1
    let words = [
        ("foot", Kind::PikeAndShot, "pikes = 6\nmuskets = 6"),
        ("skirmishers", Kind::Skirmishers, "figures = 6"),
        ("cuirassiers", Kind::Cuirassiers, "figures = 6"),
        ("horse", Kind::Horse, "figures = 6"),
        ("dragoons", Kind::Dragoons, "figures = 6"),
        ("battery", Kind::Battery, "guns = [\"field\"]\ncrew = 3"),
        ("wagons", Kind::Wagons, "figures = 2"),
    ];
    for (word, kind, figures) in words {
        let game = lone("", &format!("kind = \"{word}\"\ngrade = \"C\"\n{figures}"));
        let id = game.id("one");
        assert_eq!(game.table().card(id).kind, kind);
        // Wagons are models on the table, but no troops.
        assert_eq!(game.table().is_troops(id), kind != Kind::Wagons, "{word}");
        // CP 3.4, 3.5: on horseback, but only true cavalry is cavalry and has pistols.
        let mounted = matches!(kind, Kind::Cuirassiers | Kind::Horse | Kind::Dragoons);
        let cavalry = matches!(kind, Kind::Cuirassiers | Kind::Horse);
        assert_eq!(game.table().is_mounted(id), mounted, "{word}");
        assert_eq!(game.table().is_cavalry(id), cavalry, "{word}");
        assert_eq!(game.table().card(id).pistols, cavalry, "{word}");
        // CP 3.6: gunners are foot.
        assert_eq!(game.table().is_foot(id), !mounted && kind != Kind::Wagons, "{word}");
    }
    assert!(faults("", "kind = \"elephants\"\ngrade = \"C\"\nfigures = 6").contains("elephants"));
    assert!(faults("", "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 6\npistols = true").contains("CP 3.4"));
}

#[test]
fn matchlocks_unless_the_option_gives_firelocks() {
    // CP 3.2: one die for four matchlocks, in a regiment and in a skirmish line.
    let musketeers = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12";
    let skirmishers = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12";
    let target = blue("other", [36.0, 16.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20");
    let dice = |options: &str, what: &str| {
        let mut game = Situation::with_options(options, &(red("one", [36.0, 12.0], what) + &target));
        game.phase(Phase::Shooting);
        let salvo = salvo(&game, "one", "other", Shot::SmallArms);
        (salvo.shooters(), salvo.dice())
    };
    assert_eq!(dice("", musketeers), (12, 3));
    assert_eq!(dice("", skirmishers), (12, 3));
    // The option alone changes nothing for those who have matchlocks; without it nobody has anything else.
    assert_eq!(dice("firelocks = true", musketeers), (12, 3));
    assert_eq!(dice("firelocks = true", &format!("{musketeers}\nfirelocks = true")), (12, 4));
    assert_eq!(dice("firelocks = true", &format!("{skirmishers}\nfirelocks = true")), (12, 4));
    assert!(faults("", &format!("{musketeers}\nfirelocks = true")).contains("CP 1.2"));
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfirelocks = true";
    assert!(faults("firelocks = true", horse).contains("CP 3.2"));
}

#[test]
fn skirmishers_stand_in_skirmish_order() {
    // CP 3.3
    let skirmishers = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8";
    let game = lone("", skirmishers);
    assert_eq!(game.unit("one").formation, Formation::Open);
    assert!(game.table().is_open_order(game.id("one")) && !game.table().is_close_order_foot(game.id("one")));
    assert!(faults("", &format!("{skirmishers}\nformation = \"line\"")).contains("CP 3.3"));
    // They are what dragoons become when they dismount: the same order, the same ground to a man, the same fire.
    let mut dragoons = lone("", "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 8");
    let id = dragoons.id("one");
    assert_eq!(dragoons.unit("one").formation, Formation::Line);
    dragoons.act(&[], |play| play.make_move(id, Manoeuvre::Dismount));
    assert_eq!(dragoons.unit("one").formation, Formation::Open);
    assert!(dragoons.table().is_foot(id) && dragoons.table().is_open_order(id));
    assert_eq!(dragoons.rules.main_figure(id, dragoons.unit("one")), Footprint::Skirmisher);
    let near = f64::from(inches(3));
    assert_eq!(dragoons.table().shooting_row(id, near), game.table().shooting_row(game.id("one"), near));
}

#[test]
fn cavalry_and_dragoons() {
    let foot = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 60\nfiles = 30";
    let impact = "impact = true\nforward = [\"one\"]";
    for kind in ["cuirassiers", "horse"] {
        // CP 3.4: a die for every two swords; pistols to shoot with, and a point for them hand to hand.
        let mut game = locked("", &format!("kind = \"{kind}\"\ngrade = \"C\"\nfigures = 12"), foot, impact);
        let one = game.id("one");
        assert_eq!((bout(&game).figures[0], bout(&game).dice[0]), (12, 6), "{kind}");
        assert_eq!(game.table().shooting_row(one, f64::from(INCH)), Some(Row::Mounted));
        game.phase(Phase::Combat);
        assert_eq!(game.table().judge_pistols(RED, one, true), Ok(()), "{kind}");
    }
    // CP 3.5: mounted musketeers strike like foot, and have no pistols to draw.
    let mut game = locked("", "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12", foot, impact);
    let one = game.id("one");
    assert_eq!((bout(&game).figures[0], bout(&game).dice[0]), (12, 3));
    game.phase(Phase::Combat);
    assert!(game.table().judge_pistols(RED, one, true).is_err());
    // On foot their muskets carry as far as anybody's, and out of reach of pistols.
    let mut game = lone("", "kind = \"dragoons\"\ngrade = \"C\"\nfigures = 12");
    let far = f64::from(inches(7));
    assert_eq!(game.table().shooting_row(game.id("one"), far), None);
    let id = game.id("one");
    game.act(&[], |play| play.make_move(id, Manoeuvre::Dismount));
    assert_eq!(game.table().shooting_row(id, far), Some(Row::UnsteadyFar));
}

#[test]
fn gunners_are_foot_who_serve_guns() {
    // CP 3.6: a crew away from its guns is foot in open order, and may take the guns up again where it touches them.
    let guns = "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\"]\ncrew = 4\nstart = { crew-at = [30, 10] }";
    let stray = red("foot", [44.0, 20.0], "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4");
    let mut game = Situation::new(&(red("one", [36.0, 20.0], guns) + &stray));
    game.phase(Phase::Movement);
    let (crew, foot) = (game.id("one"), game.id("foot"));
    assert!(game.table().is_foot(crew) && game.table().is_open_order(crew) && !game.table().is_guns(crew));
    game.unit_mut("one").pose = Pose { facing: 0, ..game.state.batteries[0].left_at };
    game.act(&[], |play| play.make_move(crew, Manoeuvre::Man));
    assert!(game.table().is_guns(crew));
    // No other foot does.
    assert!(game.table().judge_move(foot, &Manoeuvre::Man).is_err());
}

#[test]
fn generals_neither_shoot_nor_fight() {
    // CP 3.7: the unit he is with strikes and shoots exactly as without him.
    let general = |with: &str| {
        format!("\n[[generals]]\nkey = \"chief\"\nname = \"Chief\"\nside = \"red\"\nrank = \"chief\"\n{with}\n")
    };
    let foot = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 12";
    let [alone, led] = ["at = [70, 2]", "with = \"one\""].map(|with| {
        let contact = "impact = true".to_owned() + &general(with);
        locked("", foot, foot, &contact)
    });
    assert_eq!(bout(&alone), bout(&led));
    let strengths = |game: &Situation| (game.table().figures(game.id("one")), game.table().armed(game.id("one")));
    assert_eq!(strengths(&alone), strengths(&led));
    let [alone, led] = ["at = [70, 2]", "with = \"one\""].map(|with| {
        let file = red("one", [36.0, 10.0], foot) + &blue("other", [36.0, 14.0], foot) + &general(with);
        let mut game = Situation::new(&file);
        game.phase(Phase::Shooting);
        let salvo = salvo(&game, "one", "other", Shot::SmallArms);
        (salvo.shooters(), salvo.dice(), salvo.bands)
    });
    assert_eq!(alone, led);
}

#[test]
fn gun_classes() {
    // CP 3.8: by weight of shot.
    let classes = [
        (1, GunClass::Light),
        (4, GunClass::Light),
        (5, GunClass::Field),
        (12, GunClass::Field),
        (13, GunClass::Heavy),
        (48, GunClass::Heavy),
    ];
    for (pounds, class) in classes {
        assert_eq!(GunClass::of_shot(pounds), class, "{pounds} lb");
        let game = lone("", &format!("kind = \"battery\"\ngrade = \"C\"\nguns = [{pounds}]"));
        assert_eq!(game.rules.units[0].guns[0].class, class, "{pounds} lb");
    }
    // Siege guns are heavy, in a battery with anything else.
    let game = lone("", "kind = \"battery\"\ngrade = \"C\"\nguns = [\"siege\", \"light\", 9]");
    let mixed: Vec<GunClass> = game.rules.units[0].guns.iter().map(|gun| gun.class).collect();
    assert_eq!(mixed, [GunClass::Heavy, GunClass::Light, GunClass::Field]);
    assert_eq!(game.state.batteries[0].guns[0].class, GunClass::Heavy);
}

// --- 5 Units, 6 Morale grades

#[test]
fn a_unit_is_horse_or_a_regiment_or_a_battery() {
    // CP 5.1: guns stand in batteries, and a battery has nothing else.
    assert!(faults("", "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nguns = [\"light\"]").contains("CP 5.1"));
    assert!(faults("", "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nguns = [\"light\"]").contains("CP 5.1"));
    let mixed = faults("", "kind = \"battery\"\ngrade = \"C\"\nguns = [\"light\"]\nmuskets = 12");
    assert!(mixed.contains("a battery is counted in guns and crew"), "{mixed}");
    // Several troops of horse are one unit: one body that moves as a whole.
    let game = lone("", "kind = \"horse\"\ngrade = \"C\"\nfigures = 24");
    assert_eq!(game.rules.units.len(), 1);
    assert_eq!(game.rules.body_of(game.id("one"), game.unit("one")).blocks.len(), 1);
}

#[test]
fn all_figures_of_a_unit_touch() {
    // CP 5.4: however the wings are swung, however thin they are, and in every formation.
    let regiment = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nswedish = true\nformation = \"line\"";
    let mut game = lone("swedish-system = true", regiment);
    let whole = |game: &Situation, how: &str| {
        let body = game.rules.body_of(game.id("one"), game.unit("one"));
        for (ix, block) in body.blocks.iter().enumerate().skip(1) {
            assert!(body.blocks[0].distance(block) <= TOUCH, "block {ix} is off: {how}");
            assert!(!body.blocks[0].overlaps(block), "block {ix} is on top: {how}");
        }
        body.blocks.len()
    };
    for angle in [-9_000, -4_500, -1_000, 0, 1_000, 4_500] {
        for (left, centre, right) in [(6, 6, 6), (12, 3, 4), (1, 12, 12)] {
            let layout = &mut game.unit_mut("one").layout;
            (layout.left, layout.centre, layout.right) = (left, centre, right);
            (layout.left_angle, layout.right_angle) = (angle, -angle);
            assert_eq!(whole(&game, &format!("{angle}, {left}/{centre}/{right}")), 3);
        }
    }
    let mut game = lone("swedish-system = true", regiment);
    for formation in [Formation::MusketsForward, Formation::PikesForward] {
        game.unit_mut("one").formation = formation;
        game.unit_mut("one").layout.centre = 12;
        assert_eq!(whole(&game, &format!("{formation:?}")), 2);
    }
    for formation in [Formation::Square, Formation::MarchColumn] {
        game.unit_mut("one").formation = formation;
        assert_eq!(whole(&game, &format!("{formation:?}")), 1);
    }
    // Those who are left after losses close up.
    let mut game = lone("", "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24");
    let id = game.id("one");
    game.act(&[], |play| {
        play.lose_figures(id, 20);
    });
    assert_eq!((game.unit("one").pikes, game.unit("one").others), (5, 11));
    assert_eq!(whole(&game, "after losses"), 3);
}

#[test]
fn one_grade_for_a_whole_unit() {
    // CP 5.6: musketeers drawn out of a regiment and dragoons off their horses are graded like the rest.
    for (word, grade) in [("A", Grade::A), ("B", Grade::B), ("C", Grade::C), ("D", Grade::D), ("E", Grade::E)] {
        let foot = format!("kind = \"foot\"\ngrade = \"{word}\"\npikes = 12\nmuskets = 12\nforlorn-hope = 4");
        let game = lone("forlorn-hopes = true", &foot);
        assert_eq!(game.table().grade(game.id("one")), grade);
        assert_eq!(game.table().grade(game.id("one-forlorn")), grade);
    }
    // There is no second one, and no way to do without.
    assert!(faults("", "kind = \"foot\"\ngrade = [\"C\", \"D\"]\nmuskets = 12").contains("grade"));
    assert!(faults("", "kind = \"foot\"\nmuskets = 12").contains("needs the key `grade`"));
}

#[test]
fn five_grades() {
    // CP 6.1: each grade is worth one more than the next in a test, and a point over it in combat.
    assert!([Grade::A, Grade::B, Grade::C, Grade::D, Grade::E].is_sorted());
    let horse = |grade: &str| format!("kind = \"horse\"\ngrade = \"{grade}\"\nfigures = 12");
    let grades = ["A", "B", "C", "D", "E"];
    let modifiers = grades.map(|grade| {
        let game = locked("", &horse(grade), &horse("C"), "");
        game.table().modifier(TestKind::RoutingFriend, game.id("one"))
    });
    let line = modifiers[2];
    assert_eq!(modifiers.map(|modifier| modifier - line), [2, 1, 0, -1, -2]);
    let leads = grades.map(|grade| {
        let bout = bout(&locked("", &horse(grade), &horse("C"), ""));
        bout.points[0] - bout.points[1]
    });
    assert_eq!(leads, [2, 1, 0, -1, -2]);
    assert!(faults("", &horse("F")).contains("`F`"));
}

#[test]
fn usual_grade_of_highlanders() {
    // CP 20.6.7: C, or D away from home, unless the designer knows better.
    for kind in ["highland-shock", "highland-archers"] {
        let clan = |more: &str| format!("kind = \"{kind}\"\nfigures = 12\n{more}");
        let grade = |more: &str| lone("highlanders = true", &clan(more)).rules.units[0].grade;
        assert_eq!(grade(""), Grade::C);
        assert_eq!(grade("away-from-home = false"), Grade::C);
        assert_eq!(grade("away-from-home = true"), Grade::D);
        assert_eq!(grade("grade = \"B\""), Grade::B);
        assert!(faults("highlanders = true", &clan("grade = \"B\"\naway-from-home = true")).contains("away-from-home"));
    }
    assert!(faults("", "kind = \"foot\"\ngrade = \"C\"\nmuskets = 6\naway-from-home = true").contains("CP 20.6.7"));
    // They are paid for by the same grade.
    let list = |more: &str| {
        let text = format!(
            "format = 1\nrulebook = \"charge-pikes\"\nkey = \"clans\"\ntitle = \"Clans\"\n[options]\nhighlanders = true\n[[units]]\nname = \"Clan\"\nkind = \"highland-shock\"\nfigures = 10\n{more}\n"
        );
        armies::open(&Source::new("clans.toml", text)).unwrap_or_else(|faults| panic!("{faults}")).bill.total()
    };
    assert_eq!((list(""), list("away-from-home = true")), (40, 30));
}

// --- 7 Formations

#[test]
fn the_dutch_system_unless_the_option_is_on() {
    // CP 7.1.1
    let regiment = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
    let drilled = format!("{regiment}\nswedish = true");
    assert!(faults("", &drilled).contains("CP 1.2"));
    assert!(faults("", &format!("{regiment}\nformation = \"muskets-forward\"")).contains("muskets-forward"));
    let may = |options: &str, what: &str, formation: Formation| {
        let mut game = lone(options, what);
        game.phase(Phase::Movement);
        game.table().judge_move(game.id("one"), &Manoeuvre::Form(formation)).is_ok()
    };
    for form in [Formation::MusketsForward, Formation::PikesForward] {
        assert!(!may("", regiment, form), "{form:?}");
        // With the option on it is still for regiments that were drilled in it.
        assert!(!may("swedish-system = true", regiment, form), "{form:?}");
        assert!(may("swedish-system = true", &format!("{drilled}\nformation = \"square\""), form), "{form:?}");
    }
    assert_eq!(lone("", regiment).unit("one").formation, Formation::Line);
    assert!(may("", regiment, Formation::Square));
}

#[test]
fn a_regiment_is_one_grand_division() {
    // CP 7.1.2: 12 pikes in six files of 15 mm, and 12 musketeers in six files of 20 mm on each side of them.
    let game = lone("", "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24");
    let id = game.id("one");
    let parts: Vec<_> = game.rules.ranks_of(id, game.unit("one")).into_iter().flatten().collect();
    let order: Vec<_> = parts.iter().map(|(wing, rank)| (*wing, rank.figure, rank.figures)).collect();
    assert_eq!(
        order,
        [
            (Wing::Centre, Footprint::Pikeman, 12),
            (Wing::Left, Footprint::Musketeer, 12),
            (Wing::Right, Footprint::Musketeer, 12)
        ]
    );
    let [pikes, left, right] = [0, 1, 2].map(|block| body_block(&game, "one", block));
    assert_eq!([pikes, left, right].map(|block| measures(&block).0), [90.0, 120.0, 120.0]);
    let middle = |block: &Block| block.front.x;
    assert!(middle(&left) < middle(&pikes) && middle(&pikes) < middle(&right));
    assert!((middle(&pikes) - f64::from(36 * INCH)).abs() < 1.0);
    assert!((middle(&left) + middle(&right) - 2.0 * middle(&pikes)).abs() < 1.0);
}

#[test]
fn combat_counts_pikemen_and_musketeers_alike() {
    // CP 7.2.1: one pikeman more or less changes neither dice nor points while the status is the same.
    let foe = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 100\nfiles = 50";
    let melee = |foot: &str| {
        let game = locked("", &format!("kind = \"foot\"\ngrade = \"C\"\n{foot}"), foe, "");
        let fought = bout(&game);
        (game.table().status(game.id("one"), false), fought.figures[0], fought.dice[0], fought.points)
    };
    let half = melee("pikes = 12\nmuskets = 12");
    assert_eq!((half.0, half.1, half.2), (PikeStatus::HeavyArmed, 24, 6));
    assert_eq!(melee("pikes = 18\nmuskets = 6"), half);
    assert_eq!(melee("pikes = 24"), half);
    // Only the status counts: fewer pikes than half, fewer than a third.
    let third = melee("pikes = 8\nmuskets = 16");
    assert_eq!((third.0, third.2, third.3[0]), (PikeStatus::PikeSupported, 6, half.3[0] - 1));
    let naked = melee("muskets = 24");
    assert_eq!((naked.0, naked.2, naked.3[0]), (PikeStatus::Naked, 6, half.3[0] - 2));
    assert_eq!(melee("pikes = 4\nmuskets = 20"), naked);
}

#[test]
fn march_columns_are_narrow_and_long() {
    // CP 7.3.2: 60 mm hold four pikemen or three musketeers abreast, 40 mm at 15 mm four or three as well; every row
    // takes twice its depth: two rows of pikes and six of muskets.
    let column = "kind = \"foot\"\ngrade = \"C\"\npikes = 8\nmuskets = 18\nformation = \"march-column\"";
    let at = |scale: &str| measures(&body_block(&lone(&format!("scale = \"{scale}\""), column), "one", 0));
    assert_eq!(at("25mm"), (60.0, (2.0 + 6.0) * 40.0));
    assert_eq!(at("15mm"), (40.0, (2.0 + 6.0) * 26.0));
}

#[test]
fn squares_look_every_way() {
    // CP 7.3.11: as wide as deep, pikes on every side, musketeers about them.
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nformation = \"square\"";
    let game = lone("", square);
    assert_eq!(measures(&body_block(&game, "one", 0)), (120.0, 120.0));
    // Without pikes there is none.
    assert!(faults("", "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nformation = \"square\"").contains("square"));
    // From behind or from the side it is met by the same pikes as in front.
    let side = 120.0 / 25.4;
    let horse = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\n";
    let from = |at: [f64; 2], facing: &str| {
        let enemy = blue("other", at, horse).replace("facing = \"south\"", &format!("facing = \"{facing}\""));
        let contact = "\n[[contacts]]\nunits = [\"one\", \"other\"]\nimpact = true\n";
        let game = Situation::new(&(red("one", [36.0, 20.0], square) + &enemy + contact));
        let fought = bout(&game);
        (game.state.contacts[0].on_a, fought.figures, fought.points)
    };
    let front = from([36.0, 20.0], "south");
    assert_eq!(front.0, Aspect::Front);
    assert_eq!(from([36.0, 20.0 - side], "north"), front);
    assert_eq!(from([36.0 - side / 2.0, 20.0 - side / 2.0], "east"), front);
    // And shoots out of every face.
    let target = |at: [f64; 2]| blue("other", at, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24");
    for (face, at) in [(0, [36.0, 24.0]), (1, [45.0, 18.0]), (2, [36.0, 12.0]), (3, [27.0, 18.0])] {
        let mut game = Situation::new(&(red("one", [36.0, 20.0], square) + &target(at)));
        game.phase(Phase::Shooting);
        let (one, other) = (game.id("one"), game.id("other"));
        for tried in 0..4 {
            let judged = game.table().judge_shoot(RED, one, other, tried, Shot::SmallArms);
            assert_eq!(judged.is_ok(), tried == face, "face {tried}: {judged:?}");
        }
    }
}

// --- 13 Turn sequence, 14 Initiative

/// Two fights, a shooting match, a friend who looks on and a runaway: something for every phase.
fn whole_turn() -> String {
    let foot = |grade: &str| format!("kind = \"foot\"\ngrade = \"{grade}\"\nmuskets = 12");
    red("victor", [12.0, 24.0], &foot("C"))
        + &red("second", [30.0, 24.0], &foot("C"))
        + &red("shot", [50.0, 18.0], &foot("C"))
        + &blue("loser", [12.0, 24.0], &foot("C"))
        + &blue("beaten", [30.0, 24.0], &foot("C"))
        + &blue("mark", [50.0, 24.0], &foot("C"))
        + &blue("witness", [20.0, 32.0], &foot("C"))
        + &blue("runner", [62.0, 30.0], &foot("C")).replace("facing = \"south\"", "facing = \"north\"")
        + "start = { routing = true, fled = true }\n"
        + "[[contacts]]\nunits = [\"victor\", \"loser\"]\n[[contacts]]\nunits = [\"second\", \"beaten\"]\n"
}

#[test]
fn a_turn_from_initiative_to_rally() {
    #[rustfmt::skip]
    let dice = [
        2, 2, 6, 1, // initiative, once tied
        6, 6, 1, // three dice of fire at the mark
        6, // the mark stands it
        6, 6, 6, 1, 1, 1, // victor and loser
        6, 1, 1, 1, 1, 1, // second and beaten
        1, 6, // the loser breaks, the beaten recoil
        6, // the witness does not mind
        6, // the runner rallies
        1, // the victor goes on pursuing
        3, 5, // the next turn
    ];
    let mut battle = Battle::begin("", &whole_turn(), &dice);
    let (loser, beaten, runner) = (3, 4, 7);
    let stood = battle.state.units.clone();
    let mut broke_at_once = false;
    battle.go_on(|table, topic, menu| match topic {
        "choose-side" => Some(Decision::Turn(TurnChoice::TakeSide(Letter::B))),
        "shoot" => menu
            .iter()
            .copied()
            .find(|decision| matches!(decision, Decision::Shoot(ShootChoice::Order { unit, .. }) if unit.ix() == 2)),
        "try-halt" => {
            // CP 13.6: by the time the victor's owner is asked, the loser has run half a rout move, and the second
            // loser has not tested yet.
            let ran = inches_between(stood[loser].pose.at, table.state.units[loser].pose.at);
            broke_at_once = ran > 4.5 && !table.state.units[beaten].tested.has(TestKind::LosingCombat);
            Some(Decision::Flight(FlightChoice::TryHalt(false)))
        }
        _ => None,
    });
    battle.finish();
    // CP 13.1: initiative, movement, shooting, combat; Side A before Side B in its moves.
    let asked = &battle.asked;
    let expected = [
        (Phase::Initiative, RED, "choose-side"),
        (Phase::Movement, BLUE, "declare-charges"),
        (Phase::Movement, BLUE, "move"),
        (Phase::Movement, RED, "declare-charges"),
        (Phase::Movement, RED, "move"),
        (Phase::Shooting, RED, "shoot"),
        (Phase::Shooting, BLUE, "shoot"),
        (Phase::Combat, BLUE, "test-losing-combat"),
        (Phase::Combat, RED, "try-halt"),
        (Phase::Combat, RED, "follow-up"),
        (Phase::Combat, BLUE, "turn-about"),
    ];
    assert_eq!(asked[..], expected, "{}", battle.told());
    assert!(broke_at_once);
    // CP 13.5: one round for everybody, the losers' tests, then those who saw friends break, then the rallying.
    let at = |rule: &str, key: &str| battle.line(rule, key);
    let strikes = ["victor", "second", "loser", "beaten"].map(|key| at("CP 17.1.5", key));
    let losers = [at("CP 18.7.1", "loser"), at("CP 18.7.1", "beaten")];
    assert!(at("CP 18.6.1", "mark") < strikes[0]);
    assert!(strikes.iter().max() < losers.iter().min());
    assert!(losers.iter().max() < Some(&at("CP 18.8.1", "witness")));
    assert!(at("CP 18.8.1", "witness") < at("CP 18.1.1", "runner").min(at("CP 18.2.1", "victor")));
    assert_eq!(battle.ledger.entries.iter().filter(|entry| entry.rule == "CP 17.1.5").count(), 4);
    // CP 13.6: rout and pursuit come at the end of the test that brought them about, before the next test; so does the
    // recoil.
    let (rout, pursuit) = (at("CP 12.4", "loser"), at("CP 15.2.1", "victor"));
    assert!(losers[0] < rout && rout < pursuit && pursuit < losers[1], "{}", battle.told());
    let recoil = at("CP 15.11.1", "beaten");
    assert!(losers[1] < recoil && recoil < at("CP 18.8.1", "witness"));
    // The runner had run before anything else, in phase 1.
    assert!(at("CP 15.1.6", "runner") < strikes[0]);
    assert_eq!(battle.state.units[runner].mode, Mode::Normal);
}

#[test]
fn forced_moves_do_not_wait_for_the_end_of_the_phase() {
    // CP 13.6: foot that does not stand in phase 3 runs half a rout move at once, its charger on its heels.
    let foot = "kind = \"foot\"\ngrade = \"E\"\nmuskets = 12";
    let mut game = locked("", "kind = \"horse\"\ngrade = \"A\"\nfigures = 12", foot, "impact = true");
    game.phase(Phase::Shooting);
    game.charge("one", "other").stage = Stage::Passed;
    let (before, chaser, other) = (game.unit("other").pose.at, game.unit("one").pose.at, game.id("other"));
    game.act(&[1], |play| {
        play.take_test(TestKind::Stand, other);
    });
    assert_eq!((game.unit("other").mode, game.state.phase), (Mode::Routing, Phase::Shooting));
    assert!(inches_between(before, game.unit("other").pose.at) > 4.5);
    // The pursuit is next on the agenda; the dice are the next turn's initiative.
    game.act(&[6, 1], |play| play.advance());
    assert_eq!(game.unit("one").mode, Mode::Pursuing { target: other });
    assert!(inches_between(chaser, game.unit("one").pose.at) > 4.5);
}

#[test]
fn initiative_every_turn() {
    let file = red("one", [20.0, 10.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12")
        + &blue("other", [50.0, 40.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12");
    // CP 14.1: ties are rolled again as often as they come, and every turn has its own roll.
    let mut battle = Battle::begin("", &file, &[4, 4, 1, 1, 2, 5, 6, 3, 1, 2]);
    assert_eq!(battle.rules.awaiting(&battle.state).iter().collect::<Vec<_>>(), [BLUE]);
    // CP 14.2: the loser has no say,
    assert!(battle.rules.judge(&battle.state, RED, &Decision::Turn(TurnChoice::TakeSide(Letter::A))).is_err());
    // and the winner may be A, who moves first, or B.
    for (winner, letter, first) in [(BLUE, Letter::A, BLUE), (RED, Letter::B, BLUE)] {
        battle.asked.clear();
        battle.go_on(|_, topic, _| (topic == "choose-side").then_some(Decision::Turn(TurnChoice::TakeSide(letter))));
        assert_eq!(battle.asked[0], (Phase::Initiative, winner, "choose-side"));
        let movers: Vec<Seat> = battle.asked.iter().filter(|asked| asked.2 == "move").map(|asked| asked.1).collect();
        assert_eq!(movers, [first, Seat(1 - first.0)]);
    }
    assert_eq!((battle.state.turn, battle.state.side_a), (3, Side::SECOND));
    let rolls: Vec<_> = battle.ledger.entries.iter().filter(|entry| entry.rule == "CP 14.1").collect();
    assert_eq!(rolls.iter().map(|entry| entry.dice.as_slice()).collect::<Vec<_>>(), [[2, 5], [6, 3], [1, 2]]);
    battle.finish();
}

// --- 20 Optional rules

/// A Swedish regiment, and blue horse so many inches in front of it.
fn swedes(scale: &str, formation: &str, gap: f64) -> Situation {
    let regiment = format!(
        "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nswedish = true\nformation = \"{formation}\""
    );
    let horse = "kind = \"horse\"\ngrade = \"A\"\nfigures = 12";
    let file = red("one", [36.0, 20.0], &regiment) + &blue("other", [36.0, 20.0 + gap], horse);
    Situation::with_options(&format!("swedish-system = true\nscale = \"{scale}\""), &file)
}

#[test]
fn swedes_close_up_when_charged() {
    // CP 20.1.4: from 4(3)" or more, muskets forward to pikes forward, either to square; nothing else.
    let answers = |scale: &str, formation: &str, gap: f64| {
        let mut game = swedes(scale, formation, gap);
        game.charge("other", "one").stage = Stage::Declared;
        let (one, table) = (game.id("one"), game.table());
        let forms = [Formation::PikesForward, Formation::MusketsForward, Formation::Line, Formation::Square];
        forms.into_iter().filter(|&form| table.judge_react(RED, one, form).is_ok()).collect::<Vec<_>>()
    };
    let (pikes, square) = (Formation::PikesForward, Formation::Square);
    assert_eq!(answers("25mm", "muskets-forward", 8.0), [pikes, square]);
    assert_eq!(answers("25mm", "muskets-forward", 4.0), [pikes, square]);
    assert_eq!(answers("25mm", "pikes-forward", 4.0), [square]);
    assert_eq!(answers("25mm", "muskets-forward", 3.9), []);
    assert_eq!(answers("15mm", "muskets-forward", 3.0), [pikes, square]);
    assert_eq!(answers("15mm", "muskets-forward", 2.9), []);
    assert_eq!(answers("25mm", "line", 8.0), []);
    // Nobody who is not charged closes up.
    let calm = swedes("25mm", "muskets-forward", 8.0);
    assert!(calm.table().judge_react(RED, calm.id("one"), pikes).is_err());
}

#[test]
fn swedes_have_closed_up_before_the_charge_is_home() {
    // CP 20.1.4: at once, so that the charge finds pikes where it is still to come home.
    let game = swedes("25mm", "muskets-forward", 8.0);
    let (one, other) = (game.id("one"), game.id("other"));
    let mut battle = Battle::of(game.rules, &[1, 6]);
    battle.play(BLUE, Decision::Turn(TurnChoice::TakeSide(Letter::A)));
    let mut menu = Vec::new();
    let question = battle.rules.ask(&battle.state, BLUE, &mut menu);
    assert_eq!((question.topic, question.reaction), ("declare-charges", Reaction::None));
    let charge = menu
        .iter()
        .copied()
        .find(|d| matches!(d, Decision::Charge(ChargeChoice::Charge { unit, target, .. }) if (*unit, *target) == (other, one)));
    battle.play(BLUE, charge.unwrap());
    let question = battle.rules.ask(&battle.state, RED, &mut menu);
    // CP 15.5.1: an answer to what the other side does, which may be left be.
    assert_eq!((question.topic, question.reaction), ("answer-charges", Reaction::Offered));
    assert_eq!(menu[question.default], Decision::Turn(TurnChoice::Done));
    let react = Decision::Charge(ChargeChoice::React { unit: one, formation: Formation::PikesForward });
    assert!(
        menu.contains(&react)
            && menu.contains(&Decision::Charge(ChargeChoice::React { unit: one, formation: Formation::Square }))
    );
    battle.play(RED, react);
    assert_eq!(battle.state.units[one.ix()].formation, Formation::PikesForward);
    let table = Table { rules: &battle.rules, state: &battle.state };
    assert_eq!(table.status(one, true), PikeStatus::HeavyArmed);
    assert!(!battle.state.charges[0].impetus, "it finds steady pikes");
}

#[test]
fn forlorn_hopes_stand_two_deep_in_close_order() {
    // CP 20.3.2b: six or five musketeers in three files of two; CP 20.3.5b: no skirmish screen.
    let regiment = red("one", [36.0, 20.0], "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24");
    for (figures, files) in [(6, 3), (5, 3), (2, 1)] {
        let mut battle = Battle::begin("forlorn-hopes = true", &regiment, &[]);
        let (one, hope) = (charge_pikes::cards::UnitId(0), charge_pikes::cards::UnitId(1));
        let drawn = Decision::Deploy(DeployChoice::Forlorn { unit: one, figures });
        battle.rules.judge(&battle.state, RED, &drawn).unwrap();
        battle.rules.play(&mut battle.state, RED, drawn, &mut Seeded::new(1), &mut Silent);
        let table = Table { rules: &battle.rules, state: &battle.state };
        let unit = table.unit(hope);
        assert_eq!((unit.formation, unit.others, unit.layout.centre), (Formation::Line, figures, files));
        assert_eq!(measures(battle.rules.body_of(hope, unit).main()), (f64::from(files) * 20.0, 40.0));
        assert!(table.is_close_order_foot(hope) && !table.is_open_order(hope));
        let mut open = unit.layout;
        open.centre = 1;
        assert!(table.judge_standing(hope, Formation::Open, &open).is_err());
        assert!(table.judge_standing(hope, Formation::Line, &unit.layout).is_ok());
    }
    // As the battle file draws it out, too.
    let drawn = regiment + "forlorn-hope = 6\n";
    let game = Situation::with_options("forlorn-hopes = true", &drawn);
    assert_eq!(measures(&body_block(&game, "one-forlorn", 0)), (60.0, 40.0));
    assert!(game.table().is_close_order_foot(game.id("one-forlorn")));
}

#[test]
fn files_are_as_wide_as_their_figures() {
    // CP 4.1: a line is as wide as its figures together, at both scales.
    for (options, width) in [("scale = \"25mm\"", 20), ("scale = \"15mm\"", 13)] {
        let game = lone(options, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12");
        let block = body_block(&game, "one", 0);
        assert_eq!(block.width().round() as Um, 12 * width * MM);
        assert_eq!(block.depth.round() as Um, 2 * width * MM);
    }
}
