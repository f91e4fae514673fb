//! Chapter 21: what units and armies cost.

use super::*;

#[test]
fn the_cost_chart() {
    let points = |kind, grade, figures, swedish| Muster { kind, grade, figures, swedish, guns: &[] }.points();
    // CP 21.1, CP V31
    assert_eq!(points(Kind::PikeAndShot, Grade::C, 36, true), 180);
    assert_eq!(points(Kind::Cuirassiers, Grade::B, 12, false), 192);
    assert_eq!(points(Kind::Dragoons, Grade::C, 10, false), 60);
    let gun = [GunCard { class: GunClass::Field, limber: true, hail: 4 }];
    assert_eq!(Muster { kind: Kind::Battery, grade: Grade::C, figures: 4, swedish: false, guns: &gun }.points(), 104);
    // CP 21.1: the rest of the chart.
    let grades = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E];
    assert_eq!(grades.map(|grade| points(Kind::PikeAndShot, grade, 1, false)), [8, 6, 4, 3, 2]);
    assert_eq!(grades.map(|grade| points(Kind::Horse, grade, 1, false)), [16, 12, 8, 6, 4]);
    assert_eq!(points(Kind::Lancers, Grade::C, 1, false), 10);
    assert_eq!(points(Kind::HighlandShock, Grade::C, 1, false), 4);
    assert_eq!(points(Kind::Wagons, Grade::C, 3, false), 30);
    let guns = [GunClass::Light, GunClass::Heavy].map(|class| GunCard { class, limber: false, hail: 4 });
    assert_eq!(Muster { kind: Kind::Battery, grade: Grade::E, figures: 1, swedish: false, guns: &guns }.points(), 144);
    assert_eq!((costs::general(true), costs::general(false)), (100, 50));
}

#[test]
fn pike_status_comes_from_the_share_of_pikes() {
    // CP 7.2.2, 7.2.3, 7.2.4, CP V24
    let status = |pikes: u8, muskets: u8| {
        let text = spoil("pikes = 12\nmuskets = 24", &format!("pikes = {pikes}\nmuskets = {muskets}"));
        sound(&text).units[0].status
    };
    assert_eq!(status(12, 24), PikeStatus::PikeSupported);
    assert_eq!(status(11, 25), PikeStatus::Naked);
    assert_eq!(status(18, 18), PikeStatus::HeavyArmed);
    // CP 7.2.5: losses change nothing.
    let rules = sound(&with_key("blues", "start = { losses = { pikes = 6, others = 0 } }"));
    assert_eq!((rules.units[0].status, rules.start.units[0].pikes), (PikeStatus::PikeSupported, 6));
}

const ARMY: &str = "format = 1\nrulebook = \"charge-pikes\"\nkey = \"tertia\"\ntitle = \"A tertia\"\nlimit = 500\n\n\
    [[generals]]\nname = \"Sir Jacob\"\nrank = \"chief\"\n\n\
    [[units]]\nname = \"Regiment of foot\"\ncount = 2\nkind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 18\n\n\
    [[units]]\nname = \"Saker\"\nkind = \"battery\"\ngrade = \"C\"\nguns = [\"field\"]\ncrew = 4\nlimbers = true\n";

#[test]
fn an_army_list_is_billed_line_by_line() {
    // CP 21.1
    let army = armies::open(&Source::new("army.toml", ARMY)).unwrap();
    assert_eq!(army.bill.entries.iter().map(scenario::bill::BillEntry::points).collect::<Vec<_>>(), [240, 104, 100]);
    assert_eq!(army.bill.total(), 444);
    let saker: Vec<(&str, u32, u32)> =
        army.bill.entries[1].lines.iter().map(|line| (line.what.as_str(), line.count, line.points())).collect();
    assert_eq!(saker, [("field guns", 1, 70), ("gunners, grade C", 4, 24), ("limbers", 1, 10)]);
    assert!(army.bill.to_string().contains("[CP 21.1]"));
}

#[test]
fn an_army_over_its_limit_is_told_by_how_much() {
    let over = armies::open(&Source::new("army.toml", ARMY.replace("500", "400"))).unwrap_err();
    assert_eq!((over.0[0].line, over.0[0].column), (5, 9));
    assert!(over.0[0].what.contains("444 points, 44 over its limit of 400 (CP 21.1)"));
    assert!(over.0[0].instead.contains("Sir Jacob alone costs 100"));
    let typo = armies::open(&Source::new("army.toml", ARMY.replace("pikes", "pikse"))).unwrap_err();
    assert!(typo.0[0].instead.contains("did you mean `pikes`?"));
}
