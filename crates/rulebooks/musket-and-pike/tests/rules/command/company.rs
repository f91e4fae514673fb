//! Leaders carried along, and the help of the Army Commander.

use super::*;

fn escort(company: Company, role: Role, stays: Option<WingId>) -> (Game, LeaderId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("0510", "n"));
    let him = match role {
        Role::Army => board.army_commander(A, 0, "0510"),
        Role::Wing(wing) => board.commander(wing, 0, "0510"),
    };
    if let Some(wing) = stays {
        board.unit(gun("gun", wing).at("0510", "n"));
    }
    let mut game = board.open();
    let (from, to) = ([Some(game.hex("0510")), None], game.hex("0610"));
    game.state.put(horse, to, None, field::hexes::Vertex::V0);
    game.with(&[], |play| {
        play.accompany(horse, from, company);
        play.advance();
    });
    (game, him, horse)
}

#[test]
fn a_wing_commander_must_go_along() {
    // MP 5.2.2a, G-A59.
    for company in [Company::Interception, Company::AdvanceOrRetreat, Company::Rout, Company::Pursuit] {
        let (game, him, _) = escort(company, Role::Wing(A1), None);
        assert_eq!(leader(&game, him).hex, game.hex("0610"), "{company:?}");
        assert_eq!(game.state.agenda.top(), None);
    }
    // A commander of another Wing is swept up the same way.
    let (game, him, _) = escort(Company::AdvanceOrRetreat, Role::Wing(A2), Some(A1));
    assert_eq!(leader(&game, him).hex, game.hex("0610"));
}

#[test]
fn in_the_rout_movement_phase_a_wing_commander_may_stay() {
    // MP 5.2.2b.
    let (mut game, him, _) = escort(Company::RoutPhase, Role::Wing(A1), None);
    assert_eq!(
        step(&game),
        CommandStep::Accompany { leader: him, unit: UnitId(0), right: false, company: Company::RoutPhase }
    );
    play(&mut game, &[], CommandChoice::Stay { leader: him });
    assert_eq!(leader(&game, him).hex, game.hex("0510"));
}

#[test]
fn an_army_commander_goes_or_stays_but_for_pursuit() {
    // MP 5.1.2a, 5.1.2b, 11.7.2k.
    for company in [Company::Interception, Company::AdvanceOrRetreat, Company::Rout, Company::RoutPhase] {
        let (mut game, him, horse) = escort(company, Role::Army, None);
        play(&mut game, &[], CommandChoice::Go { leader: him });
        assert_eq!(leader(&game, him).hex, game.hex("0610"));
        // At the next hex of the same way he is not asked again.
        let (from, to) = ([Some(game.hex("0610")), None], game.hex("0710"));
        game.state.put(horse, to, None, field::hexes::Vertex::V0);
        game.with(&[], |play| {
            play.accompany(horse, from, company);
            play.advance();
        });
        assert_eq!(leader(&game, him).hex, to);
        assert_eq!(game.state.agenda.top(), None);
    }
    let (game, him, _) = escort(Company::Pursuit, Role::Army, None);
    assert_eq!(leader(&game, him).hex, game.hex("0610"));
}

#[test]
fn a_leader_keeps_to_his_half_of_a_two_hex_unit() {
    // MP 5.4.2f, 5.2.2a.
    let mut board = board();
    let wide = board.unit(double_heavy("wide", A1).at("0510", "n"));
    let left = board.commander(A1, 0, "0510");
    let right = board.commander(A2, 0, "0610");
    let stranger = board.commander(B1, 0, "0611");
    let mut game = board.open();
    let from = [Some(game.hex("0510")), Some(game.hex("0610"))];
    let to = [game.hex("0512"), game.hex("0612")];
    game.state.put(wide, to[0], Some(to[1]), field::hexes::Vertex::V0);
    game.with(&[], |play| play.accompany(wide, from, Company::AdvanceOrRetreat));
    assert_eq!([left, right].map(|id| leader(&game, id).hex), to);
    assert_eq!(leader(&game, stranger).hex, game.hex("0611"));
    // A half that stays keeps the leader on it where he is.
    let from = [Some(to[0]), Some(to[1])];
    let wheeled = game.hex("0611");
    game.state.put(wide, to[0], Some(wheeled), field::hexes::Vertex::V0);
    game.with(&[], |play| play.accompany(wide, from, Company::AdvanceOrRetreat));
    assert_eq!([left, right].map(|id| leader(&game, id).hex), [to[0], wheeled]);
}

#[test]
fn an_army_commander_helps_from_the_same_or_the_next_hex_with_his_action_unspent() {
    // MP 5.1.2c, 5.1.2e, G-A21.
    for (hex, helps) in [("0510", true), ("0610", true), ("0710", false)] {
        let mut board = board();
        board.commander(A1, 0, "0510");
        board.unit(cavalry("one", A1).at("0510", "n"));
        let army = board.army_commander(A, -2, hex);
        let mut game = board.open();
        assert_eq!(game.table().can_help(A1), helps.then_some(army), "{hex}");
        assert_eq!(game.table().can_help(B1), None);
        game.state.leaders[army.ix()].deeds.acted = true;
        assert_eq!(game.table().can_help(A1), None);
    }
}
