//! Every roll that the two worked examples of the rulebook show, as far as charts alone decide it (LB V22, V23).

use crate::{charts, dice};
use les_batailles::charts::{
    AssaultOdds, AttackMethod, CarreRow, CavalryFactor, CavalryType, Class, CloseModifier, DefenseClass, FireBasis,
    FireClass, FireColumn, Harassed, LimberModifier, MeleeColumn, MeleeFactor, MeleeResult, MoraleModifier, Nation,
    SquareModifier, SquareResult, SquareTroops, StandModifier, Terrain,
};

const OF_ONE: u64 = 12;

/// Fire of so many twelfths against a Fire Defense: the column, and what the roll brings.
fn fire(attack: u64, terrain: Terrain, class: DefenseClass, roll: u8) -> Option<(&'static str, u8)> {
    let charts = charts();
    let defense = charts.fire.defense(terrain, class).unwrap();
    let column = FireColumn::of(attack, u64::from(defense) * OF_ONE)?;
    Some((column.key(), charts.fire.losses(column, dice(roll))))
}

fn multiple(class: FireClass, of: impl Fn(les_batailles::charts::FireEffect) -> FireBasis) -> u64 {
    match of(charts().fire.effect(class)) {
        FireBasis::Each(factor) if factor.over == 1 => factor.times.into(),
        other => panic!("{other:?}"),
    }
}

/// LB V22, turn 1: fire of guns, skirmishers and Lines.
#[test]
fn example_one_fire() {
    let legere = multiple(FireClass::FrenchLegere, |effect| effect.skirmish);
    let british = multiple(FireClass::BritishFoot, |effect| effect.line);
    let companies = multiple(FireClass::BritishLight, |effect| effect.skirmish);
    assert_eq!((legere, british, companies), (3, 4, 4));
    use DefenseClass::{Column, Disorder, GeneralOrder, Line, Skirmish};
    use Terrain::{Clear, Cultivated, Farmettes, Woods};
    let (one, half) = (OF_ONE, OF_ONE / 2);
    for (attack, terrain, class, roll, column, losses) in [
        // 22-1 and 22-6: eight against a Line, and in ricochet.
        (8 * one, Clear, Line, 26, "1:1.5", 0),
        (8 * one, Clear, Line, 41, "1:1.5", 0),
        (8 * one, Clear, Line, 56, "1:1.5", 1),
        (8 * one, Clear, Line, 55, "1:1.5", 1),
        // 22-2 to 22-5.
        (3 * legere * one, Clear, Skirmish, 56, "1:2", 0),
        (3 * legere * one + 5 * legere * half, Cultivated, Skirmish, 52, "1:1", 1),
        (5 * legere * half, Clear, Skirmish, 32, "1:2", 0),
        (8 * one, Clear, Line, 41, "1:1.5", 0),
        // 22-7 and 22-9.
        (2 * companies * one, Clear, Skirmish, 46, "1:2", 0),
        (4 * british * one, Woods, GeneralOrder, 46, "1:1", 0),
        // 22-13, 22-16: a parting shot, fire in the Assault.
        (4 * one, Clear, Column, 32, "1:1.5", 0),
        (16 * one, Clear, Line, 43, "1.5:1", 1),
        (7 * british * 2 * half, Clear, Column, 26, "4:1", 1),
        // 22-18, 22-19, 22-21, 22-23.
        (8 * one, Clear, Disorder, 32, "1:1", 0),
        (8 * one, Cultivated, Column, 16, "1:1", 0),
        (16 * one, Farmettes, Line, 21, "1.5:1", 0),
        (16 * one, Farmettes, Line, 32, "1.5:1", 0),
        (4 * british * 2 * one, Cultivated, Column, 21, "4:1", 1),
        (4 * british * 2 * one, Cultivated, Column, 12, "4:1", 0),
        // 22-28: enfilade has the defense of a Column.
        ((4 * legere + 4) * 2 * one, Clear, Column, 33, "5:1", 1),
        (4 * british * 2 * one, Clear, Line, 42, "3:1", 1),
    ] {
        assert_eq!(fire(attack, terrain, class, roll), Some((column, losses)), "{attack} {terrain:?} {class:?} {roll}");
    }
    // 22-8: four against fourteen is below 1:3, and two against eight is.
    assert_eq!(fire(4 * one, Clear, Skirmish, 66), None);
    assert_eq!(fire(2 * one, Clear, Disorder, 66), None);
}

/// LB V22: Rolls to Close and to Stand, modified by the charts.
#[test]
fn example_one_closing_and_standing() {
    let morale = &charts().morale;
    let general = |modifier| i32::from(morale.general(modifier));
    let close = |distance| i32::from(morale.close(distance, AttackMethod::French));
    assert_eq!(morale.method(Nation::French, 1815), AttackMethod::French);
    let foy = 2 * general(MoraleModifier::Leader);
    for (roll, modifier, number) in [
        // 22-14, and the second unit of the stack.
        (35, close(6) + general(MoraleModifier::ExtraUnit), 35),
        (35, close(6) + general(MoraleModifier::ExtraUnit) + general(MoraleModifier::LowerInStack), 42),
        // 22-20, 22-24, 22-26.
        (43, close(6), 46),
        (43, general(MoraleModifier::Disorder), 36),
        (32, close(3) + foy, 24),
        (62, close(1) + general(MoraleModifier::Disorder) + general(MoraleModifier::ExtraUnit), 32),
    ] {
        assert_eq!(dice(roll).plus(modifier), dice(number), "{roll} {modifier}");
    }
    let odds = |assaulting, assaulted| i32::from(morale.stand_odds(AssaultOdds::of(assaulting, assaulted)));
    let stand = |modifier| i32::from(morale.stand(modifier));
    assert_eq!(odds(1, 1), 0);
    // 22-17: the Huzzah alone.
    assert_eq!(dice(34).plus(stand(StandModifier::Huzzah)), dice(24));
    // 22-27 and 22-33.
    assert_eq!(dice(45).plus(odds(2, 1) + stand(StandModifier::Flank)), dice(32));
    let huzzah = stand(StandModifier::Huzzah) + general(MoraleModifier::Disorder) + odds(2, 1);
    assert_eq!(huzzah, -12);
    assert!(dice(14).plus(huzzah) < dice(11));
    // 22-11: half of its strength lost.
    assert_eq!(general(MoraleModifier::HalfLost), -6);
    // 22-26: nothing for the flank, nor for numbers.
    assert_eq!(morale.close_modifier(CloseModifier::FlankOrRear), 0);
    assert_eq!(morale.close_modifier(CloseModifier::GreaterNumbers), 0);
}

/// LB V22: mêlées and what follows them.
#[test]
fn example_one_melees() {
    let melee = &charts().melee;
    let loss = |offensive: i32, defensive: i32| {
        offensive * i32::from(melee.dice.offensive_loss) + defensive * i32::from(melee.dice.defensive_loss)
    };
    let leads = |bonus: i32| bonus * i32::from(melee.dice.attacking_leader);
    let stands = |bonus: i32| bonus * i32::from(melee.dice.defending_leader);
    use MeleeResult::{AttackerDisorders, Blank, DefenderDisorders};
    // Values in quarters. 22-18, and as the text calls it.
    assert_eq!(MeleeColumn::of(17 * 4, 30), MeleeColumn::TwoToOne);
    for column in [MeleeColumn::TwoToOne, MeleeColumn::OneToOne] {
        assert_eq!(melee.result(column, dice(63).plus(loss(1, 1))), DefenderDisorders(2));
    }
    // 22-22 and 22-23: 6 against 10.5, one shift; then the Firefight, which takes none.
    let column = MeleeColumn::of(6 * 4, 42);
    assert_eq!(column, MeleeColumn::OneToTwo);
    assert_eq!(column.shifted(-1), MeleeColumn::OneToThree);
    let rolled = dice(62).plus(loss(0, 1) + stands(1));
    assert_eq!((rolled, melee.result(column.shifted(-1), rolled)), (dice(51), Blank));
    assert_eq!(melee.result(MeleeColumn::Firefight.shifted(2), dice(26).plus(stands(1))), Blank);
    // 22-29: half of the 100th Ligne on the flank, doubled.
    let (half, flank) = (melee.factor(MeleeFactor::Disorder), melee.factor(MeleeFactor::Flank));
    assert_eq!((half.times * flank.times, half.over * flank.over), (2, 2));
    assert_eq!(MeleeColumn::of(114, 48), MeleeColumn::TwoToOne);
    assert_eq!(melee.result(MeleeColumn::TwoToOne, dice(32).plus(leads(2))), Blank);
    // 22-31: 8.5 against 10, and 10 against 12.
    assert_eq!(MeleeColumn::of(34, 40), MeleeColumn::OneToOneAndAHalf);
    assert_eq!(melee.result(MeleeColumn::OneToOneAndAHalf, dice(14).plus(loss(1, 0))), AttackerDisorders(2));
    assert_eq!(melee.result(MeleeColumn::of(40, 48), dice(61)), DefenderDisorders(1));
    // 22-32: 10 against 9, one shift.
    let column = MeleeColumn::of(40, 36).shifted(-1);
    assert_eq!(column, MeleeColumn::OneToOneAndAHalf);
    assert_eq!(melee.result(column, dice(51).plus(loss(1, 0) + leads(2))), DefenderDisorders(2));
    // Impetus of 22-18, 22-31 and 22-33.
    assert_eq!((melee.impetus(4), melee.impetus(2)), (0, 2));
}

/// LB V23: Squares, fire and mêlées of the cavalry.
#[test]
fn example_two() {
    let charts = charts();
    // 23-1: four hexes away.
    assert_eq!(charts.morale.rallying_square(4), Some(-3));
    // 23-4 and 23-5: nine Increments x3, a third, halved, at the head of a Column of Companies.
    let square = multiple(FireClass::FrenchLegere, |effect| effect.square);
    let parts = u64::from(charts.fire.limits.square_parts) * 2;
    let attack = 9 * square * OF_ONE / parts;
    assert_eq!(fire(attack, Terrain::Clear, DefenseClass::ColumnOfCompanies, 55), Some(("1:1.5", 1)));
    // 23-6: a fourth battalion tries for Square at four hexes before kurassiers: 54 succeeds, 55 does not.
    let modifier = i32::from(charts.square.troops(SquareTroops::ProvisionalLine));
    let forms = |roll| charts.square.result(CarreRow::of(Nation::French, 1813), 4, dice(roll).plus(modifier));
    assert_eq!((forms(54), forms(55)), (Some(SquareResult::Square), Some(SquareResult::Disorder)));
    // 23-6: the Square adds +6 to a check of 26.
    assert_eq!(dice(26).plus(charts.morale.general(MoraleModifier::Square).into()), dice(36));
    let melee = &charts.melee;
    use MeleeResult::{AttackerDisorders, Blank, DefenderDisorders, DefenderRouts};
    // 23-8: 25 against 34, doubled as heavy against light.
    let heavy = melee.cavalry(CavalryFactor::HeavyAgainstLight);
    let column = MeleeColumn::of(25 * u64::from(heavy.over), 34 * u64::from(heavy.times));
    assert_eq!((column, melee.result(column, dice(36))), (MeleeColumn::OneToThree, AttackerDisorders(3)));
    // 23-9: 32, a third against the Square, half of its hexes: 5 1/3 against 8, as the text calls it and as it is.
    let third = melee.cavalry(CavalryFactor::AgainstSquare);
    let column = MeleeColumn::of(32 * u64::from(third.times), 8 * 2 * u64::from(third.over));
    assert_eq!(column, MeleeColumn::OneToOneAndAHalf);
    for column in [column, MeleeColumn::OneToTwo, MeleeColumn::OneToOne] {
        assert_eq!(melee.result(column, dice(42)), Blank);
    }
    assert_eq!(fire(8 * OF_ONE, Terrain::Clear, DefenseClass::CavalryLine, 42), Some(("1:1", 0)));
    assert_eq!(FireColumn::of(16, 24), Some(FireColumn::OneToOneAndAHalf));
    assert_eq!(charts.fire.losses(FireColumn::OneToOneAndAHalf, dice(32)), 0);
    // 23-10: armored cavalry, Disorder; 16 doubled by the length of the charge against 5.
    let stand = charts.morale.charged_by(CavalryType::Armored) + charts.morale.general(MoraleModifier::Disorder);
    assert_eq!(dice(64).plus(stand.into()), dice(41));
    let long = melee.cavalry(CavalryFactor::LongCharge);
    let column = MeleeColumn::of(16 * u64::from(long.times), 5 * u64::from(long.over));
    assert_eq!((column, melee.result(column, dice(24))), (MeleeColumn::FiveToOne, DefenderRouts));
    // 23-11: 42, three hexes of four, half as much again for the longer Line, against 36.
    let line = melee.cavalry(CavalryFactor::LongerLine);
    let column = MeleeColumn::of(42 * 3 * u64::from(line.times), 36 * 4 * u64::from(line.over));
    assert_eq!((column, melee.result(column, dice(64))), (MeleeColumn::OneToOne, DefenderDisorders(3)));
    // 23-12: 18 and twice a Lance Bonus of 3 against 36.
    let column = MeleeColumn::of(18 + 3 * u64::from(melee.figures.lance_line), 36);
    assert_eq!(column, MeleeColumn::OneToOneAndAHalf);
    for column in [column, MeleeColumn::OneToTwo] {
        assert_eq!(melee.result(column, dice(65)), DefenderDisorders(2));
    }
    assert_eq!(charts.square.modifier(SquareModifier::GrandCharge), 6);
}

/// V19, V18 and 19.2.9: the examples within the rules.
#[test]
fn examples_within_the_rules() {
    let charts = charts();
    let melee = |column, roll| charts.melee.result(column, dice(roll));
    assert_eq!(melee(MeleeColumn::OneToOne, 41), MeleeResult::Blank);
    assert_eq!(melee(MeleeColumn::OneToOne, 62), MeleeResult::DefenderDisorders(2));
    // 12.10.7.1: 12 against 9, and 4 against 4.
    let factor = |terrain| i32::from(charts.fire.harassment(terrain).unwrap());
    let zone = factor(Terrain::Cultivated) + factor(Terrain::Orchard) + factor(Terrain::Clear);
    let defense = zone + i32::from(charts.fire.harassed(Harassed::CavalryRouting));
    assert_eq!(defense, 9);
    assert_eq!(FireColumn::of(12, 9), Some(FireColumn::OneToOne));
    assert_eq!(charts.fire.losses(FireColumn::OneToOne, dice(51)), 1);
    assert_eq!(factor(Terrain::Clear) + i32::from(charts.fire.harassed(Harassed::SkirmishersRetreating)), 4);
    // 15.4 and 15.7: 18 against 7, eleven Increments, a roll of 43.
    assert_eq!(FireColumn::of(18, 7), Some(FireColumn::TwoAndAHalfToOne));
    let roll = dice(43).plus(charts.fire.density(11).into());
    assert_eq!((roll, charts.fire.losses(FireColumn::TwoAndAHalfToOne, roll)), (dice(46), 1));
    assert_eq!(charts.fire.density(16), 12);
    // 18.8: two columns right of 5:1; they stop at 10:1.
    assert_eq!(FireColumn::FiveToOne.shifted(2), FireColumn::SevenToOne);
    assert_eq!(FireColumn::of(56, 6).map(|column| column.shifted(2)), Some(FireColumn::TenToOne));
    assert_eq!(charts.fire.losses(FireColumn::TenToOne, dice(26)), 3);
    // V18-7: a French foot battery needs a 3, with a leader a 2 will do.
    let battery = les_batailles::charts::BatteryType::of(Nation::French, Class::Line, false);
    assert_eq!(charts.guns.limber(battery), 3);
    assert_eq!(charts.guns.limber_modifier(LimberModifier::Leader), 1);
    // D-19: shifts stop at 1:3.
    assert_eq!(melee(MeleeColumn::of(8, 16).shifted(-2), 45), MeleeResult::AttackerDisorders(1));
    // D-18: one hex on two.
    assert_eq!(dice(14).plus(charts.morale.stand_odds(AssaultOdds::of(1, 2)).into()), dice(31));
}
