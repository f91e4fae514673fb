//! The field under a hand: marks, aims, steps, ghosts, overlays, the order of battle.

mod soak;

use crate::common::*;
use kernel::pointing::{Aimed, aimed, routes};
use kernel::{Aim, Handling, Mark, Notation, Picture, Rulebook, Seat};
use musket_and_pike::MusketAndPike;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, UnitId};
use musket_and_pike::close_combat::CombatStep;
use musket_and_pike::movement::MoveStep;
use musket_and_pike::sequence::TurnStep;
use musket_and_pike::state::{Formation, Loss, Morale, Orders, Place};

fn number(unit: UnitId) -> u16 {
    u16::from(unit.0)
}

fn leader_number(leader: LeaderId) -> u16 {
    1_000 + u16::from(leader.0)
}

fn on(body: u16) -> Aim {
    Aim { target: Some(body), ..Aim::default() }
}

impl Game {
    fn put(&mut self, step: Step) {
        self.state.agenda.push(step);
        self.advance(&[]);
    }

    fn place(&self, hex: &str) -> Aim {
        Aim { at: Some(self.rules.ground.grid.centre(self.hex(hex))), ..Aim::default() }
    }

    fn aimed(&self, aim: Aim) -> Aimed {
        let seat = self.asked().unwrap();
        aimed(&self.rules, &self.state, seat, &aim).unwrap_or_else(|| panic!("{aim:?} means nothing"))
    }

    /// What a hand means that may be done.
    fn means(&self, aim: Aim) -> String {
        let aimed = self.aimed(aim);
        assert_eq!(aimed.refusal, None, "{}", aimed.decision);
        aimed.decision
    }

    /// The rule against what a hand means.
    fn refuses(&self, aim: Aim) -> String {
        let aimed = self.aimed(aim);
        aimed.refusal.unwrap_or_else(|| panic!("{} is legal", aimed.decision)).rule.into_owned()
    }

    fn decide(&mut self, text: &str) {
        let (seat, decision) = (self.asked().unwrap(), self.rules.read(text).unwrap());
        self.rules.judge(&self.state, seat, &decision).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        self.with(&[], |play| play.decide(seat, decision));
    }

    fn mark(&self, text: &str) -> Mark {
        let decision = self.rules.read(text).unwrap();
        self.rules.mark(&self.state, self.asked().unwrap(), &decision)
    }

    fn zones(&self, body: u16, what: &str) -> Vec<(String, usize)> {
        let zones = self.rules.overlay(&self.state, None, body, what);
        zones.into_iter().map(|zone| (zone.name, hexes_in(&zone.outline))).collect()
    }
}

/// How many hexes an outline encloses, by its area.
fn hexes_in(outline: &[[f64; 2]]) -> usize {
    let ahead = outline.iter().cycle().skip(1);
    let twice: f64 = outline.iter().zip(ahead).map(|(a, b)| (b[0] - a[0]) * (b[1] + a[1])).sum();
    (twice.abs() / 2.0 / 0.866_025_403_784).round() as usize
}

/// Foot of the first side in 1212 that looks north, its enemy two hexes before it; horse of another Wing behind.
struct Scene {
    game: Game,
    foot: UnitId,
    horse: UnitId,
    enemy: UnitId,
    leader: LeaderId,
}

fn scene(orders: Orders) -> Scene {
    let mut board = board();
    board.orders(A1, orders);
    let leader = board.commander(A1, 0, "1214");
    board.unit(light("staff", A1).at("1214", "n"));
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let horse = board.unit(cavalry("horse", A2).at("1217", "n"));
    let enemy = board.unit(heavy("enemy", B1).at("1210", "s"));
    let mut game = board.open();
    game.activate(A1);
    Scene { game, foot, horse, enemy, leader }
}

#[test]
fn a_hand_chooses_who_acts_next() {
    let Scene { mut game, foot, horse, enemy, leader } = scene(Orders::MakeReady);
    game.put(Step::Turn(TurnStep::Actions));
    assert_eq!(game.means(on(number(foot))), "act foot");
    assert_eq!(game.means(game.place("1212")), "act foot");
    assert_eq!(game.means(on(leader_number(leader))), "lead a1-wc");
    // Dragged somewhere, it is to act as well.
    assert_eq!(game.means(Aim { body: Some(number(foot)), ..game.place("1211") }), "act foot");
    assert_eq!([horse, enemy].map(|unit| game.refuses(on(number(unit)))), ["MP G.2", "MP G.2"]);
    assert_eq!(game.mark("act foot").actor, Some(number(foot)));
}

#[test]
fn a_hand_on_an_enemy_fires_or_hears_why_not() {
    let Scene { mut game, foot, enemy, .. } = scene(Orders::MakeReady);
    game.put(Step::Move(MoveStep::Action(foot)));
    // MP 10.1.2b: one hex far.
    assert_eq!(game.refuses(on(number(enemy))), "MP 10.1.2b");
    assert_eq!(game.means(on(number(foot))), "move");
    assert_eq!(game.means(Aim { body: Some(number(foot)), ..game.place("1211") }), "move");
    let (hex, facing) = (game.hex("1211"), game.vertex("s"));
    game.state.put(enemy, hex, None, facing);
    assert_eq!(game.means(on(number(enemy))), "shoot 1211 skirmish");
    let mark = game.mark("shoot 1211 skirmish");
    assert_eq!((mark.actor, mark.targets, mark.cost.as_str()), (Some(number(foot)), vec![number(enemy)], "range 1"));
}

#[test]
fn a_hand_leads_a_unit_step_by_step() {
    let Scene { mut game, foot, enemy, .. } = scene(Orders::Charge);
    game.put(Step::Move(MoveStep::Action(foot)));
    game.decide("move");
    let stepping = game.rules.stepping(&game.state, Seat(0)).unwrap();
    assert_eq!((stepping.body, stepping.spent, stepping.allowance), (number(foot), 0, 4));
    let ahead = game.mark("ahead nw");
    assert_eq!((ahead.actor, ahead.cost.as_str()), (Some(number(foot)), "1 point"));
    assert_eq!(ahead.touches, [number(enemy)]);
    let hex = game.rules.ground.grid.neighbour(game.hex("1212"), game.dir("nw")).unwrap();
    assert_eq!(ahead.at, Some(game.rules.ground.grid.centre(hex)));
    let at = Aim { at: ahead.at, ..Aim::default() };
    assert_eq!(game.means(at), "ahead nw");
    assert_eq!(game.means(Aim { body: Some(number(foot)), ..at }), "ahead nw");
    // MP 10.2a: foot does not fire while it moves, and its enemy is not to be walked into.
    game.decide("ahead nw");
    game.decide("react-done");
    assert_eq!(game.refuses(on(number(enemy))), "MP 10.2a");
}

#[test]
fn a_hand_turns_a_unit() {
    let Scene { mut game, foot, horse, .. } = scene(Orders::MakeReady);
    game.put(Step::Move(MoveStep::Action(foot)));
    game.decide("move");
    let hand = Aim { body: Some(number(foot)), ..Aim::default() };
    assert_eq!(game.means(Aim { facing: Some(65.0), ..hand }), "turn-to ne");
    assert_eq!(game.means(Aim { facing: Some(182.0), ..hand }), "counter-march");
    assert_eq!(game.mark("turn-to ne").cost, "2 points");
    // Beside it, and behind: it turns first. On itself: it stays.
    assert_eq!(game.means(game.place("1312")), "turn-to ne");
    assert_eq!(game.means(on(number(horse))), "counter-march");
    assert_eq!(game.means(on(number(foot))), "halt");
    // MP 8.1.1a: somebody is in the way.
    let facing = game.vertex("n");
    let hex = game.rules.ground.grid.neighbour(game.hex("1212"), game.dir("nw")).unwrap();
    game.state.put(horse, hex, None, facing);
    assert_eq!(game.refuses(on(number(horse))), "MP 8.1.1a");
}

#[test]
fn a_hand_sends_leaders_riding() {
    let Scene { mut game, leader, enemy, .. } = scene(Orders::MakeReady);
    game.put(Step::Move(MoveStep::LeaderAction(leader)));
    let stepping = game.rules.stepping(&game.state, Seat(0)).unwrap();
    assert_eq!((stepping.body, stepping.allowance), (leader_number(leader), 8));
    assert_eq!(game.means(game.place("1314")), "ride e");
    assert_eq!(game.mark("ride e").cost, "1 point");
    let hex = game.rules.ground.grid.neighbour(game.hex("1214"), game.dir("e")).unwrap();
    let facing = game.vertex("s");
    game.state.put(enemy, hex, None, facing);
    // MP 5.3.1b.
    assert_eq!(game.refuses(on(number(enemy))), "MP 5.3.1b");
}

#[test]
fn a_hand_names_attacks() {
    let Scene { mut game, foot, enemy, horse, .. } = scene(Orders::Charge);
    let (hex, facing) = (game.hex("1211"), game.vertex("s"));
    game.state.put(enemy, hex, None, facing);
    game.put(Step::Combat(CombatStep::Designate { side: A, done: kernel::SeatSet::EMPTY }));
    assert_eq!(game.means(on(number(enemy))), "attack foot 1211");
    assert_eq!(game.means(on(number(foot))), "attack foot 1211");
    assert_eq!(game.means(Aim { body: Some(number(foot)), ..on(number(enemy)) }), "attack foot 1211");
    // MP 11.1.2a: not of this Wing.
    assert_eq!(game.refuses(Aim { body: Some(number(horse)), ..on(number(enemy)) }), "MP 11.1.2a");
    let mark = game.mark("attack foot 1211");
    assert_eq!((mark.actor, mark.targets), (Some(number(foot)), vec![number(enemy)]));
}

#[test]
fn a_hand_calls_up_reactions() {
    let mut board = board();
    board.commander(A1, 0, "1215");
    board.unit(light("staff", A1).at("1215", "n"));
    let rider = board.unit(cavalry("rider", A1).at("1213", "n"));
    board.commander(B1, 0, "1209");
    let foe = board.unit(heavy("foe", B1).at("1211", "s"));
    let far = board.unit(heavy("far", B1).at("1204", "s"));
    let mut game = board.open();
    game.activate(A1);
    game.put(Step::Move(MoveStep::Action(rider)));
    game.decide("ahead nw");
    assert_eq!(game.asked(), Some(Seat(1)));
    // MP 9.4.1a: the unit that gave the trigger is fired at, by whoever has it before him.
    assert_eq!(game.means(on(number(rider))), "react-fire foe");
    assert_eq!(game.means(on(number(foe))), "react-fire foe");
    let mark = game.mark("react-fire foe");
    assert_eq!((mark.actor, mark.targets), (Some(number(foe)), vec![number(rider)]));
    // MP 9.2.3a: too far off to close its pikes.
    assert_eq!(game.refuses(on(number(far))), "MP 9.2.3a");
}

#[test]
fn routes_are_the_cheapest_ways_within_the_allowance() {
    let Scene { mut game, foot, .. } = scene(Orders::MakeReady);
    game.put(Step::Turn(TurnStep::Actions));
    game.put(Step::Move(MoveStep::Action(foot)));
    let found = routes(&game.rules, &game.state, Seat(0));
    let at = |hex: &str| game.rules.ground.grid.centre(game.hex(hex));
    let to = |hex: &str| found.iter().filter(|route| route.ghost.at == at(hex)).map(|route| route.spent).min();
    // MP 6.2.1a: two points for a corner, so that it goes one hex aside in three; MP 5.6.2a: not next to the enemy.
    assert_eq!([to("1312"), to("1112"), to("1211"), to("1209")], [Some(3), Some(3), None, None]);
    // MP 6.2.2a: about, and back.
    assert_eq!(to("1214"), None, "held by others");
    assert!(found.iter().all(|route| route.decisions[0] == "move" && route.allowance == 4));
    // It may also turn where it stands: four ways by corners and one about.
    assert_eq!(found.iter().filter(|route| route.ghost.at == at("1212")).count(), 5);
}

#[test]
fn a_way_that_costs_order_says_so() {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1214");
    board.unit(light("staff", A1).at("1214", "n"));
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.hexside("1212", "nw", "stream");
    let mut game = board.open();
    game.activate(A1);
    game.put(Step::Turn(TurnStep::Actions));
    game.put(Step::Move(MoveStep::Action(foot)));
    let found = routes(&game.rules, &game.state, Seat(0));
    let grid = &game.rules.ground.grid;
    let harms = |dir: &str| {
        let to = grid.neighbour(game.hex("1212"), game.dir(dir)).unwrap();
        let there: Vec<bool> =
            found.iter().filter(|route| route.ghost.at == grid.centre(to)).map(|route| route.harms).collect();
        assert!(!there.is_empty(), "{dir}");
        there.contains(&true)
    };
    // MP 7.3.1a, 6.3.1b: over the stream foot loses a step of its formation, beside it none.
    assert_eq!((harms("nw"), harms("ne")), (true, false));
}

#[test]
fn overlays_show_fronts_zones_and_ranges() {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    let leader = board.commander(A1, 0, "1212");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let line = board.unit(double_heavy("line", A1).at("0606", "n"));
    let horse = board.unit(cavalry("horse", A1).at("1218", "n"));
    let gun = board.unit(gun("gun", A1).at("1812", "n"));
    let away = board.unit(cavalry("away", A1).at("2222", "n"));
    let game = board.open();
    let named = |zones: Vec<(String, usize)>, name: &str| -> usize {
        zones.into_iter().filter(|(zone, _)| zone == name).map(|(_, hexes)| hexes).sum()
    };
    // MP 6.1b: two front hexes, two flanks, two behind; three, two and three around two hexes.
    for (unit, hexes) in [(foot, [2, 2, 2]), (line, [3, 2, 3])] {
        let zones = |name| named(game.zones(number(unit), "front"), name);
        assert_eq!(["front", "flank", "rear"].map(zones), hexes);
    }
    // MP 5.4.2b: three hexes around him for cavalry, two for the others.
    let command = |name| named(game.zones(leader_number(leader), "command"), name);
    assert_eq!(["in command: cavalry", "in command: others"].map(command), [37, 19]);
    assert_eq!(game.zones(number(horse), "command"), game.zones(leader_number(leader), "command"));
    // MP 5.4.2c: nobody is near the last of them.
    let chain = game.zones(leader_number(leader), "chain");
    assert!(chain.contains(&("away out of command".to_owned(), 1)));
    assert_eq!(game.table().in_command(away), chain.iter().all(|(name, _)| name != "away out of command"));
    // MP 9.3.1b, 9.1.2d: what lies on its own row or ahead of it.
    let zone = |unit, name| named(game.zones(number(unit), "zone"), name);
    assert_eq!(zone(foot, "Reaction Fire"), 4);
    assert_eq!(zone(foot, "Hedgehog"), 2 + 2 + 3 + 4);
    assert_eq!(zone(horse, "Interception"), 8 + 8 + 7 + 6 + 5);
    // MP 10.1.3b: a third of the hexes around a gun, edges and all.
    let ranges: usize = game.zones(number(gun), "range").into_iter().map(|(_, hexes)| hexes).sum();
    let table = game.table();
    let grid = &game.rules.ground.grid;
    let arc = grid.hexes().filter(|&hex| grid.arc(table.unit(gun).hex, table.unit(gun).facing, hex).is_in());
    let reach = arc.filter(|&hex| (1..=14).contains(&grid.distance(table.unit(gun).hex, hex))).count();
    assert!(ranges <= reach && ranges * 2 > reach, "{ranges} of {reach}");
    // MP 10.9.1a: it sees past nobody, and there are few to hide behind.
    let seen = named(game.zones(number(foot), "sight"), "seen");
    assert!(seen > 400 && seen < grid.len(), "{seen}");
    // What it does not have is not shown.
    assert!(game.zones(leader_number(leader), "front").is_empty() && game.zones(number(foot), "nothing").is_empty());
    assert_eq!(MusketAndPike::overlays().len(), 6);
}

#[test]
fn the_order_of_battle_is_a_tree_with_what_is_left() {
    let mut board = board();
    board.orders(A1, Orders::Rally);
    let leader = board.commander(A1, -1, "1212");
    let foot = board.unit(heavy("foot", A1).casualties(3).formation(Formation::Shaken).at("1212", "n"));
    let horse = board.unit(cavalry("horse", A1).state(Morale::Broken).at("1213", "n"));
    let lost = board.unit(cavalry("lost", A2).at("1215", "n"));
    board.unit(gun("gun", B1).at("1202", "s"));
    let mut game = board.open();
    game.with(&[], |play| play.take_off(lost, Loss::Eliminated));
    assert_eq!(game.unit(lost).place, Place::Gone(Loss::Eliminated));
    let posts = game.rules.roster(&game.state, None);
    let of = |name: &str| posts.iter().find(|post| post.name == name).unwrap();
    assert_eq!((of("A").depth, of("A").strength, of("A").full), (0, 11, 18));
    assert_eq!((of("a1").depth, of("a1").state.as_str(), of("a1").strength), (1, "Rally", 11));
    assert_eq!((of("a1-wc").depth, of("a1-wc").body), (2, Some(leader_number(leader))));
    assert_eq!(of("a1-wc").state, "Wing Commander, rating -1");
    let post = of("foot");
    assert_eq!((post.body, post.strength, post.full), (Some(number(foot)), 7, 10));
    assert_eq!(post.state, "Formation Shaken, 3 casualties");
    assert_eq!((of("horse").body, of("horse").state.as_str()), (Some(number(horse)), "Morale Broken"));
    assert_eq!((of("lost").lost, of("lost").strength, of("lost").state.as_str()), (true, 0, "eliminated"));
    assert!(of("a2").lost && !of("a1").lost);
    assert_eq!((of("gun").side, of("gun").full), (1, 0));
    // Those who wait to replace others are not shown.
    assert!(posts.iter().all(|post| post.name != "a1-generic"));
}
