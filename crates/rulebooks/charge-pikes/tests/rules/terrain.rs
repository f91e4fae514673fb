//! Chapter 19: terrain.

use crate::fights::{Situation, inches, inches_between};
use charge_pikes::cards::UnitId;
use charge_pikes::decision::Manoeuvre;
use charge_pikes::state::{Loss, Place, Woods};
use charge_pikes::terrain::{Hedge, March};
use field::table::{INCH, MM, Point, Pose, Trail, Um, Vec2, heading};
use scenario::Cover;

/// A unit of the red side facing north, and whatever else the file says.
fn unit(key: &str, kind: &str, at: [f64; 2], more: &str) -> String {
    let [x, y] = at;
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"red\"\nkind = \"{kind}\"\ngrade = \"C\"\nat = [{x}, {y}]\nfacing = \"north\"\n{more}\n"
    )
}

fn foot(at: [f64; 2]) -> String {
    unit("foot", "foot", at, "muskets = 12\nfiles = 6")
}

fn horse(at: [f64; 2]) -> String {
    unit("horse", "horse", at, "figures = 12\nfiles = 6")
}

fn skirmishers(at: [f64; 2]) -> String {
    unit("skirmishers", "skirmishers", at, "figures = 6\nfiles = 6")
}

fn enemy(key: &str, kind: &str, at: [f64; 2], more: &str) -> String {
    unit(key, kind, at, more).replace("\"red\"", "\"blue\"").replace("\"north\"", "\"south\"")
}

fn area(kind: &str, outline: &str) -> String {
    format!("\n[[ground.areas]]\nname = \"{kind}\"\nkind = \"{kind}\"\nbox = {outline}\n")
}

fn line(kind: &str, points: &str) -> String {
    format!("\n[[ground.lines]]\nname = \"{kind}\"\nkind = \"{kind}\"\npoints = {points}\n")
}

fn slope(class: &str, outline: &str, uphill: &str, more: &str) -> String {
    format!("\n[[ground.slopes]]\nclass = \"{class}\"\nuphill = \"{uphill}\"\nbox = {outline}\n{more}\n")
}

/// How far a unit gets to the north on an allowance.
fn reach(game: &Situation, key: &str, allowance: Um, march: March) -> f64 {
    let table = game.table();
    let id = game.id(key);
    let far = table.ground_reach(id, &table.body(id), heading(0), f64::from(allowance), f64::from(inches(30)), march);
    far / f64::from(INCH)
}

fn cost(game: &Situation, key: &str, dist: Um) -> Option<f64> {
    let table = game.table();
    let id = game.id(key);
    let cost = table.ground_cost(id, &table.body(id), heading(0), f64::from(dist), March::Normal);
    cost.map(|cost| cost / f64::from(INCH))
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 0.02
}

/// Moves a unit to the north and lets the ground do what it does.
fn march(game: &mut Situation, key: &str, dist: Um, march: March) {
    let id = game.id(key);
    let body = game.table().body(id).into_body();
    game.unit_mut(key).pose = game.unit(key).pose.ahead(dist);
    game.act(&[], |play| play.settle_ground(id, &body, heading(0), f64::from(dist), march));
}

fn place(x: f64, y: f64) -> Vec2 {
    Vec2::new(x * f64::from(INCH), y * f64::from(INCH))
}

#[test]
fn speeds_in_slow_ground() {
    // CP V30: foot up a steep slope 3"; in heavy woods 1.5"; routing foot in light woods 10".
    // CP 19.3.3
    let hill =
        Situation::new(&(slope("steep", "[0, 0, 72, 48]", "north", "") + &foot([20.0, 20.0]) + &horse([40.0, 20.0])));
    assert!(near(reach(&hill, "foot", inches(6), March::Normal), 3.0));
    assert!(near(reach(&hill, "horse", inches(12), March::Normal), 6.0));
    let across = Situation::new(&(slope("steep", "[0, 0, 72, 48]", "east", "") + &foot([20.0, 20.0])));
    assert!(near(reach(&across, "foot", inches(6), March::Normal), 3.0));
    let down =
        Situation::new(&(slope("steep", "[0, 0, 72, 48]", "south", "") + &foot([20.0, 20.0]) + &horse([40.0, 20.0])));
    assert!(near(reach(&down, "foot", inches(6), March::Normal), 6.0));
    assert!(near(reach(&down, "horse", inches(12), March::Normal), 6.0));

    // CP 19.1.8
    let heavy =
        Situation::new(&(area("heavy-woods", "[0, 0, 72, 48]") + &foot([20.0, 20.0]) + &skirmishers([40.0, 20.0])));
    assert!(near(reach(&heavy, "foot", inches(6), March::Normal), 1.5));
    assert!(near(reach(&heavy, "foot", inches(10), March::Routing), 5.0));
    assert!(near(reach(&heavy, "skirmishers", inches(4), March::Normal), 2.0));

    // CP 19.1.7
    let light = Situation::new(
        &(area("light-woods", "[0, 0, 72, 48]")
            + &foot([20.0, 20.0])
            + &horse([40.0, 20.0])
            + &skirmishers([60.0, 20.0])),
    );
    assert!(near(reach(&light, "foot", inches(10), March::Routing), 10.0));
    assert!(near(reach(&light, "foot", inches(10), March::Pursuing), 10.0));
    assert!(near(reach(&light, "foot", inches(6), March::Normal), 3.0));
    assert!(near(reach(&light, "horse", inches(24), March::Routing), 12.0));
    assert!(near(reach(&light, "skirmishers", inches(4), March::Normal), 4.0));
}

#[test]
fn guns_go_through_light_woods_by_hand() {
    // CP 19.1.7
    let guns = "guns = [\"light\"]\nlimbers = true\nformation = ";
    let limbered = unit("limbered", "battery", [20.0, 20.0], &format!("{guns}\"limbered\""));
    let unlimbered = unit("unlimbered", "battery", [40.0, 20.0], &format!("{guns}\"unlimbered\""));
    let game = Situation::new(&(area("light-woods", "[0, 21, 72, 48]") + &limbered + &unlimbered));
    assert!(near(reach(&game, "limbered", inches(8), March::Normal), 1.0));
    // An inch in the open, then half speed.
    assert!(near(reach(&game, "unlimbered", inches(6), March::Normal), 3.5));
}

#[test]
fn fractions_apply_to_the_part_of_a_move_in_the_ground() {
    let game = Situation::new(&(area("light-woods", "[0, 22, 72, 26]") + &foot([20.0, 20.0])));
    // Two inches in the open, one in the wood at half speed.
    assert!(near(cost(&game, "foot", inches(3)).unwrap(), 4.0));
    let both = area("light-woods", "[0, 20, 72, 48]") + &slope("steep", "[0, 20, 72, 48]", "north", "");
    let game = Situation::new(&(both + &foot([20.0, 20.0])));
    assert!(near(cost(&game, "foot", inches(1)).unwrap(), 4.0));
}

#[test]
fn heavy_woods_stop_horse_and_guns() {
    // CP 19.1.9a, 19.1.9b
    let game = Situation::new(&(area("heavy-woods", "[0, 25, 72, 30]") + &foot([20.0, 20.0]) + &horse([40.0, 20.0])));
    assert!(near(reach(&game, "horse", inches(12), March::Normal), 5.0));
    assert!(near(reach(&game, "horse", inches(20), March::Charging), 5.0));
    let table = game.table();
    let body = table.body(game.id("horse")).translated(heading(0) * f64::from(inches(7)));
    let refusal = table.can_stand(game.id("horse"), &body, March::Normal).unwrap_err();
    assert_eq!(refusal.rule, "CP 19.1.9a");
    assert!(table.can_stand(game.id("foot"), &table.body(game.id("foot")), March::Normal).is_ok());
}

#[test]
fn horse_forced_into_heavy_woods_is_lost() {
    // CP 19.1.9c
    let mut game = Situation::new(&(area("heavy-woods", "[0, 25, 72, 30]") + &horse([40.0, 20.0])));
    march(&mut game, "horse", inches(6), March::Recoiling);
    assert_eq!(game.unit("horse").place, Place::Gone(Loss::Dispersed));
}

#[test]
fn a_die_tells_what_woods_are() {
    // CP 19.1.1
    for (die, class) in [(4, Woods::Light), (5, Woods::Heavy), (6, Woods::Heavy)] {
        let mut game = Situation::new(&(area("undecided-woods", "[0, 22, 72, 30]") + &foot([20.0, 20.0])));
        let id = game.id("foot");
        let entries = game.act(&[die], |play| play.make_move(id, Manoeuvre::Advance(inches(4))));
        assert_eq!(game.table().woods(0), Some(class));
        assert!(entries.iter().any(|entry| entry.rule == "CP 19.1.1" && entry.dice == [die]));
        // Two inches to the edge; the other four of its move buy two in light woods, one in heavy.
        let gone = inches_between(game.unit("foot").pose.at, Point::new(20 * INCH, 20 * INCH));
        assert!(near(gone, if class == Woods::Heavy { 3.0 } else { 4.0 }), "{gone}");
    }
}

#[test]
fn horse_that_finds_woods_heavy_stays_outside() {
    // CP 19.1.1, 19.1.9a
    let mut game = Situation::new(&(area("undecided-woods", "[0, 22, 72, 30]") + &horse([20.0, 20.0])));
    let id = game.id("horse");
    game.act(&[6], |play| play.make_move(id, Manoeuvre::Advance(inches(6))));
    assert!(near(inches_between(game.unit("horse").pose.at, Point::new(20 * INCH, 20 * INCH)), 2.0));
    assert_eq!(game.unit("horse").place, Place::Table);
}

#[test]
fn woods_disorder_those_who_enter_or_charge_them() {
    // CP 19.1.5b
    let file = area("light-woods", "[0, 22, 72, 30]") + &foot([20.0, 20.0]);
    let mut game = Situation::new(&file);
    march(&mut game, "foot", inches(1), March::Normal);
    assert!(!game.unit("foot").disordered);
    march(&mut game, "foot", inches(2), March::Normal);
    assert!(game.unit("foot").disordered);
    let mut game = Situation::new(&file);
    march(&mut game, "foot", inches(2), March::Charging);
    assert!(game.unit("foot").disordered);
    // Once inside, moving on does not disorder it again.
    game.unit_mut("foot").disordered = false;
    let mut game = Situation::new(&(area("light-woods", "[0, 0, 72, 48]") + &foot([20.0, 20.0])));
    march(&mut game, "foot", inches(2), March::Normal);
    assert!(!game.unit("foot").disordered);
}

#[test]
fn cover_of_woods_and_rough_ground() {
    // CP 19.1.6, 19.2.3
    let file = area("light-woods", "[10, 22, 30, 30]")
        + &area("rough", "[40, 22, 60, 30]")
        + &foot([20.0, 25.0])
        + &unit("other", "foot", [50.0, 25.0], "muskets = 12\nfiles = 6")
        + &enemy("horse", "horse", [20.0, 25.2], "figures = 6\nfiles = 6");
    let game = Situation::new(&file);
    let table = game.table();
    let (foot, other, horse) = (game.id("foot"), game.id("other"), game.id("horse"));
    assert_eq!(table.cover_shooting(foot, place(20.0, 40.0), false), Cover::Soft);
    assert_eq!(table.cover_combat(foot, horse), Cover::None);
    assert!(!table.in_the_open(foot, horse));
    assert_eq!(table.cover_shooting(other, place(50.0, 40.0), false), Cover::None);
    assert_eq!(table.cover_shooting(other, place(50.0, 40.0), true), Cover::Soft);
}

#[test]
fn rough_ground_disorders_the_hasty() {
    // CP 19.2.1
    let file = area("rough", "[0, 21, 72, 48]") + &foot([20.0, 20.0]);
    let mut game = Situation::new(&file);
    let id = game.id("foot");
    game.act(&[], |play| play.make_move(id, Manoeuvre::Advance(inches(3))));
    assert!(!game.unit("foot").disordered);
    game.act(&[], |play| play.make_move(id, Manoeuvre::Advance(inches(1))));
    assert!(game.unit("foot").disordered);

    // CP 20.6.6: not to highlanders, who are stopped by woods like anybody.
    let ground = area("rough", "[0, 21, 30, 48]") + &area("light-woods", "[40, 21, 72, 48]");
    let clans = unit("clan", "highland-shock", [20.0, 20.0], "figures = 12\nfiles = 6")
        + &unit("other", "highland-shock", [50.0, 20.0], "figures = 12\nfiles = 6");
    let mut game = Situation::with_options("highlanders = true", &(ground + &clans));
    let (clan, other) = (game.id("clan"), game.id("other"));
    game.act(&[], |play| play.make_move(clan, Manoeuvre::Advance(inches(6))));
    assert!(!game.unit("clan").disordered);
    game.act(&[], |play| play.make_move(other, Manoeuvre::Advance(inches(2))));
    assert!(game.unit("other").disordered);
}

/// Whether the ground takes the impetus of a unit that goes so far to the north.
fn blocked(ground: &str, mover: &str, dist: Um) -> bool {
    let game = Situation::new(&(ground.to_owned() + &foot([20.0, 20.0]) + &horse([40.0, 20.0])));
    let id = game.id(mover);
    let table = game.table();
    table.blocks_impetus(id, &table.body(id), heading(0), f64::from(dist), None)
}

#[test]
fn what_takes_impetus() {
    let six = inches(6);
    assert!(!blocked("", "foot", six));
    // CP 19.1.5a, 19.2.2
    assert!(blocked(&area("light-woods", "[0, 24, 72, 26]"), "horse", six));
    assert!(blocked(&area("rough", "[0, 24, 72, 26]"), "foot", six));
    // CP 19.3.2
    assert!(!blocked(&slope("gentle", "[0, 22, 72, 30]", "north", ""), "horse", six));
    // CP 19.3.4
    assert!(blocked(&slope("steep", "[0, 22, 72, 30]", "north", ""), "foot", six));
    assert!(blocked(&slope("steep", "[0, 22, 72, 30]", "east", ""), "foot", six));
    assert!(!blocked(&slope("steep", "[0, 22, 72, 30]", "south", ""), "foot", six));
    assert!(blocked(&slope("steep", "[0, 22, 72, 30]", "south", ""), "horse", six));
    // CP 19.4.1, 19.5.1b, 19.8.1b
    for kind in ["fence", "low-wall", "high-wall", "stream", "light-works", "heavy-works"] {
        assert!(blocked(&line(kind, "[[0, 24], [72, 24]]"), "foot", six), "{kind}");
    }
    assert!(!blocked(&line("road", "[[0, 24], [72, 24]]"), "foot", six));
    // CP 19.6.4
    assert!(blocked(&area("bridge", "[0, 23, 72, 25]"), "foot", six));
    assert!(blocked(&area("ford", "[0, 23, 72, 25]"), "foot", six));
    // CP 20.6.6: to highlanders rough ground is open.
    let clan = unit("clan", "highland-shock", [20.0, 20.0], "figures = 12\nfiles = 6");
    let game = Situation::with_options("highlanders = true", &(area("rough", "[0, 24, 72, 26]") + &clan));
    let table = game.table();
    let id = game.id("clan");
    assert!(!table.blocks_impetus(id, &table.body(id), heading(0), f64::from(six), None));
}

#[test]
fn charging_at_a_wall_costs_impetus_but_not_order() {
    // CP 19.4.5, 15.4.7: the target lines the wall; the charger stops before it.
    let file = line("low-wall", "[[0, 24], [72, 24]]")
        + &foot([20.0, 20.0])
        + &enemy("line", "foot", [20.0, 24.0], "muskets = 12\nfiles = 6");
    let mut game = Situation::new(&file);
    let (id, target) = (game.id("foot"), game.id("line"));
    let table = game.table();
    let body = table.body(id);
    assert!(table.blocks_impetus(id, &body, heading(0), f64::from(inches(4)), Some(target)));
    assert!(!table.bad_ground(id, &body, heading(0), f64::from(inches(3))));
    march(&mut game, "foot", inches(4), March::Charging);
    assert!(!game.unit("foot").disordered);
}

#[test]
fn foot_beyond_a_steep_slope_is_not_in_the_open() {
    // CP 19.3.5
    let on = |uphill: &str| {
        let file = slope("steep", "[0, 20, 72, 30]", uphill, "")
            + &foot([20.0, 25.0])
            + &enemy("horse", "horse", [20.0, 25.2], "figures = 6\nfiles = 6");
        Situation::new(&file)
    };
    let open = |game: &Situation| game.table().in_the_open(game.id("foot"), game.id("horse"));
    // The horse stands to the north: the foot is above it where the ground rises to the south.
    let above = on("south");
    assert!(!open(&above));
    assert!(above.table().upslope_of(above.id("foot"), above.id("horse")));
    assert!(!open(&on("east")));
    let below = on("north");
    assert!(open(&below));
    assert!(!below.table().upslope_of(below.id("foot"), below.id("horse")));
    assert!(below.table().upslope_of(below.id("horse"), below.id("foot")));
}

#[test]
fn slopes_may_be_closed_to_some() {
    // CP 19.3.1
    let ground = slope("impassable", "[0, 24, 72, 30]", "north", "to = [\"mounted\", \"guns\"]");
    let game = Situation::new(&(ground + &foot([20.0, 20.0]) + &horse([40.0, 20.0])));
    assert!(near(reach(&game, "horse", inches(12), March::Normal), 4.0));
    // For the foot it is a steep slope.
    assert!(near(reach(&game, "foot", inches(6), March::Normal), 5.0));
}

#[test]
fn walls_cost_two_inches_a_rank() {
    // CP X9, CP 19.4.2: three ranks pay 6" more.
    let wall = line("fence", "[[0, 22], [72, 22]]");
    let three = unit("foot", "foot", [20.0, 20.0], "muskets = 12\nranks = 3");
    let game = Situation::new(&(wall.clone() + &three));
    assert!(near(cost(&game, "foot", inches(6)).unwrap(), 12.0));
    // 15 mm: 4.5".
    let small = Situation::with_options("scale = \"15mm\"", &(wall.clone() + &three));
    assert!(near(cost(&small, "foot", inches(6)).unwrap(), 10.5));
    // Half a crossing is paid half.
    let depth = 3 * 20 * MM;
    let half = cost(&game, "foot", inches(2) + depth / 2).unwrap();
    assert!(near(half, 2.0 + f64::from(depth / 2) / f64::from(INCH) + 3.0), "{half}");
    // CP 19.4.3a
    let high = Situation::new(&(line("high-wall", "[[0, 22], [72, 22]]") + &three + &horse([40.0, 20.0])));
    assert!(near(cost(&high, "foot", inches(6)).unwrap(), 12.0));
    // CP 19.4.3b
    assert_eq!(cost(&high, "horse", inches(6)), None);
    assert!(near(reach(&high, "horse", inches(12), March::Normal), 2.0));
    // CP 19.4.2: low walls do not stop horse.
    let low = Situation::new(&(line("low-wall", "[[0, 22], [72, 22]]") + &horse([40.0, 20.0])));
    assert!(near(cost(&low, "horse", inches(10)).unwrap(), 14.0));
}

#[test]
fn straddling_disorders() {
    // CP 19.4.4, 19.5.1c, 19.6.2, 19.6.3c
    for ground in [
        line("fence", "[[0, 21], [72, 21]]"),
        line("high-wall", "[[0, 21], [72, 21]]"),
        line("stream", "[[0, 21], [72, 21]]"),
        area("ford", "[0, 21, 72, 21.4]"),
        area("bridge", "[0, 21, 72, 21.4]"),
    ] {
        let file = ground + &unit("foot", "foot", [20.0, 20.0], "muskets = 9\nranks = 3");
        let mut game = Situation::new(&file);
        let id = game.id("foot");
        // Over it in the middle of a move, but on it when the move is over.
        game.act(&[], |play| play.make_move(id, Manoeuvre::Advance(inches(1) + 10 * MM)));
        game.act(&[], |play| play.make_move(id, Manoeuvre::Stop));
        assert!(game.unit("foot").disordered);
        assert!(game.table().straddling(id).is_some());
    }
    // Wholly across, it is in order.
    let mut game = Situation::new(&(line("fence", "[[0, 21], [72, 21]]") + &foot([20.0, 20.0])));
    march(&mut game, "foot", inches(3), March::Normal);
    assert!(!game.unit("foot").disordered);
}

#[test]
fn cover_behind_walls_and_works() {
    // CP 19.4.2, 19.4.3c, 19.4.7c, 19.8.2, 19.8.5c
    for (kind, cover) in [
        ("fence", Cover::None),
        ("low-wall", Cover::None),
        ("high-wall", Cover::Soft),
        ("hedgerow", Cover::Soft),
        ("light-works", Cover::Soft),
        ("heavy-works", Cover::Hard),
    ] {
        let file = line(kind, "[[0, 25], [72, 25]]")
            + &foot([20.0, 25.0])
            + &enemy("storm", "foot", [20.0, 25.0], "muskets = 12\nfiles = 6");
        let game = Situation::new(&file);
        let (foot, storm) = (game.id("foot"), game.id("storm"));
        let table = game.table();
        assert_eq!(table.cover_shooting(foot, place(20.0, 40.0), false), cover, "{kind}");
        // From behind there is no wall between.
        assert_eq!(table.cover_shooting(foot, place(20.0, 5.0), false), Cover::None, "{kind}");
        assert_eq!(table.cover_combat(foot, storm), cover, "{kind}");
        assert_eq!(table.in_the_open(foot, storm), cover == Cover::None, "{kind}");
        assert_eq!(table.hard_cover(foot), cover == Cover::Hard, "{kind}");
    }
}

#[test]
fn hedgerows_are_broken_down_and_loopholed() {
    let file = line("hedgerow", "[[0, 22], [72, 22]]")
        + &foot([20.0, 21.9])
        + &foot([50.0, 20.0]).replace("foot\"\nname", "far\"\nname");
    let mut game = Situation::new(&file);
    let (id, far) = (game.id("foot"), game.id("far"));
    // CP 19.4.6a
    assert!(near(reach(&game, "far", inches(6), March::Normal), 2.0));
    let refusal = game.table().judge_move(id, &Manoeuvre::Advance(inches(2))).unwrap_err();
    assert_eq!(refusal.rule, "CP 19.4.6a");
    assert!(game.table().judge_move(far, &Manoeuvre::ClearHedge { line: 0 }).is_err());

    // CP 19.4.7b
    game.act(&[], |play| play.make_move(id, Manoeuvre::Loophole { line: 0 }));
    assert_eq!(game.table().hedge_at(0, f64::from(inches(20))), Hedge::Loopholed);
    assert_eq!(game.table().hedge_at(0, f64::from(inches(50))), Hedge::Whole);
    assert!(near(reach(&game, "foot", inches(6), March::Normal), 0.1));

    // CP 19.4.6b: two turns of work, its own frontage.
    for turn in 1..=2 {
        let unit = game.unit_mut("foot");
        (unit.spent, unit.moved, unit.finished) = (0, false, false);
        game.act(&[], |play| play.make_move(id, Manoeuvre::ClearHedge { line: 0 }));
        let wanted = if turn == 1 { Hedge::Loopholed } else { Hedge::Broken };
        assert_eq!(game.table().hedge_at(0, f64::from(inches(20))), wanted);
    }
    assert_eq!(game.table().hedge_at(0, f64::from(inches(24))), Hedge::Whole);
    // CP 19.4.6c: two ranks cross it for 4" like a low wall, and it covers nobody.
    assert!(near(cost(&game, "foot", inches(3)).unwrap(), 7.0));
    let target = game.id("foot");
    assert_eq!(game.table().cover_shooting(target, place(20.0, 40.0), false), Cover::None);
}

#[test]
fn horse_breaks_a_hedge_down_and_cuts_no_loopholes() {
    // CP 19.4.7b, G97: nobody of it would shoot through them.
    let file = line("hedgerow", "[[0, 22], [72, 22]]") + &horse([20.0, 21.9]);
    let game = Situation::new(&file);
    let id = game.id("horse");
    let refusal = game.table().judge_move(id, &Manoeuvre::Loophole { line: 0 }).unwrap_err();
    assert_eq!(refusal.rule, "CP G97");
    assert!(game.table().judge_move(id, &Manoeuvre::ClearHedge { line: 0 }).is_ok());
}

#[test]
fn streams_are_crossed_at_half_speed() {
    // CP 19.5.1a: a unit 40 mm deep pays that again; one of a single rank pays an inch.
    let stream = line("stream", "[[0, 22], [72, 22]]");
    let game = Situation::new(
        &(stream.clone() + &foot([20.0, 20.0]) + &unit("thin", "foot", [40.0, 20.0], "muskets = 6\nfiles = 6")),
    );
    let deep = 40.0 / 25.4;
    assert!(near(cost(&game, "foot", inches(5)).unwrap(), 5.0 + deep));
    assert!(near(cost(&game, "thin", inches(5)).unwrap(), 6.0));
    // CP 19.6.2: a ford likewise.
    let ford = Situation::new(&(area("ford", "[0, 22, 72, 23]") + &foot([20.0, 20.0])));
    assert!(near(cost(&ford, "foot", inches(6)).unwrap(), 6.0 + deep + 1.0));
    // CP 19.5.2: steep banks, where the scenario has them, cost twice as much.
    let banks = Situation::new(&(stream.replace("points", "steep-banks = true\npoints") + &foot([20.0, 20.0])));
    assert!(near(cost(&banks, "foot", inches(5)).unwrap(), 5.0 + 2.0 * deep));
}

#[test]
fn rivers_are_crossed_at_fords_and_bridges() {
    // CP 19.6.1
    let river = area("river", "[0, 22, 72, 24]");
    let game = Situation::new(&(river.clone() + &foot([20.0, 20.0])));
    assert!(near(reach(&game, "foot", inches(6), March::Normal), 2.0));
    assert_eq!(cost(&game, "foot", inches(6)), None);
    // CP 19.6.2
    let ford = Situation::new(&(river.clone() + &area("ford", "[10, 21, 30, 25]") + &foot([20.0, 20.0])));
    assert!(cost(&ford, "foot", inches(8)).is_some());
    // A line too wide for the ford gets its feet wet.
    let narrow = Situation::new(&(river.clone() + &area("ford", "[19, 21, 21, 25]") + &foot([20.0, 20.0])));
    assert_eq!(cost(&narrow, "foot", inches(8)), None);
    // CP 19.6.3a, 19.6.3b: a column of at most 60 mm, at half speed.
    let bridge = river + &area("bridge", "[18, 22, 22, 24]");
    let column = unit("foot", "foot", [20.0, 21.5], "muskets = 12\nfiles = 3");
    let game = Situation::new(&(bridge.clone() + &column));
    // Half an inch to the bridge; two inches of it and the column's own depth at half speed.
    let over = cost(&game, "foot", inches(3)).unwrap();
    assert!(near(over, 0.5 + 2.0 * 2.5), "{over}");
    let wide = Situation::new(&(bridge + &unit("foot", "foot", [20.0, 21.5], "muskets = 12\nfiles = 4")));
    let refusal = wide.table().judge_move(wide.id("foot"), &Manoeuvre::Advance(inches(3))).unwrap_err();
    assert_eq!(refusal.rule, "CP 19.6.3a");
}

/// Foot before a town block, an inch to the south of it.
fn town(more: &str, units: &str) -> Situation {
    Situation::new(&(area("town", "[18, 22, 24, 26]") + more + units))
}

#[test]
fn infantry_garrisons_a_town_block() {
    // CP 19.7.1, 19.7.3, 19.7.9b
    let mut game = town("garrison = 24", &(foot([21.0, 21.0]) + &horse([40.0, 20.0])));
    let id = game.id("foot");
    assert!(near(reach(&game, "foot", inches(6), March::Normal), 1.0));
    assert!(game.table().judge_move(id, &Manoeuvre::Enter { area: 0 }).is_err());
    game.act(&[], |play| play.make_move(id, Manoeuvre::Advance(inches(1))));
    let left = game.table().move_left(id);
    game.act(&[], |play| play.make_move(id, Manoeuvre::Enter { area: 0 }));
    assert_eq!(game.unit("foot").inside, Some(0));
    assert_eq!(game.table().move_left(id), left);
    // CP 19.7.9a
    assert!(game.unit("foot").disordered);
    // CP 19.7.6a
    assert_eq!(game.table().open_flanks(id), 0);
    assert_eq!(game.table().room_in(0), 12);
    assert_eq!(game.table().shooters_per_side(0), 12);
    assert_eq!(game.table().attackers_per_face(0), 24);
    let mounted = game.id("horse");
    game.unit_mut("horse").pose = Pose::new(Point::new(21 * INCH, 22 * INCH), 0);
    let refusal = game.table().judge_move(mounted, &Manoeuvre::Enter { area: 0 }).unwrap_err();
    assert_eq!(refusal.rule, "CP 19.7.1");

    // CP 19.7.9c: out again in a full move, disordered.
    assert!(game.table().judge_move(id, &Manoeuvre::Advance(inches(1))).is_err());
    let unit = game.unit_mut("foot");
    (unit.spent, unit.moved, unit.finished, unit.disordered) = (0, false, false, false);
    game.unit_mut("horse").pose = Pose::new(Point::new(60 * INCH, 10 * INCH), 0);
    let out = Pose::new(Point::new(21 * INCH, 26 * INCH + 45 * MM), 0);
    game.act(&[], |play| play.make_move(id, Manoeuvre::Leave { pose: out }));
    assert_eq!((game.unit("foot").inside, game.unit("foot").pose), (None, out));
    assert!(game.unit("foot").disordered && game.unit("foot").finished);
}

#[test]
fn a_town_block_holds_no_more_than_its_limit() {
    // CP 19.7.3
    let game = town("garrison = 11", &foot([21.0, 22.0]));
    let refusal = game.table().judge_move(game.id("foot"), &Manoeuvre::Enter { area: 0 }).unwrap_err();
    assert_eq!(refusal.rule, "CP 19.7.3");
}

#[test]
fn guns_in_a_town_block_stay_there() {
    // CP 19.7.2a, 19.7.2b
    let guns =
        unit("guns", "battery", [0.0, 0.0], "guns = [\"light\"]\ninside = \"town\"").replace("at = [0, 0]\n", "");
    let game = town("guns = true", &guns);
    let id = game.id("guns");
    assert_eq!(game.table().may_move(id).unwrap_err().rule, "CP 19.7.2b");
}

#[test]
fn cover_of_town_blocks_is_set_per_block() {
    // CP 19.7.3
    let inside = foot([0.0, 0.0]).replace("at = [0, 0]\n", "inside = \"town\"\n");
    let storm = enemy("storm", "foot", [21.0, 26.0], "muskets = 12\nfiles = 6");
    let game = town("shooting = \"hard\"\ncombat = \"soft\"", &(inside + &storm));
    let (foot, storm) = (game.id("foot"), game.id("storm"));
    let table = game.table();
    assert_eq!(table.cover_shooting(foot, place(21.0, 40.0), false), Cover::Hard);
    assert_eq!(table.cover_combat(foot, storm), Cover::Soft);
    assert!(!table.in_the_open(foot, storm));
    assert!(table.blocks_impetus(storm, &table.body(storm), heading(18_000), 0.0, Some(foot)));
}

#[test]
fn fieldworks_stop_horse_and_disorder_foot() {
    for (kind, price, rule) in [("light-works", 2.0, "CP 19.8.3b"), ("heavy-works", 8.0, "CP 19.8.5b")] {
        let file = line(kind, "[[0, 22], [72, 22]]") + &foot([20.0, 20.0]) + &horse([40.0, 20.0]);
        let mut game = Situation::new(&file);
        // CP 19.8.1a
        assert!(near(reach(&game, "horse", inches(12), March::Normal), 2.0));
        // CP 19.8.3a, 19.8.5a: two inches for the whole unit, or four for each of its two ranks.
        assert!(near(cost(&game, "foot", inches(5)).unwrap(), 5.0 + price), "{kind}");
        // CP 19.8.3b, 19.8.5b
        let id = game.id("foot");
        let body = game.table().body(id).into_body();
        game.unit_mut("foot").pose = game.unit("foot").pose.ahead(inches(5));
        let entries =
            game.act(&[], |play| play.settle_ground(id, &body, heading(0), f64::from(inches(5)), March::Normal));
        assert!(game.unit("foot").disordered);
        assert!(entries.iter().any(|entry| entry.rule == rule));
    }
}

#[test]
fn led_horses_and_wagons_are_lost_when_touched() {
    // CP 15.9.11, CP V46, CP 3.10
    let dragoons = unit(
        "dragoons",
        "dragoons",
        [20.0, 30.0],
        "figures = 25\nstart = { dismounted = true, led-horses = { at = [20, 20] } }",
    );
    let wagons = unit("wagons", "wagons", [30.0, 20.0], "figures = 1");
    let riders = |at| enemy("riders", "horse", at, "figures = 4\nfiles = 4");
    let takers = enemy("takers", "horse", [30.0, 20.0], "figures = 4\nfiles = 4");
    let mut game = Situation::new(&(dragoons + &wagons + &riders([20.0, 10.0]) + &takers));
    let (one, two) = (game.id("riders"), game.id("takers"));
    assert!(game.table().led_horses(game.id("dragoons")).is_some());
    let strength = game.table().surviving(game.id("dragoons"));
    assert_eq!(strength, 25);
    // Where they come to: a battle does not begin so.
    let there = Situation::new(&riders([20.0, 20.0])).unit("riders").pose;
    game.unit_mut("riders").pose = there;
    let stands = game.table().body(one).into_body();
    game.act(&[], |play| play.trample(one, &stands, Trail::Formed));
    assert!(game.table().led_horses(game.id("dragoons")).is_none());
    assert_eq!(game.table().surviving(game.id("dragoons")), 23);
    let stands = game.table().body(two).into_body();
    game.act(&[], |play| play.trample(two, &stands, Trail::Formed));
    assert_eq!(game.unit("wagons").place, Place::Gone(Loss::Captured));
    let _: UnitId = one;
}
