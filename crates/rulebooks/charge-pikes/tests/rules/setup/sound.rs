//! What a sound file gives.

use super::*;

#[test]
fn a_sound_file_becomes_a_battle() {
    let rules = sound(SOUND);
    assert_eq!(rules.turns, 10);
    assert_eq!((rules.ground.width, rules.ground.height), (72 * INCH, 48 * INCH));
    assert_eq!(rules.seats.len(), 2);
    assert_eq!(rules.sides[0].baseline, TableEdge::South);
    let blues = &rules.units[unit(&rules, "blues").ix()];
    // CP V24: 12 pikes of 36 are pike-supported.
    assert_eq!((blues.pikes, blues.others, blues.status), (12, 24, PikeStatus::PikeSupported));
    assert!(blues.royalist && !rules.units[unit(&rules, "greys").ix()].royalist);
    let state = &rules.start.units[unit(&rules, "blues").ix()];
    assert_eq!(state.place, Place::Table);
    assert_eq!(state.pose.at, Point { x: 30 * INCH, y: 10 * INCH });
    assert_eq!(state.pose.facing, 0);
    assert_eq!(rules.start.units[unit(&rules, "greys").ix()].pose.facing, 18_000);
    // CP 7.3.6: pikes between two wings of musketeers, each two deep.
    assert_eq!((state.layout.left, state.layout.centre, state.layout.right), (6, 6, 6));
    assert_eq!(rules.start.phase, Phase::Initiative);
    assert_eq!((rules.start.turn, rules.start.contacts.len()), (1, 0));
}

#[test]
fn a_sub_general_leads_the_units_of_his_command() {
    // CP 9.2
    let rules = sound(SOUND);
    let wilmot = rules.units[unit(&rules, "horse").ix()].sub_general.unwrap();
    assert_eq!(rules.generals[wilmot.ix()].name, "Lord Wilmot");
    assert_eq!(rules.units[unit(&rules, "blues").ix()].sub_general, None);
    assert!(rules.generals[0].chief && !rules.generals[1].chief);
}

#[test]
fn a_battery_mixes_its_guns_and_has_a_crew_for_each() {
    // CP 5.5, rulings G37 and G40: crews of 2, 3 and 4, four rounds of hail (CP 16.8.6).
    let rules = sound(SOUND);
    let id = unit(&rules, "guns");
    assert_eq!(rules.units[id.ix()].others, 2 + 3 + 4);
    let battery = rules.start.batteries.iter().find(|battery| battery.unit == id).unwrap();
    assert_eq!(
        battery.guns.iter().map(|gun| gun.class).collect::<Vec<_>>(),
        [GunClass::Light, GunClass::Field, GunClass::Heavy]
    );
    assert!(battery.guns.iter().all(|gun| gun.hail == 4 && !gun.limber && gun.state == GunState::Served));
    assert_eq!(rules.start.units[id.ix()].formation, Formation::Unlimbered);
}

#[test]
fn defaults_are_those_of_the_rulings() {
    // Rulings G67 and G68.
    let text = spoil("turns = 10\n", "").replace("at = [30, 40]\n", "");
    let rules = sound(&text);
    assert_eq!((rules.turns, rules.victory.broken_at), (18, Some(50)));
    let zone = rules.sides[1].zone.unwrap();
    assert_eq!((zone.west, zone.south, zone.east, zone.north), (0, 36 * INCH, 72 * INCH, 48 * INCH));
    assert_eq!(rules.start.phase, Phase::Deployment);
    assert_eq!(rules.start.units[unit(&rules, "greys").ix()].place, Place::Reserve);
    // CP 1.3: 9 inches at 15 mm.
    let small = sound(&text.replace("25mm", "15mm"));
    assert_eq!(small.sides[0].zone.unwrap().north, 9 * INCH);
}

/// Plays a battle by its defaults to the end.
fn end_of(text: &str) -> String {
    use kernel::Rulebook;
    let header = kernel::Header { seed: Some(3), ..kernel::Header::default() };
    let (mut battle, _) = kernel::Battle::begin(sound(text), header);
    while let Some(seat) = battle.rules().awaiting(battle.state()).first() {
        let mut menu = Vec::new();
        let question = battle.rules().ask(battle.state(), seat, &mut menu);
        battle.decide(seat, menu[question.default], &mut kernel::Silent).unwrap();
    }
    battle.rules().outcome(battle.state()).unwrap().words
}

#[test]
fn armies_need_not_break() {
    // Ruling G67 is for battles that say nothing else.
    let victory = |at: &str| format!("{SOUND}\n[victory]\nbroken-at = {at}\n");
    assert_eq!(sound(&victory("33")).victory.broken_at, Some(33));
    assert_eq!(sound(&victory("false")).victory.broken_at, None);
    for (wrong, what) in
        [("0", "0 per cent"), ("101", "101 per cent"), ("-5", "-5 per cent"), ("true", "at some per cent")]
    {
        let marked = format!("{wrong} # here");
        one_fault(&victory(&marked), &marked, what, "1 to 100, or false");
    }
    let lost =
        |text: &str| text.replacen("key = \"greys\"\n", "key = \"greys\"\nstart = { gone = \"destroyed\" }\n", 1);
    assert!(end_of(&lost(&victory("1"))).contains("an army is broken"));
    assert!(end_of(&lost(&victory("false"))).contains("the turns are over"));
}

#[test]
fn ground_is_worth_points_that_can_be_added_up() {
    // Ruling G67: for either side, or by side.
    let hill = |points: &str| {
        format!("{SOUND}\n[[victory.objectives]]\nname = \"Hill\"\nbox = [20, 20, 30, 30]\npoints = {points}\n")
    };
    let worth = |points: &str| sound(&hill(points)).victory.objectives[0].points;
    assert_eq!([worth("40"), worth("{ king = 10 }"), worth("9999")], [[40, 40], [10, 0], [9999, 9999]]);
    for wrong in ["10000 # here", "4294967295 # here", "{ king = 10000 } # here"] {
        one_fault(&hill(wrong), wrong, "points", "at most 9999");
    }
    let nobody = "{ queen = 5 } # here";
    one_fault(&hill(nobody), nobody, "no side `queen`", "king");
}

#[test]
fn places_are_named_and_counted_as_people_do() {
    let rules = sound(SOUND);
    let read = |text: &str| rules.read(text);
    for same in [
        ["move enter farm", "move enter #1", "move enter 0"],
        ["move loophole hedge", "move loophole #1", "move loophole 0"],
        ["move clear-hedge hedge", "move clear-hedge #1", "move clear-hedge 0"],
        ["move swing-gun #3 15", "move swing-gun #3 15.0", "move swing-gun 2 15"],
    ] {
        let [one, two, three] = same.map(|text| read(text).unwrap());
        assert!(one == two && two == three, "{same:?}");
        // Journals keep what they had.
        assert_eq!(rules.notate(&one), same[2]);
    }
    assert_eq!(read("move enter copse").unwrap_err(), "there is no town block `copse`; one of: #1 or farm");
    assert_eq!(read("move enter #2").unwrap_err(), "there is no town block `#2`; one of: #1 or farm");
    assert!(read("move loophole #0").unwrap_err().contains("one of: #1 or hedge"));
    assert!(read("move swing-gun #0 15").unwrap_err().contains("counts from #1"));
}

#[test]
fn players_choose_options_over_the_file() {
    // CP 1.2
    let choices: OptionValues = [("volley-fire", "on"), ("scale", "15mm"), ("pistols", "impact-only")]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let rules = setup::open_with(&Source::new("test.toml", SOUND), &choices, &[]).unwrap();
    assert!(rules.options.volley_fire && !rules.options.lancers);
    assert_eq!(rules.options.scale, charge_pikes::scales::Scale::Mm15);
    assert_eq!(rules.options.pistols, charge_pikes::cards::PistolRound::Impact);
}

#[test]
fn seats_share_a_side_by_commands() {
    let seats = "[[seats]]\nkey = \"r\"\nname = \"Rupert\"\nside = \"king\"\n\n\
                 [[seats]]\nkey = \"w\"\nname = \"Wilmot\"\nside = \"king\"\ncommands = [\"wing\"]\n\n\
                 [[seats]]\nkey = \"p\"\nname = \"Essex\"\nside = \"parliament\"\n\n";
    let text = spoil("[[generals]]\nkey = \"rupert\"", &format!("{seats}[[generals]]\nkey = \"rupert\""));
    let rules = sound(&text);
    assert_eq!(rules.units[unit(&rules, "horse").ix()].seat, Seat(1));
    assert_eq!(rules.units[unit(&rules, "blues").ix()].seat, Seat(0));
    assert_eq!(rules.units[unit(&rules, "greys").ix()].seat, Seat(2));
    assert_eq!(rules.generals[1].seat, Seat(1));
    one_fault(
        &text.replace("commands = [\"wing\"]", "commands = [\"wings\"]"),
        "\"wings\"",
        "command `wings`",
        "`wing`",
    );
}
