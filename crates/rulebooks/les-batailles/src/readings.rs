//! Readings and optional rules: what clubs read in more than one way, and what the rulebook leaves to choice, as data. The
//! first value of each is the one the catalogue rules for.

use scenario::readings;

readings! {
    "capture-at-zero" capture_at_zero: CaptureAtZero { "always" Always, "surrounded" Surrounded }, "LB G12",
        "A leader whose units lose their last Increment is captured: always, or only where they are surrounded";
    "regroup-bar" regroup_bar: RegroupBar { "adjacent" Adjacent, "zone" Zone }, "LB G21",
        "Units may not regroup next to an enemy, or only in an enemy Zone of Influence";
    "guns-held-by" guns_held_by: GunsHeldBy { "artillery-bonus" ArtilleryBonus, "any-leader" AnyLeader }, "LB G25",
        "Guns need not fire with a leader who has an Artillery Bonus, or with any leader";
    "light-cavalry-span" light_cavalry_span: LightCavalrySpan { "always" Always, "initiative-only" InitiativeOnly }, "LB G30",
        "The span of a listed light cavalry leader is his bonus always, or in Maneuver Units of his initiative only";
    "pas-de-charge-loss" pas_de_charge_loss: PasDeChargeLoss { "none" None, "one" One }, "LB G41",
        "Skirmishers displaced by a Pas de Charge lose nothing in an enemy zone, or an Increment";
    "refused-flank" refused_flank: RefusedFlank { "any-facing" AnyFacing, "near-facing" NearFacing }, "LB G-36",
        "A flank is refused by any adjacent Line that has the hex in front, or only by one that faces nearly alike";
    "explosion-losses" explosion_losses: ExplosionLosses { "beside" Beside, "instead" Instead }, "LB G3.54",
        "What a shot that blows up a battery's caisson costs the others in its hex: the losses of the chart too, or nothing else";
    "span-blocked-by" span_blocked_by: SpanBlockedBy { "other-brigades" OtherBrigades, "other-divisions" OtherDivisions }, "LB G46",
        "The span of a brigade leader ends at units of other brigades, or only at those of other divisions";
    "combined-path" combined_path: CombinedPath { "each" Each, "leader" Leader }, "LB G3.56",
        "Guns of several hexes that a leader combines: each hex has its own shot path, or all have one, from where he is";
    "ricochet-at" ricochet_at: RicochetAt { "hex" Hex, "unit" Unit }, "LB G3.50",
        "A ricochet attacks each hex that holds anybody, or each unit in it by itself";
    "burning-and-losses" burning_and_losses: BurningAndLosses { "two" Two, "one" One }, "LB G3.57",
        "Shells that set a hex on fire and cost losses there: Disorder by the fire and the check for losses, or the Disorder alone";
    "recoil-overfull" recoil_overfull: RecoilOverfull { "displaced" Displaced, "goes-on" GoesOn }, "LB G-52",
        "A recoil that ends where there is no room is displaced, or goes on until there is";
    "surrendered-leaders" surrendered_leaders: SurrenderedLeaders { "captured" Captured, "escape" Escape }, "LB G-50",
        "Leaders of units that surrender for want of a way are captured, or ride to the nearest friends";
    "harassment" harassment: Harassment { "duty" Duty, "choice" Choice }, "LB G-51",
        "Skirmishing cavalry harasses whoever retreats through its zone always, or as its owner likes";
    "skirmish-attacks" skirmish_attacks: SkirmishAttacks { "choice" Choice, "duty" Duty }, "LB G-51",
        "Skirmishing cavalry attacks those before it as its owner likes, or each of them in every Fire Segment";
    "refacing-first" refacing_first: RefacingFirst { "free" Free, "counts" Counts }, "LB G-53",
        "To turn where one stands is no action before leaving an enemy zone, or it is the first";
    "mixed-skirmishers" mixed_skirmishers: MixedSkirmishers { "never" Never, "may" May }, "LB G-54",
        "Skirmishers of infantry and cavalry never end in one hex, or may";
    "passing-leader" passing_leader: PassingLeader { "counts" Counts, "bonus-only" BonusOnly }, "LB G-56",
        "A leader who routs through a stack without one takes its penalty away, or lends his bonus only";
    "reaction-movers" reaction_movers: ReactionMovers { "any" Any, "formed" Formed }, "LB G-55",
        "Reaction Moves are made by any cavalry that is neither Exhausted nor routed, or by formed cavalry only";
    "disordered-front" disordered_front: DisorderedFront { "as-it-stands" AsItStands, "at-contact" AtContact }, "LB G-60",
        "A target that its Roll to Stand has Disordered has no flanks any more, or keeps those it had when the assault struck";
    "parting-shot-check" parting_shot_check: PartingShotCheck { "yes" Yes, "no" No }, "LB G-64",
        "Attackers hit by a Parting Shot check their morale, or do not, as for Defensive Fire";
    "round-two-odds" round_two_odds: RoundTwoOdds { "stack" Stack, "assault" Assault }, "LB G-65",
        "Assault odds of a second round are those of each stack that stands, or of the whole assault";
    "huzzah-unnamed" huzzah_unnamed: HuzzahUnnamed { "ignored" Ignored, "fight-on" FightOn }, "LB G-63",
        "Attackers that a successful Huzzah did not name are out of it, or fight on when all that it named have run";
    "huzzah-blank" huzzah_blank: HuzzahBlank { "second-round" SecondRound, "over" Over }, "LB G-91",
        "A blank after a Huzzah that turned the tables leads to a second round, or ends the assault";
    "defensive-shifts" defensive_shifts: DefensiveShifts { "best" Best, "sum" Sum }, "LB G-92",
        "Of several defending stacks in one mêlée the best Defensive Shift counts, or all together";
    "no-path" no_path: NoPath { "bound" Bound, "eligible" Eligible }, "LB G-93",
        "Without a path those roll the worse who would have had to retreat, or all infantry that might have";
    "force-march-order" force_march_order: ForceMarchOrder { "all" All, "those-in-order" ThoseInOrder }, "LB G50",
        "A division force marches only with all its infantry in Good Order, or without those that are not";
    "terminus-regroup" terminus_regroup: TerminusRegroup { "from-then-on" FromThenOn, "next-turn" NextTurn }, "LB G49",
        "Reinforcements may regroup towards their Terminus from the turn after their entry on, or in that turn only";
    "form-up" form_up: FormUp { "charge-zone" ChargeZone, "four-hexes" FourHexes }, "LB G-43",
        "Cavalry skirmishers form up before a charge in its Charge Zone, or within four hexes of it";
    "grand-leader" grand_leader: GrandLeader { "rides-on" RidesOn, "stays" Stays }, "LB G3.71",
        "The leader of a Grand Charge whose own regiment halts rides on with the others, or stays with it";
    "pursuit-last-hex" pursuit_last_hex: PursuitLastHex { "counts" Counts, "entered" Entered }, "LB G3.72",
        "A pursuit that ends before the hex where its target stands costs it an Increment for that hex, or not";
    "mutual-bounce" mutual_bounce: MutualBounce { "simultaneous" Simultaneous, "in-turn" InTurn }, "LB G3.74",
        "Of two stacks that bounce from each other the second pays for the zone of the first, or not";
    "recalled-regroup" recalled_regroup: RecalledRegroup { "regroups" Regroups, "stays" Stays }, "LB G3.75",
        "Cavalry that recalls from cavalry which retreats before it may regroup, or moves no further at all";
    "accepting-points" accepting_points: AcceptingPoints { "free" Free, "counted" Counted }, "LB G3.76",
        "A charge rides to meet a Reaction Charge whatever points it has left, or only if they suffice";
    "team-chits" team_chits: TeamChits { "off" Off, "on" On }, "LB 8.4.1.1a",
        "One chit for each side in the cup, its Maneuver Units from a second cup";
    "secret-units" secret_units: SecretUnits { "off" Off, "on" On }, "LB 8.4.1.2a",
        "Maneuver Units are created in secret and revealed when they are drawn";
    "escorts" escorts: Escorts { "leader-chit" LeaderChit, "assets" Assets }, "LB 8.9.1.1b",
        "Escorts move with the Leader chit, or are Army Assets";
    "first-fire" first_fire: FirstFire { "off" Off, "on" On }, "LB 15.3.1a",
        "Infantry in Line fires its first volley of the battle better";
    "howitzer-sections" howitzer_sections: HowitzerSections { "off" Off, "on" On }, "LB 18.15.2",
        "Howitzer Sections: an attack for every three batteries on the hour";
}
