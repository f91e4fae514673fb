//! CF 1 to 4: measures, dice, markers, units, armies.

use crate::game::{DRAGOONS, FOOT, GUN, Game, HORSE, brigade, leader, mm, unit, wing};
use close_fire::cards::Class;
use close_fire::setup::open;
use close_fire::table::as_average;
use kernel::Picture;
use kernel::scene::Symbol;
use scenario::Source;

/// The chips on red, which stands so, as the position is looked at.
fn chips(what: &str) -> Vec<String> {
    let game = Game::still("", &[unit("red", [700.0, 300.0], what), unit("blue", [700.0, 800.0], FOOT)]);
    let scene = game.rules.scene(&game.state, None);
    let body = scene.bodies.iter().find(|body| body.key == "red").unwrap();
    for badge in &body.badges {
        assert!(close_fire::face::chips::ALL.iter().any(|chip| chip.fits(&badge.text)), "{}", badge.text);
    }
    body.badges.iter().map(|badge| badge.text.clone()).collect()
}

#[test]
fn ten_yards_are_half_an_inch() {
    // CF 1.2, 1.4, 2.10: the usual table is 6 by 4 feet.
    let game = Game::still("", &[unit("red", [700.0, 300.0], FOOT), unit("blue", [700.0, 800.0], FOOT)]);
    assert_eq!(mm(10.0), "12.7");
    let facts = game.rules.facts(&game.state, None, None);
    let table = facts.iter().find(|fact| fact.name == "table").unwrap();
    assert_eq!(table.text, "72 by 48 inches with 15 mm figures, 144 by 96 inches with 28 mm");
}

#[test]
fn a_die_serves_for_an_average_die() {
    // CF 1.3, E1
    assert_eq!([1, 2, 3, 4, 5, 6].map(as_average), [3, 2, 3, 4, 5, 4]);
}

#[test]
fn markers_lie_beside_their_units() {
    // CF 1.7, 1.9, 1.10, 1.11, 1.13, 1.14
    let start = |what: &str, start: &str| chips(&format!("{what}\nstart = {{ {start} }}"));
    assert_eq!(start(FOOT, "dps = 2"), ["DP 2"]);
    assert_eq!(start(FOOT, "inspired = 2"), ["inspired 2"]);
    assert_eq!(start(FOOT, "fired = true"), ["fired"]);
    assert_eq!(start(FOOT, "under-fire = true"), ["under fire"]);
    assert_eq!(start(FOOT, "control = \"halt\""), ["halted"]);
    assert_eq!(start(FOOT, "steadied = true"), ["halted"]);
    assert_eq!(start(FOOT, "bayonets-fixed = true"), ["bayonets fixed"]);
    assert_eq!(start(FOOT, "standing = \"routing\""), ["routing"]);
    assert_eq!(chips(&format!("{FOOT}\nload = \"fascines\"")), ["fascines"]);
    assert_eq!(chips(&format!("{FOOT}\nload = \"ladders\"")), ["ladders"]);
    assert_eq!(chips(&format!("{GUN}\nlimbered = true")), ["limbered"]);
    // CF 1.15, 16.11
    assert_eq!(start(GUN, "abandoned = \"alive\""), ["abandoned"]);
    assert_eq!(chips("class = \"foot\"\nbattalions = [{ bases = 4, lost = 1 }]"), ["lost 1"]);
}

/// CF 1.12, 16.10: a party that has begun to spike a gun is marked, until it is done.
#[test]
fn a_party_that_spikes_a_gun_is_marked() {
    let guard = unit("red-guard", [700.0, 300.0], FOOT);
    let gun =
        unit("blue-gun", [700.0, 335.0], &format!("{GUN}\nfacing = \"north\"\nstart = {{ abandoned = \"killed\" }}"));
    let mut game = crate::combat::fight("", &[guard, gun], &[]);
    let chips = |game: &Game| -> Vec<String> {
        let scene = game.rules.scene(&game.state, None);
        let gun = scene.bodies.iter().find(|body| body.key == "blue-gun").unwrap();
        gun.badges.iter().map(|badge| badge.text.clone()).collect()
    };
    assert_eq!(chips(&game), ["abandoned"]);
    game.says("red", "spike red-guard blue-gun", &[6, 1]);
    assert_eq!(chips(&game), ["abandoned", "being spiked"]);
    game.says("red", "go first", &[]);
    game.pass_to("red", "first-or-second", &[1, 1, 1, 6, 1]);
    assert_eq!(chips(&game), ["spiked"]);
}

/// CF 1.1: the smallest battles out of a seed have 8 battalions, 6 squadrons and a battery in play.
#[test]
fn the_smallest_battles_are_small_encounters() {
    use close_fire::muster::generator::{FEWEST_BASES, Kind, Wish, draw_up};
    for seed in 0..40 {
        for kind in [Kind::Attack, Kind::Meeting] {
            let text = draw_up(Wish::new(seed, kind, 1));
            let rules = open(&Source::new("generated.toml", text)).unwrap();
            let count = |of: fn(Class) -> bool| -> usize {
                rules.units.iter().filter(|card| of(card.class)).map(|card| card.elements.len()).sum()
            };
            let foot = count(|class| class == Class::Foot);
            let horse = count(|class| matches!(class, Class::Horse | Class::Dragoons | Class::Hussars));
            let guns = count(|class| class == Class::Gun);
            let least = u16::try_from(FEWEST_BASES).unwrap();
            assert!(
                foot >= 8 && horse >= 6 && guns >= 1 && rules.start.began[1] == least,
                "{seed} {kind:?}: {foot} {horse} {guns}"
            );
        }
    }
}

/// CF 1.5, 12.8, 12.12: hills steep or gentle, lines that take half a move and small ones that are rough ground, rough ground of its own.
#[test]
fn terrain_of_every_kind() {
    // 3 and 4 of ten yards: 70 on good ground, 50 on rough.
    let reach = |ground: &[String]| {
        let near = unit("blue", [880.0, 340.0], FOOT);
        let led = brigade("red-brigade", [700.0, 260.0], "");
        let parts = [&[unit("red", [700.0, 300.0], FOOT), near, led], ground].concat();
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        game.says("red", "throw 1+d6", &[3, 4]);
        let goes = |far: &i32| game.refused("red", &format!("move advance {} 0", mm(f64::from(*far)))).is_empty();
        (1..=14).map(|five| 5 * five).filter(goes).max().unwrap()
    };
    let outline = [500.0, 310.0, 900.0, 330.0];
    let slope =
        |class: &str| format!("\n[[ground.slopes]]\nclass = \"{class}\"\nuphill = \"north\"\nbox = {outline:?}\n");
    assert_eq!([reach(&[]), reach(&[slope("gentle")]), reach(&[slope("steep")])], [70, 70, 50]);
    for kind in ["light-woods", "marsh", "difficult", "town"] {
        assert_eq!(reach(&[crate::game::area(kind, "ground", outline)]), 50, "{kind}");
    }
    let line = |kind: &str| crate::game::line(kind, "line", "[[500, 310], [900, 310]]");
    for (kind, far) in [("stream", 50), ("fence", 50), ("hedgerow", 35), ("low-wall", 35), ("light-works", 35)] {
        assert_eq!(reach(&[line(kind)]), far, "{kind}");
    }
    // What a line is may be said otherwise: a hedge that is no more than rough ground.
    assert_eq!(reach(&[line("hedgerow"), crate::game::obstacle("line", "crossing = \"minor\"")]), 50);
}

/// CF 2.4: foot with its plug bayonets fixed gives no fire.
#[test]
fn a_fixed_plug_stops_the_musket() {
    let asked = |start: &str| {
        let foot = unit("red", [700.0, 300.0], &format!("{FOOT}\narms = \"plug-bayonet\"\nstart = {{ {start} }}"));
        let game = Game::at("musketry", &[foot, unit("blue", [700.0, 380.0], HORSE)]);
        game.topic("red") == "give-fire"
    };
    assert!(asked("bayonets-fixed = false") && !asked("bayonets-fixed = true"));
}

/// CF 2.5, 2.8, 18.13: traditional dragoons dismount and do not charge with the sword alone; those of the new style do as horse does.
#[test]
fn dragoons_of_either_style() {
    let dragoons = |style: &str| {
        unit("red", [700.0, 300.0], &format!("{DRAGOONS}\nstyle = \"{style}\"\nstart = {{ control = \"as-wished\" }}"))
    };
    let foe = unit("blue", [700.0, 420.0], HORSE);
    let dismounts = |style: &str| {
        let mut game = Game::at("movement", &[dragoons(style), foe.clone()]);
        game.says("red", "pick red", &[]);
        game.says("red", "throw 0", &[]);
        game.refused("red", "move dismount")
    };
    assert_eq!([dismounts("traditional"), dismounts("new")], ["", "CF 12.19"]);
    let swords = |style: &str| {
        crate::combat::fight("", &[dragoons(style), foe.clone()], &[]).refused("red", "charge red blue yes")
    };
    assert_eq!([swords("traditional"), swords("new")], ["CF 14.14", ""]);
}

/// CF 3.9, 13.7: howitzers and mortars fire over what stands in the way, other guns do not.
#[test]
fn guns_of_every_kind() {
    let lobs = |kind: &str| {
        let gun = unit("red-gun", [700.0, 300.0], &format!("{GUN}\ngun = \"{kind}\""));
        let screen = unit("red", [700.0, 360.0], "class = \"foot\"\nbattalions = [5, 4]");
        let led = brigade("red-brigade", [700.0, 260.0], "");
        let game = Game::at("artillery", &[gun, screen, led, unit("blue", [700.0, 500.0], FOOT)]);
        game.topic("red") == "fire-gun" && game.refused("red", "shoot red-gun blue yes").is_empty()
    };
    let all = ["battalion", "field", "heavy", "howitzer", "mortar"].map(lobs);
    assert_eq!(all, [false, false, false, true, true]);
}

/// CF 3.10, 8.3: a grade stays what it was, whoever is lost.
#[test]
fn losses_do_not_change_a_grade() {
    let mixed = "class = \"foot\"\nbattalions = [{ bases = 4, grade = \"C\" }, { bases = 3, grade = \"B\" }]\nstart = { dps = 6 }";
    let parts = [unit("red", [700.0, 300.0], FOOT), unit("blue", [700.0, 380.0], mixed)];
    let mut game = Game::at("musketry", &parts);
    game.says("red", "volley red blue", &[6, 6, 1, 1]);
    for _ in 0..2 {
        game.says("blue", "lose blue 0", &[]);
    }
    let blue = game.unit("blue");
    let bases: Vec<u8> = blue.elements.iter().map(|element| element.bases).collect();
    assert_eq!((bases, blue.grade), (vec![2, 3], close_fire::cards::Grade::C));
}

/// CF 3.12a: in battles out of a seed mounted dragoons and hussars are graded below all horse.
#[test]
fn dragoons_are_graded_below_horse() {
    use close_fire::muster::generator::{Kind, Wish, draw_up};
    let mut seen = 0;
    for seed in 0..30 {
        let rules = open(&Source::new("generated.toml", draw_up(Wish::new(seed, Kind::Meeting, 50)))).unwrap();
        let of = |wanted: fn(Class) -> bool| {
            rules.units.iter().filter(move |card| wanted(card.class)).map(|card| card.grade)
        };
        let worst = of(|class| class == Class::Horse).max();
        let best = of(|class| matches!(class, Class::Dragoons | Class::Hussars)).min();
        if let (Some(horse), Some(dragoons)) = (worst, best) {
            assert!(horse < dragoons, "seed {seed}: {horse:?} {dragoons:?}");
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn horses_and_leaders_are_seen() {
    // CF 1.8, 2.15, 6.1: a marker for the horses; one, two or three figures.
    let parts = [
        wing("red-wing", [600.0, 200.0]),
        leader("red-marshal", "marshal", [500.0, 200.0], ""),
        brigade("red-brigade", [700.0, 200.0], "wing = \"red-wing\""),
        unit("red", [700.0, 300.0], &format!("{DRAGOONS}\nstart = {{ horses = [700, 250] }}")),
        unit("blue", [700.0, 800.0], FOOT),
    ];
    let game = Game::still("", &parts);
    let scene = game.rules.scene(&game.state, None);
    let body = |key: &str| scene.bodies.iter().find(|body| body.key == key).unwrap();
    assert_eq!(body("red-horses").symbol, Symbol::LedHorses);
    let figures = |key: &str| body(key).parts[0].figures;
    assert_eq!([figures("red-brigade-er"), figures("red-wing-general"), figures("red-marshal")], [1, 2, 3]);
}

#[test]
fn a_line_shows_its_battalions() {
    // CF 3.1, 3.3, 3.6, 4.2: a unit is a line of battalions or squadrons.
    let parts = |what: &str| {
        let game = Game::still("", &[unit("red", [700.0, 300.0], what), unit("blue", [700.0, 800.0], FOOT)]);
        let scene = game.rules.scene(&game.state, None);
        let body = scene.bodies.iter().find(|body| body.key == "red").unwrap();
        (body.parts.len(), body.strength.clone())
    };
    assert_eq!(parts("class = \"foot\"\nbattalions = [5, 4]"), (2, "9 bases (5+4)".into()));
    assert_eq!(parts(HORSE), (2, "4 bases (2+2)".into()));
    assert_eq!(parts(GUN), (1, "1 base".into()));
}

#[test]
fn styles_are_mixed_as_one_likes() {
    // CF 2.1, 2.2, 2.6, 2.7, 2.9: by unit, so by arm and contingent.
    let parts = [
        unit("red", [700.0, 300.0], &format!("{FOOT}\nstyle = \"new\"")),
        unit("red-horse", [900.0, 300.0], HORSE),
        unit("red-ally", [500.0, 300.0], FOOT),
        unit("blue", [700.0, 800.0], FOOT),
    ];
    let game = Game::still("", &parts);
    use close_fire::cards::Style::{New, Traditional};
    let styles = ["red", "red-horse", "red-ally"].map(|key| game.unit(key).style);
    assert_eq!(styles, [New, Traditional, Traditional]);
}
