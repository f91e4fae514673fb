//! Chapter 11 over random fields: two lines thrown together, every question answered at random.

use crate::common::*;
use kernel::{Dice, Rulebook, Seeded, Silent};
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Formation, Mark, Morale, Place, Slot, State};
use musket_and_pike::table::Play;

/// A die that chooses.
struct Chance(Seeded);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        let high = usize::from(self.0.roll(200)) - 1;
        let low = usize::from(self.0.roll(200)) - 1;
        (high * 200 + low) % limit.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

fn any_piece(key: &str, side: kernel::Side, chance: &mut Chance) -> Piece {
    let wing = match (side == A, chance.below(2)) {
        (true, 0) => A1,
        (true, _) => A2,
        (false, 0) => B1,
        (false, _) => B2,
    };
    let piece = match chance.below(8) {
        0 | 1 => heavy(key, wing),
        2 | 3 => double_heavy(key, wing),
        4 => light(key, wing),
        5 | 6 => cavalry(key, wing),
        _ => croats(key, wing),
    };
    let swedish = chance.below(4) == 0;
    let strength = 1 + chance.below(10) as u8;
    let two = piece.card.two_hex;
    let formations = [Formation::Normal, Formation::Normal, Formation::Shaken, Formation::Broken, Formation::OpenOrder];
    let piece = piece
        .strength(strength)
        .morale(4 + chance.below(5) as u8)
        .pistols(chance.below(3) as u8)
        .formation(chance.of(&formations))
        .card(|card| card.swedish = swedish && two);
    match chance.below(8) {
        0 => piece.state(Morale::Broken),
        1 | 2 => piece.state(Morale::Shaken),
        3 => piece.mark(Mark::Momentum),
        4 if piece.card.pikes => piece.formation(Formation::Hedgehog),
        5 => piece.formation(Formation::Column),
        _ => piece.mark(Mark::Moved),
    }
}

/// Two ragged lines in the middle of the board, with guns, wagons, leaders and rough ground among them.
fn field(seed: u64) -> Game {
    let mut chance = Chance(Seeded::new(seed));
    let mut board = board();
    for column in 5..20 {
        for row in 5..20 {
            if chance.below(6) == 0 {
                board.terrain(&format!("{column:02}{row:02}"), chance.of(&["woods", "marsh", "village", "bridge"]));
            }
        }
    }
    let mut taken: Vec<String> = Vec::new();
    for number in 0..22 {
        let side = if number % 2 == 0 { A } else { B };
        let row = if side == A { 11 + chance.below(3) } else { 9 + chance.below(3) };
        let hex = format!("{:02}{row:02}", 7 + chance.below(9));
        let facing = chance.of(&["n", "ne", "se", "s", "sw", "nw"]);
        let key = format!("u{number}");
        let piece = match chance.below(8) {
            0 => gun(&key, if side == A { A1 } else { B1 }),
            1 => wagon(&key, if side == A { A1 } else { B1 }),
            _ => any_piece(&key, side, &mut chance),
        };
        let mut hexes = vec![hex.clone()];
        if piece.card.two_hex {
            let (at, to) = (board.hex(&hex), board.vertex(&facing.to_uppercase()));
            let right = board.rules.ground.grid.neighbour(at, to.aside(field::hexes::Hand::Right));
            hexes.extend(right.map(|right| board.rules.ground.grid.number(right).to_string()));
        }
        if hexes.iter().all(|hex| !taken.contains(hex)) {
            let is_train = piece.unit.slot == Slot::Gun;
            board.unit(piece.at(&hex, facing));
            // A gun may have company.
            if !is_train || chance.below(2) == 0 {
                taken.extend(hexes.clone());
            }
            if chance.below(4) == 0 && !is_train {
                let wing = if side == A { A1 } else { B1 };
                board.commander(wing, -(chance.below(3) as i8), &hex);
            }
        }
    }
    board.open()
}

fn check(game: &Game, state: &State, seed: u64) {
    let mut bodies = Vec::new();
    for (index, unit) in state.units.iter().enumerate() {
        if unit.place == Place::Map && unit.slot == Slot::Body {
            let id = UnitId(index as u8);
            assert!(
                unit.hexes().all(|hex| state.standing.body(hex) == Some(id)),
                "seed {seed}: {id:?} is not where it stands"
            );
            bodies.extend(unit.hexes());
            assert_eq!(unit.other.is_some(), game.rules.units[index].two_hex, "seed {seed}");
        }
    }
    let count = bodies.len();
    bodies.sort();
    bodies.dedup();
    assert_eq!(bodies.len(), count, "seed {seed}: two bodies in one hex");
}

#[test]
fn segments_of_close_combat_come_to_an_end() {
    let (mut fights, mut retreats) = (0, 0);
    for seed in 0..120 {
        let mut game = field(seed);
        game.activate(A1);
        let mut state = game.state.clone();
        let mut chance = Chance(Seeded::new(seed + 10_000));
        let mut dice = Seeded::new(seed + 20_000);
        let mut play = Play { rules: &game.rules, state: &mut state, dice: &mut dice, listener: &mut Silent };
        play.begin_close_combat_segment();
        play.advance();
        let mut menu = Vec::new();
        for answers in 0.. {
            assert!(answers < 2_000, "seed {seed}: no end");
            let Some(seat) = state.asked.first() else { break };
            game.rules.ask(&state, seat, &mut menu);
            assert!(!menu.is_empty(), "seed {seed}: an empty menu at {:?}", state.agenda.top());
            for decision in &menu {
                assert_eq!(game.rules.judge(&state, seat, decision), Ok(()), "seed {seed}: {decision:?}");
            }
            let decision = menu[chance.below(menu.len())];
            retreats += usize::from(state.agenda.iter().any(|step| format!("{step:?}").contains("Retreat")));
            game.rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
            fights = fights.max(state.fights.len());
            check(&game, &state, seed);
        }
        assert!(state.agenda.is_empty(), "seed {seed}: {:?}", state.agenda);
        assert!(state.fights.is_empty() && state.moves.is_empty() && state.windows.is_empty(), "seed {seed}");
        assert!(state.units.iter().all(|unit| !unit.has(Mark::Momentum)), "seed {seed}");
    }
    assert!(fights >= 1 && retreats > 0);
}
