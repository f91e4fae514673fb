//! Several bodies at once: planned by playing on a copy, whatever the rulebook.
#![allow(clippy::unwrap_used, clippy::panic)]

use kernel::door::Asked;
use kernel::scene::Body;
use kernel::{Deed, Door, OptionValues, Plan, Planned, Seat, Wish};
use shelf::{Dice, begin, find};

/// A battle played on as officers would, to the first question of that topic.
fn battle(name: &str, topic: &str) -> (Box<dyn Door>, Asked) {
    let (mut door, _) = begin(&find(name).unwrap(), &OptionValues::new(), Dice::Seed(7)).unwrap();
    loop {
        let asked = door.question(door.awaiting()[0]).unwrap();
        if asked.question.topic == topic {
            return (door, asked);
        }
        // Whoever has the choice is Side A and moves first.
        let best = match asked.question.topic {
            "choose-side" => &asked.menu[0],
            _ => asked.menu.iter().rev().max_by_key(|choice| choice.rank).unwrap(),
        };
        door.decide(asked.seat, &best.decision).unwrap();
    }
}

/// Everybody on the field who stands below that line of the order of battle.
fn command(door: &dyn Door, seat: Seat, name: &str) -> Vec<Body> {
    let roster = door.roster(Some(seat));
    let first = roster.iter().position(|post| post.name == name).unwrap();
    let depth = roster[first].depth;
    let below = roster[first + 1..].iter().take_while(|post| post.depth > depth);
    let ids: Vec<u16> = roster[first].body.into_iter().chain(below.filter_map(|post| post.body)).collect();
    door.scene(Some(seat)).bodies.into_iter().filter(|body| ids.contains(&body.id)).collect()
}

fn shifted(bodies: &[Body], by: [f64; 2]) -> Vec<Wish> {
    let go = |body: &Body| Deed::Go { at: [body.at[0] + by[0], body.at[1] + by[1]], facing: None };
    bodies.iter().map(|body| Wish { body: body.id, deed: go(body) }).collect()
}

fn of(plan: &Plan, body: u16) -> &Planned {
    plan.moves.iter().find(|one| one.wish.body == body).unwrap()
}

fn close(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() < 0.6 && (a[1] - b[1]).abs() < 0.6
}

/// Plays the decisions as they are planned, answering for the others with what commits to least.
fn carry_out(door: &mut dyn Door, seat: Seat, decisions: &[String]) {
    for decision in decisions {
        while door.awaiting()[0] != seat {
            let asked = door.question(door.awaiting()[0]).unwrap();
            door.decide(asked.seat, &asked.menu[asked.question.default].decision).unwrap();
        }
        door.decide(seat, decision).unwrap();
    }
}

/// Four hexes to the south: everybody gets there, the commander rides along, and then they stand as they were shown.
#[test]
fn a_wing_goes_together() {
    let (door, asked) = battle("naseby", "actions");
    let bodies = command(door.as_ref(), asked.seat, "Rupert's wing");
    let plan = door.plan(asked.seat, &shifted(&bodies, [0.0, -3.4])).unwrap();
    assert_eq!(plan.moves.len(), bodies.len());
    let mut after = door.fork();
    carry_out(after.as_mut(), asked.seat, &plan.decisions());
    for body in &bodies {
        let planned = of(&plan, body.id);
        let ghost = planned.ghost.as_ref().unwrap();
        assert!(planned.refusal.is_none() && !planned.short, "{}: {planned:?}", body.name);
        assert!((body.at[0] - ghost.at[0]).abs() < 0.01 && ghost.facing == body.facing, "{}", body.name);
        assert!((body.at[1] - ghost.at[1] - 12f64.sqrt()).abs() < 0.01, "{}", body.name);
        let scene = after.scene(Some(asked.seat));
        let stands = scene.bodies.iter().find(|other| other.id == body.id).unwrap();
        assert_eq!((stands.at, stands.facing), (ghost.at, ghost.facing), "{}", body.name);
    }
    // Prince Rupert goes with the horse he is stacked with (MP 5.2.2d), and does nothing by himself.
    let rupert = bodies.iter().find(|body| body.name == "Prince Rupert").unwrap();
    assert!(of(&plan, rupert.id).decisions.is_empty());
    assert!(plan.decisions().contains(&"take-along rupert".to_owned()));
}

/// One row to the south: whoever stands in front goes first, whatever the order in which they were named.
#[test]
fn those_in_front_make_room() {
    let (door, asked) = battle("naseby", "actions");
    let bodies = command(door.as_ref(), asked.seat, "Rupert's wing");
    let mut wishes = shifted(&bodies, [0.0, -3.4]);
    let order = |plan: &Plan| plan.moves.iter().map(|one| one.wish.body).collect::<Vec<_>>();
    let plan = door.plan(asked.seat, &wishes).unwrap();
    let at = |body: u16| bodies.iter().find(|other| other.id == body).unwrap();
    let units: Vec<&Body> = order(&plan).into_iter().map(at).filter(|body| !body.parts.is_empty()).collect();
    assert!(units.windows(2).all(|pair| pair[0].at[1] <= pair[1].at[1]), "{:?}", order(&plan));
    wishes.reverse();
    assert_eq!(door.plan(asked.seat, &wishes).unwrap(), plan);
}

/// A wing that is not active stays, and is told by which rule.
#[test]
fn what_cannot_follow_says_why() {
    let (door, asked) = battle("naseby", "actions");
    let mut bodies = command(door.as_ref(), asked.seat, "Rupert's wing");
    let foot = command(door.as_ref(), asked.seat, "Astley's foot");
    bodies.truncate(3);
    bodies.extend(foot.iter().take(2).cloned());
    let plan = door.plan(asked.seat, &shifted(&bodies, [0.0, -1.7])).unwrap();
    for body in &foot[..2] {
        let planned = of(&plan, body.id);
        let refusal = planned.refusal.as_ref().unwrap();
        assert!(refusal.rule.starts_with("MP ") && !refusal.why.is_empty(), "{refusal}");
        assert!(planned.decisions.is_empty());
    }
    // Who stays comes last.
    assert!(plan.moves.iter().rev().take(2).all(|one| one.refusal.is_some()));
    assert!(plan.moves.iter().take(3).all(|one| one.refusal.is_none()));
}

/// Wherever the plan was cut off, planned anew it comes to the same.
#[test]
fn what_is_left_is_planned_anew() {
    let (door, asked) = battle("naseby", "actions");
    let bodies = command(door.as_ref(), asked.seat, "Rupert's wing");
    let wishes = shifted(&bodies, [0.0, -3.4]);
    let whole = door.plan(asked.seat, &wishes).unwrap();
    let decisions = whole.decisions();
    assert_eq!(whole.left(decisions.len()), []);
    for cut in [1, 4, 9, decisions.len() - 2] {
        let mut later = door.fork();
        carry_out(later.as_mut(), asked.seat, &decisions[..cut]);
        let rest = later.plan(asked.seat, &wishes).unwrap();
        assert_eq!(rest.decisions(), decisions[cut..], "cut after {cut}");
        // Who has done all of it need not be named again.
        let left = whole.left(cut);
        assert!(!left.is_empty() && left.len() <= wishes.len());
        assert_eq!(later.plan(asked.seat, &left).unwrap().decisions(), decisions[cut..], "cut after {cut}");
        for one in &rest.moves {
            assert_eq!(one.ghost.as_ref().unwrap().at, of(&whole, one.wish.body).ghost.as_ref().unwrap().at);
        }
    }
}

/// On the open table each is led by the pieces that a hand would drag it by.
#[test]
fn a_command_goes_together_on_the_open_table() {
    let (door, asked) = battle("hopton-heath", "move");
    let bodies = command(door.as_ref(), asked.seat, "Sir John Gell");
    let plan = door.plan(asked.seat, &shifted(&bodies, [0.0, -101.6])).unwrap();
    let mut after = door.fork();
    carry_out(after.as_mut(), asked.seat, &plan.decisions());
    let scene = after.scene(Some(asked.seat));
    for planned in plan.moves.iter().filter(|one| one.refusal.is_none()) {
        let stands = scene.bodies.iter().find(|other| other.id == planned.wish.body).unwrap();
        let ghost = planned.ghost.as_ref().unwrap();
        assert!(close(stands.at, ghost.at) && stands.facing == ghost.facing, "{}", stands.name);
    }
    let there = |name: &str| {
        let body = bodies.iter().find(|body| body.name == name).unwrap();
        let ghost = of(&plan, body.id).ghost.as_ref().unwrap();
        close(ghost.at, [body.at[0], body.at[1] - 101.6]) && ghost.facing == body.facing
    };
    assert!(there("Gell's grey-coats") && there("Gell's drakes") && there("Derbyshire and Moorland companies"));
    // Nobody is left half-way: the next question is who moves.
    assert_eq!(after.question(asked.seat).unwrap().question.topic, "move");
}

/// A general who is with a regiment goes where it goes, whoever of them is named first.
#[test]
fn a_general_goes_with_his_regiment() {
    let (mut door, mut asked) = battle("hopton-heath", "move");
    while asked.seat != Seat(0) {
        door.decide(asked.seat, &asked.menu[asked.question.default].decision).unwrap();
        asked = door.question(door.awaiting()[0]).unwrap();
        while asked.question.topic != "move" {
            door.decide(asked.seat, &asked.menu[asked.question.default].decision).unwrap();
            asked = door.question(door.awaiting()[0]).unwrap();
        }
    }
    let bodies = command(door.as_ref(), asked.seat, "Spencer Compton, Earl of Northampton");
    let plan = door.plan(asked.seat, &shifted(&bodies, [0.0, 101.6])).unwrap();
    let id = |name: &str| bodies.iter().find(|body| body.name == name).unwrap().id;
    let (earl, horse) = (of(&plan, id("Spencer Compton, Earl of Northampton")), id("The Earl of Northampton's horse"));
    assert!(earl.refusal.is_none() && earl.decisions.is_empty(), "{earl:?}");
    assert!(close(earl.ghost.as_ref().unwrap().at, of(&plan, horse).ghost.as_ref().unwrap().at));
}

#[test]
fn several_form_alike() {
    let (door, asked) = battle("hopton-heath", "move");
    let bodies: Vec<u16> = command(door.as_ref(), asked.seat, "Gell and Brereton").iter().map(|body| body.id).collect();
    let offered = door.common(asked.seat, &bodies);
    let square = offered.iter().find(|one| one.like == "move form square").unwrap();
    assert!(square.bodies.len() > 1 && square.bodies.len() < bodies.len());
    let like = |&body: &u16| Wish { body, deed: Deed::Like { words: square.like.clone() } };
    let plan = door.plan(asked.seat, &bodies.iter().map(like).collect::<Vec<_>>()).unwrap();
    let form: Vec<u16> = plan.moves.iter().filter(|one| one.refusal.is_none()).map(|one| one.wish.body).collect();
    assert_eq!(form, square.bodies);
    assert!(plan.moves.iter().filter_map(|one| one.refusal.as_ref()).all(|why| why.rule.starts_with("CP ")));
    let mut after = door.fork();
    carry_out(after.as_mut(), asked.seat, &plan.decisions());
    assert_eq!(after.question(asked.seat).unwrap().question.topic, "move");
}

/// All shoot at one target; whoever cannot says why.
#[test]
fn several_shoot_at_one() {
    let (door, asked) = battle("hopton-heath", "shoot");
    let aims = |choice: &&kernel::door::Choice| choice.decision.starts_with("shoot ");
    let shot = asked.menu.iter().find(aims).unwrap().decision.clone();
    let scene = door.scene(Some(asked.seat));
    let id = |key: &str| scene.bodies.iter().find(|body| body.key == key).unwrap().id;
    let words: Vec<&str> = shot.split(' ').collect();
    let (shooter, target) = (id(words[1]), id(words[2]));
    let side = scene.bodies.iter().find(|body| body.id == shooter).unwrap().side;
    let all = scene.bodies.iter().filter(|body| body.side == side);
    let wishes: Vec<Wish> = all.map(|body| Wish { body: body.id, deed: Deed::At { target } }).collect();
    let plan = door.plan(asked.seat, &wishes).unwrap();
    assert_eq!(of(&plan, shooter).decisions, [shot]);
    assert!(plan.moves.iter().any(|one| one.refusal.is_some()));
    carry_out(door.fork().as_mut(), asked.seat, &plan.decisions());
}

/// What has fallen by the dice is not planned as if it were certain: the second shot does not depend on the first.
#[test]
fn chance_is_not_foreseen() {
    let (door, asked) = battle("naseby", "next-shot");
    let before = door.view(Some(asked.seat));
    for body in door.scene(Some(asked.seat)).bodies {
        let wish = Wish { body: body.id, deed: Deed::At { target: 40 } };
        door.plan(asked.seat, &[wish]);
    }
    assert_eq!(door.view(Some(asked.seat)), before);
}
