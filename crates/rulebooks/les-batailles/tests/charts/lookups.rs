//! Look-ups of the other charts, in their words.

use crate::{charts, dice};
use les_batailles::charts::{
    AssaultOdds, AttackMethod, Base6, BatteryType, CarreRow, CavalryFactor, CavalryType, ChargeEntry, ChargedModifier,
    Class, ClassList, CloseModifier, Cost, CounterFire, CounterKind, Factor, FireBasis, FireClass, FireColumn,
    FormationFire, FormationMove, FormationRow, GunFate, Hexside, LevelRow, LimberModifier, MeleeColumn, MeleeFactor,
    MoraleModifier, Mover, Nation, RecallModifier, RecallRow, Ricochet, ScatterModifier, Span, SquareModifier,
    SquareTroops, StackLimit, StackingIn, StandModifier, Surcharge, Terrain, UnitSize, Violation, ViolationEffect, Way,
    Who, Wound, WoundEffect,
};

/// LB 6.0a, 6.1a, ruling G23.
#[test]
fn the_dice_are_counted_in_single_steps() {
    assert_eq!(dice(16).plus(1), dice(21));
    assert_eq!((dice(35).plus(9), dice(62).plus(-7)), (dice(52), dice(51)));
    assert_eq!((Base6::LEAST, Base6::MOST), (dice(11), dice(66)));
    assert_eq!((dice(65).plus(9).row(), dice(12).plus(-9).row()), (35, 0));
    assert_eq!((dice(65).plus(9).number(), dice(34).to_string()), (66, "34".to_owned()));
    assert!(dice(12).plus(-9) < dice(11) && dice(65).plus(9) > dice(66));
    for wrong in [0, 10, 17, 61 + 6, 70, 77, 255] {
        assert_eq!(Base6::printed(wrong), None, "{wrong}");
    }
    let far = dice(66).plus(i32::MAX).plus(i32::MAX);
    assert_eq!((far.row(), dice(11).plus(i32::MIN).row()), (35, 0));
}

/// LB 15.4.3a, 16.6b: exact ratios belong to their column, others to the one below.
#[test]
fn odds_are_rounded_down() {
    for column in FireColumn::ALL {
        let least = column.least();
        let (attack, defense) = (u64::from(least.times) * 60, u64::from(least.over) * 60);
        assert_eq!(FireColumn::of(attack, defense), Some(column));
        let below = column.ix().checked_sub(1).map(|below| FireColumn::ALL[below]);
        assert_eq!(FireColumn::of(attack - 1, defense), below);
    }
    assert_eq!(FireColumn::of(1000, 9), Some(FireColumn::TenToOne));
    assert_eq!(FireColumn::of(0, 9), None);
    for column in MeleeColumn::ALL {
        let Some(least) = column.least() else { continue };
        let (attack, defence) = (u64::from(least.times) * 60, u64::from(least.over) * 60);
        assert_eq!(MeleeColumn::of(attack, defence), column);
    }
    assert_eq!(MeleeColumn::of(24, 36), MeleeColumn::OneToOneAndAHalf);
    assert_eq!((MeleeColumn::of(1, 100), MeleeColumn::of(100, 1)), (MeleeColumn::OneToThree, MeleeColumn::FiveToOne));
    assert_eq!(MeleeColumn::of(7, 2), MeleeColumn::ThreeAndAHalfToOne);
    assert_eq!(MeleeColumn::OneToThree.shifted(-2), MeleeColumn::OneToThree);
    // D-09: two left of 2.5:1.
    assert_eq!(MeleeColumn::of(27, 10).shifted(-2), MeleeColumn::OneAndAHalfToOne);
    assert_eq!(MeleeColumn::FiveToOne.shifted(9), MeleeColumn::FiveToOne);
    assert_eq!(FireColumn::OneToThree.shifted(i32::MIN), FireColumn::OneToThree);
    // 16.5.1a.
    for (assaulting, assaulted, odds) in [
        (3, 2, AssaultOdds::OneToOne),
        (2, 3, AssaultOdds::OneToTwo),
        (1, 2, AssaultOdds::OneToTwo),
        (1, 3, AssaultOdds::OneToThree),
        (2, 5, AssaultOdds::OneToThree),
        (1, 9, AssaultOdds::OneToThree),
        (2, 1, AssaultOdds::TwoToOne),
        (3, 1, AssaultOdds::ThreeToOne),
        (4, 1, AssaultOdds::FourToOne),
        (9, 2, AssaultOdds::FourToOne),
        (5, 1, AssaultOdds::FiveToOne),
        (9, 1, AssaultOdds::FiveToOne),
    ] {
        assert_eq!(AssaultOdds::of(assaulting, assaulted), odds, "{assaulting}:{assaulted}");
    }
}

/// Chart 2, LB 15.7a.
#[test]
fn massed_targets_are_easier_to_hit() {
    let fire = &charts().fire;
    let bands = [(0, 0), (9, 0), (10, 3), (12, 3), (13, 6), (15, 6), (16, 12), (18, 12), (19, 18), (250, 18)];
    for (increments, dice) in bands {
        assert_eq!(fire.density(increments), dice, "{increments}");
    }
    // 18.5.1.
    assert_eq!((fire.artillery_leader(2, true), fire.artillery_leader(2, false)), (2, 0));
}

/// Chart 3.
#[test]
fn troops_fire_by_nation_and_class() {
    let fire = &charts().fire;
    let each = |times, over| FireBasis::Each(Factor::of(times, over));
    for (nation, class, year, line, square, skirmish, rifles) in [
        (Nation::French, Class::Line, 1815, each(3, 1), each(3, 1), FireBasis::None, false),
        (Nation::French, Class::Light, 1815, each(3, 1), each(3, 1), each(3, 1), false),
        (Nation::French, Class::MiddleGuard, 1813, each(4, 1), each(4, 1), each(3, 1), false),
        (Nation::French, Class::OldGuard, 1813, each(5, 1), each(5, 1), each(5, 1), false),
        (Nation::French, Class::Marines, 1813, each(3, 1), each(3, 1), FireBasis::None, false),
        (Nation::Italian, Class::Line, 1809, each(3, 1), each(3, 1), each(3, 1), false),
        (Nation::Italian, Class::Line, 1813, each(2, 1), each(2, 1), each(2, 1), false),
        (Nation::Bavarian, Class::Line, 1813, each(3, 1), each(3, 1), each(3, 1), false),
        (Nation::British, Class::Guard, 1815, each(4, 1), each(4, 1), FireBasis::None, false),
        (Nation::British, Class::Rifles, 1811, each(4, 1), each(4, 1), each(4, 1), true),
        (Nation::Kgl, Class::Light, 1811, each(4, 1), each(4, 1), each(4, 1), true),
        (Nation::Dutch, Class::Militia, 1815, each(2, 1), each(2, 1), FireBasis::None, false),
        (Nation::Portuguese, Class::Light, 1811, each(3, 1), each(3, 1), each(3, 1), false),
        (Nation::Spanish, Class::Line, 1811, each(2, 1), each(2, 1), each(2, 1), false),
        (Nation::Prussian, Class::Fusiliers, 1806, each(3, 1), each(3, 1), each(3, 1), false),
        (Nation::Prussian, Class::Fusiliers, 1815, each(3, 1), each(3, 1), each(4, 1), false),
        (Nation::Prussian, Class::Schuetzen, 1806, each(3, 1), each(3, 1), each(5, 1), true),
        (Nation::Prussian, Class::Guard, 1813, each(4, 1), each(5, 1), each(5, 1), false),
        (Nation::Russian, Class::Line, 1812, each(2, 1), each(2, 1), FireBasis::None, false),
        (Nation::Russian, Class::Guard, 1812, each(3, 1), each(4, 1), FireBasis::None, false),
        (Nation::Austrian, Class::Jaeger, 1805, each(2, 1), each(2, 1), each(2, 1), false),
        (Nation::Austrian, Class::Grenadiers, 1813, each(3, 1), each(4, 1), FireBasis::None, false),
        (Nation::Austrian, Class::Landwehr, 1809, each(3, 2), each(3, 2), each(2, 1), false),
    ] {
        let effect = fire.effect(FireClass::of(nation, class, year).unwrap());
        let all = (effect.column, effect.line, effect.square, effect.skirmish, effect.rifles);
        assert_eq!(all, (FireBasis::Printed, line, square, skirmish, rifles), "{nation:?} {class:?} {year}");
    }
    assert_eq!(FireClass::of(Nation::Ottoman, Class::Line, 1799), None);
    assert_eq!(FireClass::of(Nation::French, Class::Cossacks, 1812), None);
    let limits = fire.limits;
    assert_eq!((limits.line_increments, limits.square_increments, limits.skirmish_increments), (4, 9, 3));
    assert_eq!((limits.square_parts, limits.disorder_parts, limits.last_increment_parts), (3, 2, 2));
    assert_eq!((limits.range_two_parts, limits.first_fire), (2, 1));
    assert_eq!((limits.doubled_above, limits.massed_square_above, fire.prone()), (6, 9, 2));
}

/// Chart 5: roads, hexsides, surcharges.
#[test]
fn ways_hexsides_and_formations_cost_points() {
    let ground = &charts().ground;
    let halves = |points: u8| Cost::Halves(2 * points);
    let all = |of: &dyn Fn(Mover) -> Cost| Mover::ALL.map(of);
    assert_eq!(all(&|mover| ground.along(Way::Road, mover)), [Cost::Halves(1); 5]);
    assert_eq!(all(&|mover| ground.along(Way::Trail, mover)), [halves(1); 5]);
    let half = Cost::Halves(1);
    assert_eq!(all(&|mover| ground.along(Way::Bridge, mover)), [half, halves(1), half, half, halves(1)]);
    assert_eq!(all(&|mover| ground.along(Way::BridgeUnformed, mover)), [halves(1); 5]);
    for (hexside, added) in [
        (Hexside::Slope, [1, 0, 1, 1, 0].map(halves)),
        (Hexside::SevereSlope, [2, 1, 3, 4, 1].map(halves)),
        (Hexside::Stream, [1, 1, 2, 3, 1].map(halves)),
        (Hexside::Ford, [0, 0, 1, 2, 0].map(halves)),
        (Hexside::River, [Cost::Prohibited; 5]),
        (Hexside::Hedge, [halves(1), halves(1), halves(2), Cost::Prohibited, halves(1)]),
        (Hexside::Wall, [halves(2), halves(1), Cost::Prohibited, Cost::Prohibited, halves(1)]),
    ] {
        assert_eq!(all(&|mover| ground.crossing(hexside, mover)), added, "{hexside:?}");
    }
    for (surcharge, added) in [
        (Surcharge::SkirmishZoneInner, [3, 3, 0, 3, 0]),
        (Surcharge::SkirmishZoneOuter, [2, 2, 0, 2, 0]),
        (Surcharge::Line, [1, 0, 0, 0, 0]),
        (Surcharge::Square, [1, 0, 0, 0, 0]),
        (Surcharge::LineSecondHex, [1, 0, 1, 0, 0]),
    ] {
        assert_eq!(all(&|mover| ground.surcharge(surcharge, mover)), added.map(halves), "{surcharge:?}");
    }
}

/// Chart 6.
#[test]
fn terrain_has_its_effects() {
    let ground = &charts().ground;
    let named = |holds: &dyn Fn(Terrain) -> bool| -> Vec<&str> {
        Terrain::ALL.into_iter().filter(|terrain| holds(*terrain)).map(Terrain::key).collect()
    };
    let go = ["woods", "town", "marsh", "thicket", "special-structure", "redoubt"];
    assert_eq!(named(&|terrain| ground.terrain(terrain).general_order), go);
    assert_eq!(named(&|terrain| !ground.terrain(terrain).formed), go);
    assert_eq!(named(&|terrain| ground.terrain(terrain).no_flanks), ["farmettes", "village"]);
    let blocks = ["orchard", "village", "woods", "town", "thicket", "special-structure"];
    assert_eq!(named(&|terrain| ground.terrain(terrain).blocks), blocks);
    assert_eq!(named(&|terrain| ground.terrain(terrain).hides_prone), ["cultivated"]);
    assert_eq!(named(&|terrain| ground.terrain(terrain).prone), ["clear", "cultivated", "farmettes"]);
    assert_eq!(named(&|terrain| ground.terrain(terrain).burns), ["village", "town"]);
    let stops = ["orchard", "village", "woods", "town", "marsh", "thicket", "special-structure", "redoubt"];
    assert_eq!(named(&|terrain| ground.terrain(terrain).ends_ricochet), stops);
    let heights = Terrain::ALL.map(|terrain| ground.terrain(terrain).height_halves);
    assert_eq!(heights, [0, 0, 1, 0, 1, 2, -1, 2, 2, 0, 2, 2, 0]);
    use ChargeEntry::{Ends, Free, FromTheRear, NoRun, NotThrough, Prohibited};
    assert_eq!(
        Terrain::ALL.map(|terrain| ground.terrain(terrain).charge),
        [Free, Free, NotThrough, Free, Free, NotThrough, Free, Ends, Ends, Prohibited, Ends, Prohibited, FromTheRear]
    );
    assert_eq!(
        Hexside::ALL.map(|hexside| ground.hexside(hexside).charge),
        [Free, Free, NoRun, NoRun, Prohibited, Free, Prohibited]
    );
    assert_eq!(ground.hexside(Hexside::Slope).ricochet, Ricochet::EndsUphill);
    assert_eq!(ground.hexside(Hexside::SevereSlope).ricochet, Ricochet::EndsUphillShadowDownhill);
    assert_eq!(ground.hexside(Hexside::Stream).ricochet, Ricochet::GoesOn);
    assert!(ground.hexside(Hexside::Slope).blocks_by_height && !ground.hexside(Hexside::Wall).blocks_by_height);
    assert!(ground.hexside(Hexside::Wall).hides_prone && ground.hexside(Hexside::Hedge).hides_prone);
    assert_eq!((ground.hexside(Hexside::Slope).height_halves, ground.hexside(Hexside::Wall).height_halves), (2, 0));
    assert_eq!(ground.bridge().charge, Prohibited);
    let melee = &charts().melee;
    assert_eq!(melee.across(Hexside::Stream), Factor::of(2, 3));
    assert_eq!((melee.across(Hexside::Wall), melee.into(Terrain::Redoubt)), (Factor::of(1, 2), Factor::of(1, 2)));
    assert_eq!((melee.into(Terrain::Town), melee.into(Terrain::Structure)), (Factor::of(2, 3), Factor::of(2, 3)));
    for terrain in [Terrain::Clear, Terrain::Farmettes, Terrain::Woods, Terrain::Village, Terrain::Orchard] {
        assert_eq!(melee.into(terrain), Factor::ONE);
    }
}

/// Charts 7 and 8.
#[test]
fn stacks_have_limits() {
    let ground = &charts().ground;
    let up_to = |increments, or_one| StackLimit::UpTo { increments, or_one };
    let clear = ground.stacking(Terrain::Clear);
    assert_eq!(clear.infantry, up_to(18, Some(UnitSize::Regiment)));
    assert_eq!(clear.cavalry, up_to(18, Some(UnitSize::Regiment)));
    assert_eq!(clear.artillery, up_to(6, Some(UnitSize::Battery)));
    assert_eq!(clear.infantry_with_artillery, up_to(18, None));
    let open = [Terrain::Cultivated, Terrain::Orchard, Terrain::Rough, Terrain::Farmettes, Terrain::SunkenRoad];
    assert!(open.into_iter().all(|terrain| ground.stacking(terrain) == clear));
    let town = ground.stacking(Terrain::Town);
    assert_eq!(town.infantry, up_to(12, Some(UnitSize::Battalion)));
    assert_eq!(town.cavalry, up_to(6, Some(UnitSize::Regiment)));
    assert_eq!((town.artillery, town.infantry_with_artillery), (up_to(0, Some(UnitSize::Battery)), up_to(12, None)));
    assert_eq!(ground.stacking(Terrain::Village), town);
    let woods = ground.stacking(Terrain::Woods);
    assert_eq!((woods.infantry, woods.artillery), (up_to(6, Some(UnitSize::Battalion)), StackLimit::Prohibited));
    assert_eq!(ground.stacking(Terrain::Marsh).cavalry, StackLimit::Prohibited);
    assert_eq!(ground.stacking_in(StackingIn::Skirmish).infantry, up_to(3, None));
    assert_eq!(ground.stacking_in(StackingIn::Skirmish).cavalry, StackLimit::Unsaid);
    let road = ground.stacking_in(StackingIn::RoadColumn);
    assert_eq!((road.infantry, road.cavalry, road.artillery), (up_to(4, None), up_to(4, None), up_to(1, None)));
    assert_eq!(ground.stacking_in(StackingIn::ColumnOfCompanies).cavalry, up_to(4, None));
    assert_eq!(ground.stacking_in(StackingIn::Prone).infantry, up_to(0, Some(UnitSize::Battalion)));
    assert_eq!((ground.artillery_increment, ground.road_column_counters), (6, 1));
    let both = |violation| (ground.to_those_there(violation), ground.to_those_coming(violation));
    use ViolationEffect::{Check, Disordered, Displaced, Nothing, Routs};
    assert_eq!(both(Violation::RoutedThrough), (Check(-12), Nothing));
    assert_eq!(both(Violation::PassedOver), (Check(-6), Check(-6)));
    assert_eq!(both(Violation::OverASquare), (Check(0), Check(0)));
    assert_eq!(both(Violation::RidingOverASquare), (Check(0), Check(0)));
    assert_eq!(both(Violation::ArmsMixed), (Check(-6), Check(-6)));
    assert_eq!(both(Violation::LimitExceeded), (Check(0), Check(0)));
    assert_eq!(both(Violation::WagonRoutedOver), (Check(-12), Nothing));
    assert_eq!(both(Violation::RestingInPgd), (Routs, Nothing));
    assert_eq!(both(Violation::StillTooMany), (Displaced, Displaced));
    assert_eq!(both(Violation::OrdersMixed), (Disordered, Disordered));
    assert_eq!(both(Violation::Skirmishers), (Nothing, Nothing));
}

/// Chart 9, 8.2e.
#[test]
fn leaders_are_hit_by_the_die() {
    let people = &charts().people;
    let all = [1, 2, 3, 4, 5, 6].map(|die| (people.casualty(die).wound, people.casualty(die).effect));
    assert_eq!(
        all,
        [
            (Wound::Head, WoundEffect::Mortal),
            (Wound::Torso, WoundEffect::Mortal),
            (Wound::Leg, WoundEffect::Hours { dice: 2 }),
            (Wound::Arm, WoundEffect::Hours { dice: 1 }),
            (Wound::Stunned, WoundEffect::Turns { dice: 1 }),
            (Wound::FleshWound, WoundEffect::Nothing),
        ]
    );
}

/// Charts 10 to 13.
#[test]
fn checks_have_their_modifiers() {
    let morale = &charts().morale;
    let general = MoraleModifier::ALL.map(|modifier| morale.general(modifier));
    assert_eq!(general, [-3, -6, -9, -12, 6, -12, -6, -6, -3, -6, 6, 1, -1, 3, -3, -6, -3, 0]);
    let close = CloseModifier::ALL.map(|modifier| morale.close_modifier(modifier));
    assert_eq!(close, [-6, -6, -3, -3, -6, -6, 0, 0]);
    let stand = StandModifier::ALL.map(|modifier| morale.stand(modifier));
    assert_eq!(stand, [-6, -6, -6, 3, 3, -6, -1, 3, 3, 6, 3, -6, 0]);
    let charged = CavalryType::ALL.map(|kind| morale.charged_by(kind));
    assert_eq!(charged, [0, -6, -12, -3, -12]);
    assert_eq!(ChargedModifier::ALL.map(|modifier| morale.charged(modifier)), [-12, -6, -12, 3, 6, 3]);
    assert_eq!(morale.charged_by_all([CavalryType::Light, CavalryType::Lancers]), -3);
    assert_eq!(morale.charged_by_all([CavalryType::Heavy, CavalryType::Lancers]), -6);
    assert_eq!(morale.charged_by_all([]), 0);
    // Nearer than one hex there is nobody, farther than six is six.
    assert_eq!((morale.close(0, AttackMethod::French), morale.close(40, AttackMethod::French)), (-12, 3));
    // Ruling G-24: what lapses in a second round.
    let lapsing: Vec<&str> =
        StandModifier::ALL.into_iter().filter(|modifier| modifier.lapses()).map(StandModifier::key).collect();
    assert_eq!(lapsing, ["prone", "held-fire", "no-path", "abandoned"]);
    let lapsing: Vec<&str> =
        CloseModifier::ALL.into_iter().filter(|modifier| modifier.lapses()).map(CloseModifier::key).collect();
    assert_eq!(lapsing, ["column", "prone-target"]);
}

/// Chart 11, 16.4.2.
#[test]
fn methods_of_attack_go_by_nation_and_year() {
    let morale = &charts().morale;
    use AttackMethod::{British, French, Prussian};
    for (nation, year, method) in [
        (Nation::French, 1796, French),
        (Nation::Saxon, 1813, French),
        (Nation::Polish, 1809, French),
        (Nation::Danish, 1813, French),
        (Nation::Prussian, 1806, Prussian),
        (Nation::Prussian, 1812, Prussian),
        (Nation::Prussian, 1813, French),
        (Nation::Russian, 1807, Prussian),
        (Nation::Russian, 1812, French),
        (Nation::Austrian, 1808, Prussian),
        (Nation::Austrian, 1809, French),
        (Nation::Swedish, 1813, French),
        (Nation::British, 1806, British),
        (Nation::Kgl, 1815, British),
        (Nation::Portuguese, 1811, British),
        (Nation::Brunswick, 1815, British),
        (Nation::Nassau, 1811, French),
        (Nation::Nassau, 1815, British),
        (Nation::Belgian, 1815, British),
        (Nation::Spanish, 1811, Prussian),
        (Nation::Ottoman, 1799, Prussian),
    ] {
        assert_eq!(morale.method(nation, year), method, "{nation:?} {year}");
    }
}

/// Charts 14 and 15.
#[test]
fn melee_values_are_multiplied() {
    let melee = &charts().melee;
    let of = |factors: &[(u8, u8)]| -> Vec<Factor> {
        factors.iter().map(|(times, over)| Factor::of(*times, *over)).collect()
    };
    assert_eq!(
        MeleeFactor::ALL.map(|factor| melee.factor(factor)).to_vec(),
        of(&[(2, 1), (3, 2), (3, 2), (1, 2), (1, 2), (1, 2), (1, 2)])
    );
    assert_eq!(
        CavalryFactor::ALL.map(|factor| melee.cavalry(factor)).to_vec(),
        of(&[
            (1, 3),
            (1, 2),
            (1, 2),
            (1, 3),
            (1, 2),
            (1, 3),
            (1, 2),
            (1, 4),
            (1, 3),
            (1, 3),
            (2, 1),
            (3, 2),
            (2, 1),
            (3, 2),
            (2, 1),
            (1, 2),
            (1, 2),
            (1, 2),
        ])
    );
    let dice = melee.dice;
    assert_eq!((dice.offensive_loss, dice.defensive_loss), (6, -6));
    assert_eq!((dice.attacking_leader, dice.defending_leader), (1, -1));
    assert_eq!((melee.cavalry_leader, melee.cavalry_defensive_loss), (1, -6));
    let figures = melee.figures;
    assert_eq!((figures.structure_increments, figures.gate_increments, figures.sapper_columns), (6, 6, 1));
    assert_eq!((figures.lance_line, figures.lance_least), (2, 1));
    // Chart 17.
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| melee.impetus(die)), [3, 2, 1, 0, 0, 0]);
}

/// Charts 18 to 20: modifiers, and who has them.
#[test]
fn squares_depend_on_the_troops() {
    let charts = charts();
    let troops = SquareTroops::ALL.map(|troops| charts.square.troops(troops));
    assert_eq!(troops, [-6, -3, -3, -3, 6, 3, 7, 5, 4, 3]);
    let modifiers = SquareModifier::ALL.map(|modifier| charts.square.modifier(modifier));
    assert_eq!(modifiers, [-6, 3, 6, 6, 3]);
    for (nation, class, troops) in [
        (Nation::French, Class::Line, None),
        (Nation::French, Class::Light, Some(SquareTroops::Light)),
        (Nation::French, Class::OldGuard, Some(SquareTroops::OldGuard)),
        (Nation::French, Class::YoungGuard, Some(SquareTroops::YoungGuard)),
        (Nation::French, Class::Provisional, Some(SquareTroops::ProvisionalLine)),
        (Nation::Russian, Class::Grenadiers, Some(SquareTroops::Guard)),
        (Nation::British, Class::Guard, Some(SquareTroops::Guard)),
        (Nation::Hanoverian, Class::Landwehr, Some(SquareTroops::Landwehr)),
        (Nation::Hanoverian, Class::Line, Some(SquareTroops::Regulars)),
        (Nation::Belgian, Class::Line, Some(SquareTroops::Regulars)),
        (Nation::Dutch, Class::Militia, Some(SquareTroops::Landwehr)),
        (Nation::Dutch, Class::Line, None),
        (Nation::Brunswick, Class::Line, Some(SquareTroops::Landwehr)),
        (Nation::Brunswick, Class::Light, Some(SquareTroops::BrunswickLight)),
        (Nation::Nassau, Class::Light, Some(SquareTroops::Nassau)),
    ] {
        assert_eq!(SquareTroops::of(nation, class), troops, "{nation:?} {class:?}");
    }
    for (nation, year, row) in [
        (Nation::British, 1811, CarreRow::BritishPeninsula),
        (Nation::Kgl, 1815, CarreRow::British1815),
        (Nation::Brunswick, 1815, CarreRow::British1815),
        (Nation::Brunswick, 1809, CarreRow::Other),
        (Nation::Saxon, 1813, CarreRow::FrenchAllies),
        (Nation::Portuguese, 1811, CarreRow::Portuguese),
        (Nation::Swedish, 1813, CarreRow::Other),
    ] {
        assert_eq!(CarreRow::of(nation, year), row, "{nation:?} {year}");
    }
    assert_eq!((charts.morale.rallying_square(5), charts.morale.rallying_square(0)), (None, None));
    assert_eq!((charts.morale.rallying_square_grand_charge(), charts.morale.form_up(9)), (0, 0));
}

/// Charts 21 to 24.
#[test]
fn dice_of_recall_and_guns() {
    let charts = charts();
    for (nation, class, year, least) in [
        (Nation::French, Class::Line, 1815, 3),
        (Nation::Belgian, Class::Line, 1815, 3),
        (Nation::Italian, Class::Line, 1813, 4),
        (Nation::Kgl, Class::Line, 1815, 4),
        (Nation::British, Class::Line, 1811, 5),
        (Nation::Spanish, Class::Line, 1811, 3),
        (Nation::Russian, Class::Line, 1813, 3),
        (Nation::Russian, Class::Cossacks, 1813, 5),
        (Nation::Austrian, Class::Line, 1809, 2),
        (Nation::Saxon, Class::Line, 1813, 2),
        (Nation::Prussian, Class::Hussars, 1813, 2),
        (Nation::Prussian, Class::Hussars, 1806, 4),
        (Nation::Ottoman, Class::Line, 1799, 4),
    ] {
        assert_eq!(charts.people.recall(RecallRow::of(nation, class, year)), least, "{nation:?} {class:?} {year}");
    }
    assert_eq!(RecallModifier::ALL.map(|modifier| charts.people.recall_modifier(modifier)), [1, 1, -1]);
    let needs = BatteryType::ALL.map(|battery| charts.guns.limber(battery));
    assert_eq!(needs, [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 4, 5, 4, 4, 3]);
    for (nation, class, horse, battery) in [
        (Nation::French, Class::OldGuard, true, BatteryType::FrenchGuardHorse),
        (Nation::French, Class::YoungGuard, false, BatteryType::FrenchGuardFoot),
        (Nation::Kgl, Class::Line, true, BatteryType::BritishHorse),
        (Nation::Russian, Class::Cossacks, true, BatteryType::RussianLight),
        (Nation::Russian, Class::Position, false, BatteryType::RussianPosition),
        (Nation::Prussian, Class::Position, false, BatteryType::PrussianHeavy),
        (Nation::Austrian, Class::Line, true, BatteryType::AustrianCavalry),
        (Nation::Dutch, Class::Line, true, BatteryType::OtherHorse),
        (Nation::Saxon, Class::Line, false, BatteryType::OtherFoot),
    ] {
        assert_eq!(BatteryType::of(nation, class, horse), battery, "{nation:?} {class:?}");
    }
    assert_eq!(LimberModifier::ALL.map(|modifier| charts.guns.limber_modifier(modifier)), [1, 2, 3, -1]);
    let spiked = |sappers| [1, 2, 3, 4, 5, 6].map(|die| charts.guns.fate(die, sappers) == GunFate::Spiked);
    assert_eq!(spiked(false), [false, false, false, false, true, true]);
    assert_eq!(spiked(true), [false, false, false, true, true, true]);
    let scatter = [-3, 1, 2, 3, 4, 5, 6, 7, 12].map(|die| charts.guns.scatter(die));
    assert_eq!(scatter, [0, 0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(ScatterModifier::ALL.map(|modifier| charts.guns.scatter_modifier(modifier)), [-1, -1, -1, 1, 1, 2]);
}

/// Chart 25, 20.3a: shares give the printed tracks of the French corps.
#[test]
fn tracks_without_print_are_shares_of_the_battalions() {
    let morale = &charts().morale;
    for (battalions, track) in [
        (33, [7, 14, 21]),
        (31, [7, 13, 20]),
        (26, [6, 11, 17]),
        (21, [5, 9, 13]),
        (25, [6, 11, 16]),
        (4, [1, 2, 3]),
        (1, [1, 2, 3]),
        (0, [1, 2, 3]),
        (255, [56, 107, 163]),
    ] {
        assert_eq!(morale.track_of(battalions), track, "{battalions}");
    }
    assert_eq!([0, 1, 2, 3, 4].map(|level| morale.level(LevelRow::DutchBelgian, level)), [0, -3, -8, -18, -18]);
    assert_eq!(LevelRow::of(Nation::Kgl), LevelRow::BritishKgl);
    assert_eq!(LevelRow::of(Nation::Spanish), LevelRow::Other);
}

/// Chart 26, 12.10.7: the zone does not reach into General Order terrain.
#[test]
fn harassment_by_terrain() {
    let charts = charts();
    let factors = Terrain::ALL.map(|terrain| charts.fire.harassment(terrain));
    let open = [2, 3, 3, 3, 3, 4, 3].map(Some);
    assert_eq!((&factors[..7], &factors[7..]), (&open[..], &[None; 6][..]));
    for terrain in Terrain::ALL {
        assert_eq!(charts.fire.harassment(terrain).is_none(), charts.ground.terrain(terrain).general_order);
    }
}

/// Chart 27.
#[test]
fn formations_have_their_figures() {
    let charts = charts();
    let of = |formation| *charts.ground.formation(formation);
    let column = of(FormationRow::Column);
    assert_eq!((column.who, column.most_hexes, column.cost), (Who::Infantry, Some(1), [Some(1), None, None]));
    assert_eq!((column.fire, column.moves), (FormationFire::Printed, FormationMove::Terrain));
    let line = of(FormationRow::CavalryLine);
    assert_eq!((line.per_hex, line.most_hexes, line.cost), (Some(4), None, [None, Some(3), None]));
    assert_eq!((of(FormationRow::Square).least, of(FormationRow::Square).fire), (Some(3), FormationFire::Third));
    assert_eq!(of(FormationRow::InfantryLine).most_hexes, Some(2));
    assert_eq!(of(FormationRow::InfantrySkirmish).per_hex, Some(3));
    assert_eq!(of(FormationRow::CavalrySkirmish).fire, FormationFire::SkirmishAttack);
    assert_eq!(of(FormationRow::GeneralOrder).cost, [Some(0); 3]);
    assert_eq!(of(FormationRow::RoadColumn).cost, [Some(1), Some(3), Some(0)]);
    assert_eq!(of(FormationRow::RoadColumn).moves, FormationMove::RoadRate);
    assert_eq!((of(FormationRow::Limbered).cost[2], of(FormationRow::Unlimbered).cost[2]), (Some(2), Some(2)));
    assert_eq!(of(FormationRow::Unlimbered).moves, FormationMove::Prolong);
    assert_eq!(
        (of(FormationRow::Disorder).fire, of(FormationRow::Disorder).moves),
        (FormationFire::HalfPrinted, FormationMove::Half)
    );
    assert_eq!((of(FormationRow::Pgd).who, of(FormationRow::Pgd).moves), (Who::NotUnlimbered, FormationMove::Rout));
    assert_eq!((of(FormationRow::Prone).cost[0], of(FormationRow::Prone).moves), (Some(0), FormationMove::None));
    let figures = charts.ground.formation_figures;
    assert_eq!((figures.two_hex_line, figures.quarter_wheel, figures.road_column_artillery), (5, 1, 1));
}

/// Charts 28 and 29.
#[test]
fn classes_and_typical_counters() {
    let charts = charts();
    let classes = charts.guns.classes;
    assert_eq!((classes.guard_wagon_rounds, classes.wagon_rounds), (16, 12));
    assert_eq!((classes.guard_battery_rounds, classes.battery_rounds), (16, 12));
    assert_eq!((classes.supply_foot, classes.supply_horse, classes.resupply_die), (3, 5, 5));
    assert_eq!((classes.resupply_after_turns, classes.prolong_below, classes.heavy_cavalry_most), (3, 12, 12));
    assert_eq!((classes.howitzer_long_range, classes.elite_rating), (8, 13));
    let listed = |list, name: &str| charts.guns.listed(list).iter().any(|listed| listed == name);
    assert!(
        listed(ClassList::CavalrySpecialAbility, "Gallizin") && listed(ClassList::ArtillerySpecialAbility, "Drouot")
    );
    assert!(listed(ClassList::Armored, "French cuirassiers"));
    assert_eq!(charts.guns.listed(ClassList::OldGuard).len(), 8);
    let counter = |kind| *charts.people.counter(kind);
    let span = |least, most| Span { least, most };
    let ligne = counter(CounterKind::FrenchLigne);
    assert_eq!((ligne.increments, ligne.movement, ligne.fire), (span(4, 6), span(7, 7), CounterFire::Printed(8)));
    assert_eq!((ligne.melee_tenths, ligne.rating, ligne.range), (span(20, 20), dice(21), None));
    // 5.1.4: the Cossacks of the Guard.
    let cossacks = counter(CounterKind::GuardCossacks);
    assert_eq!((cossacks.lance, cossacks.skirmish, cossacks.rating), (Some(6), Some(5), dice(14)));
    assert_eq!(
        (cossacks.increments, cossacks.movement, cossacks.melee_tenths),
        (span(10, 10), span(16, 16), span(30, 30))
    );
    // 5.1.5: a battery of the Guard.
    let battery = counter(CounterKind::FrenchGuardFootBattery);
    assert_eq!(battery.fire, CounterFire::ByRange([Some(24), Some(17), Some(9)]));
    assert_eq!((battery.range, battery.melee_tenths, battery.melee_each), (Some(12), span(40, 40), false));
    assert_eq!(counter(CounterKind::HowitzerBattery).fire, CounterFire::ByRange([Some(14), None, Some(6)]));
    assert_eq!(counter(CounterKind::LightCompany).fire, CounterFire::Multiple(4));
    assert_eq!(counter(CounterKind::HeavyCavalry).melee_tenths, span(32, 34));
    assert_eq!(counter(CounterKind::HeavyCavalry).fire, CounterFire::None);
    let leaders = charts.people.leaders;
    assert_eq!((leaders.movement, leaders.melee, leaders.cavalry), (9, span(1, 3), span(0, 3)));
    assert_eq!((leaders.artillery, leaders.morale), (span(0, 2), span(1, 3)));
}
