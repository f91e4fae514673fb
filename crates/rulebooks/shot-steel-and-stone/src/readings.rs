//! Readings and optional rules: every line of the sheet that clubs read in more than one way, as data. The first value of
//! each is the one the catalogue rules for, and all its vectors assume it.

use scenario::readings;

readings! {
    "melee-order" melee_order: MeleeOrder { "initiative-holder" InitiativeHolder, "active-player" ActivePlayer }, "SSS G1",
        "Who takes the melees in the order he likes: the holder of the initiative, or whoever's turn it is";
    "arc-half-angle" arc_half_angle: ArcHalfAngle { "45" FortyFive, "22.5" TwentyTwo }, "SSS G6",
        "Degrees to either side of straight ahead that an arc of fire covers";
    "cinc-fails-first" cinc_fails_first: CincFailsFirst { "turn-ends" TurnEnds, "compulsory-only" CompulsoryOnly, "orders-end" OrdersEnd }, "SSS G10",
        "A Commander-in-Chief who tests first and fails: the turn ends, compulsory moves are made, or only orders end";
    "evaders-test" evaders_test: EvadersTest { "if-shooting" IfShooting, "always" Always }, "SSS G12",
        "Those who evade take a Reaction test if they shoot first, or always";
    "evader-exemption" evader_exemption: EvaderExemption { "short-charge-and-ban" ShortChargeAndBan, "short-charge" ShortCharge }, "SSS G13",
        "Evaders who shot and got away may shoot in their own next turn, or not";
    "second-die" second_die: SecondDie { "per-six" PerSix, "per-base" PerBase }, "SSS G16",
        "Above 6 a second die is thrown for each six, or one for each base with a six";
    "retreat-turn" retreat_turn: RetreatTurn { "quarter" Quarter, "free" Free }, "SSS G19",
        "Turning about to retreat costs a quarter of the move, or nothing";
    "disruption-lasts" disruption_lasts: DisruptionLasts { "until-cleared" UntilCleared, "this-turn" ThisTurn }, "SSS G20",
        "Disruption lasts until it is cleared, or to the end of the turn";
    "disruption-repeats" disruption_repeats: DisruptionRepeats { "once-a-turn" OnceATurn, "each-time" EachTime }, "SSS G101",
        "A cause of disruption tells once in a turn, or each time it arises";
    "pushed-back-column" pushed_back_column: PushedBackColumn { "retire" Retire, "halt" Halt }, "SSS G21",
        "Who was pushed back fails in the column of those who retire, or of those at the halt";
    "square-rows" square_rows: SquareRows { "printed" Printed, "cohesion" Cohesion, "mirrored" Mirrored }, "SSS G23",
        "Cavalry at a square or pikes: worse in disruption and the foot in class, both in disruption, or both in both";
    "heavy-fatigue" heavy_fatigue: HeavyFatigue { "after-two-rounds" AfterTwoRounds, "after-any" AfterAny }, "SSS G24",
        "Heavy cavalry tires after two rounds, or after any charge or pursuit";
    "pike-past-points" pike_past_points: PikePastPoints { "minus-one" MinusOne, "zero" Zero }, "SSS G25",
        "Pikes whose points are passed fight at -1, or at nothing";
    "break-in" break_in: BreakIn { "per-base" PerBase, "one-roll" OneRoll }, "SSS G28",
        "Breaking in is rolled for by each base, or once for all";
    "overhead-artillery" overhead_artillery: OverheadArtillery { "target-above-friends" TargetAboveFriends, "target-above-guns" TargetAboveGuns, "either-above-friends" EitherAboveFriends }, "SSS G30",
        "Guns shoot over friends if the target stands above these, above the guns, or if either stands above the friends";
    "screen-dice" screen_dice: ScreenDice { "each-base" EachBase, "pair" Pair }, "SSS G34",
        "A screen has a die for each of its two bases, or one in all";
    "moved-modifier" moved_modifier: MovedModifier { "once" Once, "twice" Twice }, "SSS G41",
        "Having moved counts once against a shot, or twice";
    "stopped-charge" stopped_charge: StoppedCharge { "two-in-all" TwoInAll, "two-and-causes" TwoAndCauses }, "SSS G41",
        "A charge stopped by fire costs two points in all, or two and its causes besides";
    "half-strength" half_strength: HalfStrength { "reached" Reached, "passed" Passed }, "SSS G41",
        "Half of its strength is its limit when it is reached, or when it is passed";
    "warband-trigger" warband_trigger: WarbandTrigger { "charge-bonus" ChargeBonus, "charge-range" ChargeRange }, "SSS G42",
        "A Warband must charge an enemy within its charge bonus, or within its whole charge";
    "point-blank" point_blank: PointBlank { "impact-only" ImpactOnly, "shooting-too" ShootingToo }, "SSS G43",
        "Pistols and thrown weapons are used at impact only, or in the shooting phase too";
    "elephants-mounted" elephants_mounted: ElephantsMounted { "no" No, "yes" Yes }, "SSS G45",
        "Foot against elephants also counts as against mounted troops";
    "pursuit-timing" pursuit_timing: PursuitTiming { "at-once" AtOnce, "own-next-move" OwnNextMove }, "SSS G52",
        "Victors pursue at once, or in their own next move";
    "gunners-aimed-at" gunners_aimed_at: GunnersAimedAt { "rifles" Rifles, "rifles-and-skirmishers" RiflesAndSkirmishers }, "SSS G66",
        "Gunners of battalion guns are singled out by rifles, or by open order and skirmishers too";
    "target-switch" target_switch: TargetSwitch { "artillery" Artillery, "all-shooters" AllShooters }, "SSS G18",
        "Another target than before costs artillery a point, or all who shoot";
    "battery-point" battery_point: BatteryPoint { "that-shot" ThatShot, "until-cleared" UntilCleared }, "SSS G18",
        "That point counts for the one shot, or until it is cleared";
    "square-first" square_first: SquareFirst { "always" Always, "hand-to-hand" HandToHand }, "SSS G25",
        "A square strikes cavalry before its pistols, or after them";
    "ammunition-blast" ammunition_blast: AmmunitionBlast { "printed" Printed, "gun-lost" GunLost }, "SSS G27",
        "Ammunition that blows up leaves its gun, or destroys it";
    "darts" darts: Darts { "as-bows" AsBows, "thrown" Thrown }, "SSS G154",
        "Darts reach as far as bows, or as far as anything thrown";
    "garrison-seen" garrison_seen: GarrisonSeen { "at-walls" AtWalls, "in-contact" InContact }, "SSS G29",
        "A garrison at its walls can be shot at from afar, or in contact only";
    "overhead-range" overhead_range: OverheadRange { "own-base" OwnBase, "front-rank-if-same-type" FrontRankIfSameType }, "SSS G30",
        "Bows in the second rank measure from their own base, or from the front rank of their kind";
    "overhead-higher" overhead_higher: OverheadHigher { "than-friends" ThanFriends, "than-target" ThanTarget }, "SSS G30",
        "An overhead shot is not at -1 from above the friends, or from above the target";
    "impact-v-elephants" impact_v_elephants: ImpactVElephants { "mounted-only" MountedOnly, "infantry-too" InfantryToo }, "SSS G45",
        "Against elephants cavalry loses its impact, or infantry its extra die too";
    "stampede-path" stampede_path: StampedePath { "full-distance" FullDistance, "first-contact" FirstContact }, "SSS G45",
        "A stampede runs its whole distance, or stops at the first unit";
    "impetuous-retest" impetuous_retest: ImpetuousRetest { "each-turn" EachTurn, "on-approach" OnApproach }, "SSS G22",
        "The impetuous test in each turn with an enemy in reach, or when one has come within it";
    "router-tests" router_tests: RouterTests { "all-triggers" AllTriggers, "rally-only" RallyOnly }, "SSS G22",
        "Routers take every test, or only those to rally and those of everybody";
    "faller-dice" faller_dice: FallerDice { "rounded-up" RoundedUp, "full-sixes" FullSixes }, "SSS G33",
        "A die for fallers for each six figures begun, or for each full six";
    "skirmishers-through-square" skirmishers_through_square: SkirmishersThroughSquare { "barred" Barred, "free" Free }, "SSS G74",
        "Foot skirmishers may not pass squares and march columns, or may";
    "charging-skirmishers" charging_skirmishers: ChargingSkirmishers { "through-skirmishers" ThroughSkirmishers, "through-any" ThroughAny }, "SSS G75",
        "Charging skirmishers pass through skirmishers only, or on foot through any friends";
    "charge-over-skirmishers" charge_over_skirmishers: ChargeOverSkirmishers { "barred" Barred, "own-screen" OwnScreen, "any-foot-skirmishers" AnyFootSkirmishers }, "SSS G76",
        "A charge may not lead over own skirmishers, may over its own screen, or over any on foot";
    "passed-unit" passed_unit: PassedUnit { "until-through" UntilThrough, "whole-turn" WholeTurn }, "SSS G77",
        "A unit that is passed through waits until that is done, or the whole turn";
    "stopped-retest" stopped_retest: StoppedRetest { "no" No, "yes" Yes }, "SSS G78",
        "A charger stopped by fire tests at once only, or again in the reaction phase";
    "limit-in-melee" limit_in_melee: LimitInMelee { "free-hit" FreeHit, "free-to-leave" FreeToLeave }, "SSS G79",
        "Leaving a melee at half strength gives the enemy a free hit, or none";
    "limit-lost-round" limit_lost_round: LimitLostRound { "tests" Tests, "no-test" NoTest }, "SSS G79",
        "A unit at half strength that lost a round tests, or simply retires";
    "limit-disintegrates" limit_disintegrates: LimitDisintegrates { "failed-rally" FailedRally, "at-once" AtOnce }, "SSS G79",
        "A router at half strength disintegrates when it fails to rally, or at once";
    "break-off-distance" break_off_distance: BreakOffDistance { "added" Added, "pushback-counts" PushbackCounts }, "SSS G80",
        "Breaking off after three rounds is added to the push-back, or the push-back counts for it";
    "after-break-off" after_break_off: AfterBreakOff { "point-only" PointOnly, "both" Both, "neither" Neither }, "SSS G80",
        "After breaking off the point for two rounds still counts, the melee rows too, or neither";
    "gun-hit-sixes" gun_hit_sixes: GunHitSixes { "first-dice" FirstDice, "all-dice" AllDice }, "SSS G81",
        "A gun is hit by sixes of the first dice, or of the second too";
    "bua-die-floor" bua_die_floor: BuaDieFloor { "none" None, "zero" Zero }, "SSS G82",
        "A die against a building may count less than nothing, or not";
    "his-units" his_units: HisUnits { "commanded" Commanded, "whole-command" WholeCommand }, "SSS G83",
        "A leader's failure touches the units he commands now, or his whole command";
    "momentum-response" momentum_response: MomentumResponse { "test" Test, "none" None, "full" Full }, "SSS G84",
        "Who is met by a momentum advance takes a test, does nothing, or answers as to any charge";
    "bua-follow-up" bua_follow_up: BuaFollowUp { "counts" Counts, "never" Never }, "SSS G85",
        "Winners at a building follow up in the next round, or never";
    "bua-cover" bua_cover: BuaCover { "inside-bases" InsideBases, "gone-for-all" GoneForAll }, "SSS G85",
        "After a break-in the cover is gone for the bases inside, or for everybody";
    "bua-ejected-by" bua_ejected_by: BuaEjectedBy { "base" Base, "side" Side }, "SSS G85",
        "Who broke in is ejected if the base loses the next round, or if its side does";
    "square-rows-when" square_rows_when: SquareRowsWhen { "formed" Formed, "declared" Declared }, "SSS G86",
        "The rows for squares count once the square stands, or once it is declared";
    "aimed-gunners" aimed_gunners: AimedGunners { "skirmish" Skirmish, "as-parent" AsParent }, "SSS G87",
        "Gunners aimed at count as skirmishers, or as their parent unit";
    "disruption-modifier" disruption_modifier: DisruptionModifier { "per-point" PerPoint, "per-cause" PerCause }, "SSS G88",
        "Disruption tells on dice by its points, or by its causes";
    "unhorsed-bonus" unhorsed_bonus: UnhorsedBonus { "kept" Kept, "lost" Lost }, "SSS G89",
        "An unhorsed leader keeps his bonus, or loses it";
    "gunners-support" gunners_support: GunnersSupport { "disperse" Disperse, "shot-only" ShotOnly }, "SSS G125",
        "Gunners who fail the test to shoot at a charge on friends: disperse, or lose the shot only";
    "stay-test-row" stay_test_row: StayTestRow { "last-act" LastAct, "pursuing" Pursuing, "static" Static }, "SSS G90",
        "The test not to pursue is taken as what the victor did last, as pursuing, or as static";
    "attacked-behind" attacked_behind: AttackedBehind { "touched-bases" TouchedBases, "rear-rank" RearRank }, "SSS G136",
        "Who is attacked from behind fights with the bases that are touched, or only with a rear rank that has turned about";
    "quicksand-known" quicksand_known: QuicksandKnown { "marked" Marked, "hidden" Hidden }, "SSS G169",
        "Quicksand is marked on the ground, or found out by whoever comes to it";
    "old-school" old_school: OldSchool { "off" Off, "on" On }, "SSS 17.9",
        "Old-school variant: one roll for fire for two howitzers";
    "skirmish-screens" skirmish_screens: SkirmishScreens { "off" Off, "on" On }, "SSS 3.1",
        "Skirmish screens, after 1789";
    "pike-and-shot" pike_and_shot: PikeAndShot { "off" Off, "on" On }, "SSS 38.1",
        "Mixed units of pike and shot";
    "elephants" elephants: Elephants { "off" Off, "on" On }, "SSS 41.1",
        "Elephants";
    "flaming-pigs" flaming_pigs: FlamingPigs { "off" Off, "on" On }, "SSS 42.1a",
        "Flaming pigs";
    "naptha-throwers" naptha_throwers: NapthaThrowers { "off" Off, "on" On }, "SSS 42.2a",
        "Naptha throwers";
    "naptha-grenades" naptha_grenades: NapthaGrenades { "off" Off, "on" On }, "SSS 42.3a",
        "Naptha grenades";
    "sandstorms" sandstorms: Sandstorms { "off" Off, "on" On }, "SSS 42.4a",
        "Sandstorms";
    "mirages" mirages: Mirages { "off" Off, "on" On }, "SSS 42.5",
        "Mirages";
    "quicksand" quicksand: Quicksand { "off" Off, "on" On }, "SSS 42.6",
        "Quicksand";
    "prayer" prayer: Prayer { "off" Off, "on" On }, "SSS 42.7",
        "Arab and Muslim troops stop to pray";
}
