//! What a seat is shown: made from the door, for that seat alone.

use crate::ground::Grounds;
use crate::position::Position;
use crate::shapes::{Asked, Choice, Decided, Ground, Looked, Looks, Plate, SeatAndPlayer, SeatCard, View};
use draw::page;
use kernel::door::AskedOnField;
use kernel::scene::Scene;
use kernel::{Absent, Door, Fact, Route, Seat};
use std::sync::Arc;

/// The view of a battle; a glance at the past has no question.
pub fn view(id: &str, position: &Position, seat: Option<Seat>, past: bool) -> Result<View, serde_json::Error> {
    let door = position.shown(seat);
    let header = &door.journal().header;
    let scene = door.scene(seat);
    let asking = seat.filter(|_| !past);
    let (asked, routes) = asking.and_then(|seat| door.sight(seat)).map(question).unzip();
    let player = |index: usize| position.player(Seat(index as u8)).to_owned();
    let seated = seats(door).into_iter().enumerate().map(|(i, card)| SeatAndPlayer { card, player: player(i) });
    let (title, ground) = (scene.title.clone(), position.grounds().mark(&scene.field));
    let drawn = position.drawings().draw(scene)?;
    Ok(View {
        id: id.into(),
        n: position.n(),
        epoch: position.epoch,
        rulebook: header.rulebook.clone(),
        die: shelf::CARDS.iter().find(|card| card.key == header.rulebook).map_or(6, |card| card.die),
        battle: header.battle.clone(),
        title,
        clock: door.clock().into(),
        seats: seated.collect(),
        awaiting: position.door.awaiting().iter().map(|&seat| position.key_of(seat)).collect(),
        seat: seat.map(|seat| position.key_of(seat)),
        outcome: door.outcome(),
        ground,
        asked,
        routes: routes.unwrap_or_default(),
        undo: asking.map_or(0, |seat| position.undoable(seat)),
        goals: goals(door, seat),
        absent: absent(door, seat),
        overlays: door.overlays(),
        bodies: Arc::clone(&drawn.bodies),
        pieces: Arc::clone(&drawn.pieces),
        zones: Arc::clone(&drawn.zones),
    })
}

/// The question as it is shown, and where a body can get to.
fn question(AskedOnField { asked, marks, routes }: AskedOnField) -> (Asked, Vec<Route>) {
    let choice = |(choice, (mark, ghost)): (kernel::door::Choice, _)| Choice {
        decision: choice.decision,
        words: choice.words,
        heading: choice.heading,
        rank: choice.rank,
        warning: choice.warning,
        mark,
        ghost,
    };
    let question = asked.question;
    let asked = Asked {
        topic: question.topic,
        rule: question.rule,
        complete: question.complete,
        default: question.default,
        reaction: question.reaction,
        words: asked.words,
        menu: asked.menu.into_iter().zip(marks).map(choice).collect(),
        sensible: asked.sensible,
    };
    (asked, routes)
}

/// What a page needs after a decision of `seat`, which had heard of `n`: what happened since, the view of that seat, and those
/// of the other seats before the screen that are asked now.
pub fn look(
    id: &str,
    position: &Position,
    decided: Decided,
    (seat, n): (Seat, usize),
    others: &[Seat],
) -> Result<Looked, serde_json::Error> {
    let asked = position.door.awaiting();
    let others = others.iter().copied().filter(|other| *other != seat && asked.contains(other));
    let views: Result<Vec<_>, _> =
        std::iter::once(seat).chain(others).map(|seat| position.view(id, Some(seat))).collect();
    Ok(Looked { decided, told: position.news(Some(seat), n, None), views: views? })
}

/// What a seat may read about the whole battle.
pub fn goals(door: &dyn Door, seat: Option<Seat>) -> Vec<Fact> {
    door.facts(seat, None)
}

/// What a seat may read about a body.
pub fn card(door: &dyn Door, seat: Option<Seat>, body: u16) -> Vec<Fact> {
    door.facts(seat, Some(body))
}

fn absent(door: &dyn Door, seat: Option<Seat>) -> Vec<Absent> {
    door.absent(seat)
}

/// The seats as people read of them.
pub fn seats(door: &dyn Door) -> Vec<SeatCard> {
    let card = |card: &kernel::SeatCard| SeatCard { key: card.key.clone(), name: card.name.clone(), side: card.side.0 };
    door.seats().iter().map(card).collect()
}

pub fn title(door: &dyn Door) -> String {
    door.scene(None).title
}

/// The ground of a battle as it looks now to somebody of neither side: nothing of it is hidden from anybody.
pub fn ground(position: &Position) -> Ground {
    ground_of(&position.shown(None).scene(None), position.grounds())
}

fn ground_of(scene: &Scene, grounds: &Grounds) -> Ground {
    let mark = grounds.mark(&scene.field);
    let sheet = page::sheet(scene, &format!("g{}-", &mark[..6]));
    Ground { ground: mark, field: page::plan(&scene.field), sides: scene.sides.clone(), sheet }
}

/// The looks among those wanted that somebody has whom the seat sees; names are parted by commas.
pub fn looks(door: &dyn Door, seat: Option<Seat>, wanted: &str) -> Looks {
    page::looks(&door.scene(seat), |look| wanted.split(',').any(|name| name == look))
}

/// A battle to look at.
pub fn plate(scene: Scene) -> Plate {
    let ground = ground_of(&scene, &Grounds::default());
    let (pieces, looks) = (page::pieces(&scene), page::looks(&scene, |_| true));
    Plate { ground, bodies: scene.bodies, pieces, looks, zones: scene.zones }
}
