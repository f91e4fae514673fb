//! Readings and optional rules: everything that clubs read in more than one way, as data. The first value of each is the one the
//! catalogue rules for, and all its vectors assume it.

use scenario::readings;

readings! {
    "gun-dp-limit" gun_dp_limit: GunDpLimit { "1" One, "3" Three }, "CF G7",
        "How many Disorder Points a gun takes before it is lost";
    "merge-dps" merge_dps: MergeDps { "at-start" AtStart, "at-end" AtEnd }, "CF G84",
        "The Disorder Points of merged units are those they had when they began, or when they are done";
    "gun-loss-morale" gun_loss_morale: GunLossMorale { "off" Off, "on" On }, "CF G7",
        "A gun whose crew is killed shakes its friends like a unit destroyed";
    "redress-stationary" redress_stationary: RedressStationary { "may-adjust" MayAdjust, "no-adjust" NoAdjust }, "CF G10",
        "A unit that has only changed formation or facing re-dresses as stationary, or does not";
    "initiative-holder" initiative_holder: InitiativeHolder { "first-player" FirstPlayer, "roll-winner" RollWinner }, "CF G14",
        "The initiative is with the first player, or with who won the roll";
    "right-to-left" right_to_left: RightToLeft { "strict" Strict, "free" Free }, "CF G15",
        "Units move from right to left, or as their player likes";
    "orders-enforced" orders_enforced: OrdersEnforced { "on" On, "off" Off }, "CF G17",
        "Brigades are held to their orders, or only asked to keep to them";
    "tested-unit-orders" tested_unit_orders: TestedUnitOrders { "free" Free, "bound" Bound }, "CF G17",
        "A unit that may act as it wishes after a Control Test is free of its orders, or bound";
    "order-distance" order_distance: OrderDistance { "outline" Outline, "centre" Centre }, "CF G90",
        "Distances of orders are measured from the outline of the position, or from its centre";
    "listen-action" listen_action: ListenAction { "required" Required, "not-required" NotRequired }, "CF G18",
        "A leader spends an action on listening to an order, or none";
    "conform-chain" conform_chain: ConformChain { "on" On, "off" Off }, "CF G19",
        "Units conform along a whole line, or only beside a unit under control";
    "control-sign" control_sign: ControlSign { "after-die" AfterDie, "before-die" BeforeDie }, "CF G20",
        "Modifiers of a Control Test are chosen after the die, or before it";
    "looting" looting: Looting { "off" Off, "on" On }, "CF G21",
        "Pursuers who come upon wagons, civilians or a camp stop to loot";
    "steadied-countercharge" steadied_countercharge: SteadiedCountercharge { "on" On, "off" Off }, "CF G22",
        "A steadied unit may counter-charge and evade, or may not";
    "leader-replacement" leader_replacement: LeaderReplacement { "none" None, "next-turn" NextTurn }, "CF G25",
        "Lost leaders are not replaced, or in the next turn";
    "smoke" smoke: Smoke { "last-turn" LastTurn, "last-and-this" LastAndThis }, "CF G26",
        "Those block sight from above who fired last turn, or in this one too";
    "double-move" double_move: DoubleMove { "compulsory" Compulsory, "by-choice" ByChoice }, "CF G28",
        "Far from the enemy every move is doubled, or by choice";
    "double-near-cover" double_near_cover: DoubleNearCover { "start-only" StartOnly, "stop-too" StopToo }, "CF G89",
        "Cover that may hold enemy matters where a doubled move begins, or stops it too";
    "group-two-dice" group_two_dice: GroupTwoDice { "avd-pair" AvdPair, "avd-d6" AvdD6, "choice" Choice }, "CF G85",
        "Of three dice of a group, cavalry that may use two takes both average dice, one and the D6, or chooses";
    "rough-move" rough_move: RoughMove { "any-part" AnyPart, "over-half" OverHalf }, "CF G30",
        "A move is rough if any part of it is, or more than half";
    "field-gun-push" field_gun_push: FieldGunPush { "on" On, "off" Off }, "CF G32",
        "Unlimbered field and heavy guns may be pushed 20 yds, or only pivot";
    "charge-speed" charge_speed: ChargeSpeed { "limited" Limited, "free" Free }, "CF G33",
        "Charges keep to the change of speed by two dice, or use any number";
    "halt-zone" halt_zone: HaltZone { "strip" Strip, "front-arc" FrontArc }, "CF G36",
        "Units halt before enemy straight ahead, or anywhere to their front";
    "gap-half-move" gap_half_move: GapHalfMove { "foot" Foot, "all" All }, "CF G92",
        "Passing a gap halves the move of foot, or of all";
    "frise-unformed" frise_unformed: FriseUnformed { "suffers" Suffers, "exempt" Exempt }, "CF G38",
        "Unformed cavalry suffers from chevaux de frise, or does not";
    "mortar-direct" mortar_direct: MortarDirect { "on" On, "off" Off }, "CF G41",
        "Mortars may fire directly, or only indirectly";
    "indirect-min-range" indirect_min_range: IndirectMinRange { "0" None, "120" Close }, "CF G41",
        "Least range of indirect fire, in yards";
    "enfilade-angle" enfilade_angle: EnfiladeAngle { "22.5" TwentyTwo, "45" FortyFive }, "CF G42",
        "Degrees off its line within which a target is enfiladed";
    "same-range" same_range: SameRange { "undisplaced" Undisplaced, "measured" Measured, "no-action" NoAction }, "CF G88",
        "The range is the same while both stand, while it measures the same, or while neither does anything";
    "evade-by" evade_by: EvadeBy { "unformed-cavalry" UnformedCavalry, "hussars-only" HussarsOnly }, "CF G50",
        "All unformed cavalry may evade, or hussars only";
    "outrance-hussars" outrance_hussars: OutranceHussars { "on" On, "off" Off }, "CF G52",
        "Hussars may charge à l'outrance, or may not";
    "close-fire-targets" close_fire_targets: CloseFireTargets { "any-enemy" AnyEnemy, "foot-and-dd" FootAndDd }, "CF G53",
        "Close fire is with any enemy, or between troops on foot only";
    "guns-in-close-fire" guns_in_close_fire: GunsInCloseFire { "join" Join, "if-met" IfMet }, "CF G201",
        "Guns with enemy to their front at 40 yds join the close fire of their foot, or only if the enemy has them for his main opponent";
    "swedish-charge" swedish_charge: SwedishCharge { "off" Off, "on" On }, "CF 14.23",
        "Swedish foot may charge";
    "swedish-short" swedish_short: SwedishShort { "both" Both, "failed-only" FailedOnly, "close-fire-only" CloseFireOnly }, "CF G80",
        "A Swedish charge that falls short counts as failed and fights close fire, only failed, or only fights";
    "guns-before-foot" guns_before_foot: GunsBeforeFoot { "shelter" Shelter, "guns-alone" GunsAlone }, "CF G82",
        "Crews before foot shelter when horse reaches the guns, or stay until it reaches the foot";
    "uphill" uphill: Uphill { "approach" Approach, "fronts" Fronts }, "CF G170",
        "Who has charged is uphill or downhill by where his charge began, or by where the fronts meet";
    "breach-works" breach_works: BreachWorks { "none" None, "ground" Ground, "full" Full }, "CF G83",
        "Defenders in a breach have no help of the works, the advantage of ground, or all of it";
    "depth-bonus" depth_bonus: DepthBonus { "whole-body" WholeBody, "front-unit" FrontUnit }, "CF G87",
        "The bonus for depth is every unit's of a body, or that of its front";
    "flank-line" flank_line: FlankLine { "front" Front, "rear" Rear, "arc45" Arc45 }, "CF G91",
        "Behind the flank is behind the line of the front, of the rear, or outside the 45° lines";
    "foot-pursuit" foot_pursuit: FootPursuit { "all" All, "not-from-works" NotFromWorks, "not-after-cavalry" NotAfterCavalry }, "CF G61",
        "All foot of grade C to E must pursue, not from behind works, or not after cavalry";
    "blocked-retire-dp" blocked_retire_dp: BlockedRetireDp { "combat" Combat, "manoeuvre" Manoeuvre }, "CF G86",
        "The point for a blocked retreat is one of combat, or of manoeuvre";
    "retire-then-rout" retire_then_rout: RetireThenRout { "worst" Worst, "both" Both }, "CF G81",
        "Who retires and then routs shakes friends by the rout, or by both";
    "pursuers-meet" pursuers_meet: PursuersMeet { "charge" Charge, "countercharge-only" CounterchargeOnly }, "CF G198",
        "Whom pursuers come upon answers as to any charge, or may only counter-charge if cavalry";
    "rout-attrition" rout_attrition: RoutAttrition { "while-pursued" WhilePursued, "every-later-move" EveryLaterMove }, "CF G64",
        "Later rout moves cost a base while pursued, or always";
    "hack-cap" hack_cap: HackCap { "2" Two, "none" None }, "CF G65",
        "At most two pursuing bases for each fugitive base hack, or all that touch";
    "reinforcement-dice" reinforcement_dice: ReinforcementDice { "off" Off, "on" On }, "CF 5.25",
        "A die says when reinforcements come";
    "cards" cards: Cards { "off" Off, "on" On }, "CF 5.26",
        "Cards, some of them dummies, stand for units nobody has seen";
    "card-turned-by" card_turned_by: CardTurnedBy { "sight-or-report" SightOrReport, "fire-too" FireToo }, "CF G67",
        "Cards are turned by a leader's sight or a report, or by fire too";
    "half-bases" half_bases: HalfBases { "off" Off, "on" On }, "CF 2.13",
        "Battalions that fire by platoons are half a base wider";
    "new-style-bases" new_style_bases: NewStyleBases { "off" Off, "on" On }, "CF 2.11",
        "Bases of new-style troops and hussars have their own size";
}
