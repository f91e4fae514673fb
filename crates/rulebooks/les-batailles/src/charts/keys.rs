//! Rows and columns of charts as types, each with the key that files know it by.

/// An enum whose values are the keys of a chart: for files, look-ups and lists.
macro_rules! keys {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $value:ident = $key:literal,)+ }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $key)] $value,)+
        }

        impl $name {
            pub const COUNT: usize = [$($key),+].len();
            /// In the order of the chart.
            pub const ALL: [$name; $name::COUNT] = [$($name::$value),+];
            pub const KEYS: [&'static str; $name::COUNT] = [$($key),+];

            /// What files call it.
            pub const fn key(self) -> &'static str {
                $name::KEYS[self.ix()]
            }

            pub fn named(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|value| value.key() == key)
            }

            pub const fn ix(self) -> usize {
                self as usize
            }
        }
    };
}

pub(crate) use keys;

keys! {
    /// What fills a hex.
    Terrain {
        Clear = "clear",
        Cultivated = "cultivated",
        Orchard = "orchard",
        Rough = "rough-ground",
        /// Farmettes & Houses.
        Farmettes = "farmettes",
        Village = "village",
        SunkenRoad = "sunken-road",
        Woods = "woods",
        Town = "town",
        Marsh = "marsh",
        /// Thicket or tree line.
        Thicket = "thicket",
        /// Walled farm, church, chateau, mill.
        Structure = "special-structure",
        /// Redoubt or earthwork, over its front.
        Redoubt = "redoubt",
    }
}

keys! {
    /// What lies along a hexside.
    Hexside {
        /// Normal; costs are for going up.
        Slope = "slope",
        SevereSlope = "severe-slope",
        Stream = "stream",
        Ford = "ford",
        River = "river",
        Hedge = "hedge",
        Wall = "wall",
    }
}

keys! {
    /// Ways that are paid for in place of the ground they lead over.
    Way {
        Road = "road",
        Trail = "trail",
        /// In Road Column; skirmisher companies and leaders as they are.
        Bridge = "bridge",
        /// In Disorder or PGD.
        BridgeUnformed = "bridge-unformed",
    }
}

keys! {
    /// What a hex costs beyond its ground.
    Surcharge {
        /// Next to the enemy's skirmishing cavalry.
        SkirmishZoneInner = "skirmish-zone-inner",
        /// The second ring of its zone.
        SkirmishZoneOuter = "skirmish-zone-outer",
        /// Infantry in Line, each hex.
        Line = "line",
        /// Each hex.
        Square = "square",
        /// Every second hex: cavalry in a Line of two or more hexes, Old Guard infantry in Line.
        LineSecondHex = "line-second-hex",
    }
}

keys! {
    /// Columns of the Movement Chart (13.1.2).
    Mover {
        Infantry = "infantry",
        SkirmisherCompany = "skirmisher-company",
        Cavalry = "cavalry",
        /// Limbered artillery and wagons.
        Artillery = "artillery",
        Leader = "leader",
    }
}

keys! {
    /// Columns of the Fire Defense Chart: formation and arm.
    DefenseClass {
        Column = "column",
        Line = "line",
        Square = "square",
        /// Of more than nine Increments.
        MassedSquare = "massed-square",
        Skirmish = "skirmish",
        GeneralOrder = "general-order",
        Disorder = "disorder",
        Pgd = "pgd",
        /// Infantry and cavalry; artillery in it is limbered.
        RoadColumn = "road-column",
        LimberedArtillery = "limbered-artillery",
        UnlimberedArtillery = "unlimbered-artillery",
        ArtilleryWithInfantry = "artillery-with-infantry",
        CavalryLine = "cavalry-line",
        ColumnOfCompanies = "column-of-companies",
        CavalrySkirmish = "cavalry-skirmish",
        CavalryGeneralOrder = "cavalry-general-order",
        CavalryDisorder = "cavalry-disorder",
        CavalryPgd = "cavalry-pgd",
    }
}

keys! {
    /// Rows of the chart of formations: formation and, where they differ, arm.
    FormationRow {
        Column = "column",
        InfantryLine = "infantry-line",
        CavalryLine = "cavalry-line",
        ColumnOfCompanies = "column-of-companies",
        Square = "square",
        InfantrySkirmish = "infantry-skirmish",
        CavalrySkirmish = "cavalry-skirmish",
        GeneralOrder = "general-order",
        RoadColumn = "road-column",
        Limbered = "limbered",
        Unlimbered = "unlimbered",
        Disorder = "disorder",
        Pgd = "pgd",
        /// On top of a formation.
        Prone = "prone",
    }
}

keys! {
    /// Nations, as the charts tell them apart.
    Nation {
        French = "french",
        Polish = "polish",
        Italian = "italian",
        /// The Confederation of the Rhine, and other allies of France without a name of their own here.
        Rheinbund = "rheinbund",
        Saxon = "saxon",
        Bavarian = "bavarian",
        Swiss = "swiss",
        Danish = "danish",
        British = "british",
        Kgl = "kgl",
        Hanoverian = "hanoverian",
        Brunswick = "brunswick",
        Nassau = "nassau",
        Dutch = "dutch",
        Belgian = "belgian",
        Portuguese = "portuguese",
        Spanish = "spanish",
        Prussian = "prussian",
        Russian = "russian",
        Austrian = "austrian",
        Swedish = "swedish",
        Ottoman = "ottoman",
        Other = "other",
    }
}

keys! {
    /// Classes of troops, as the charts tell them apart.
    Class {
        Line = "line",
        /// Légère, light infantry, light companies, caçadores.
        Light = "light",
        Provisional = "provisional",
        NationalGuard = "national-guard",
        Marines = "marines",
        Grenadiers = "grenadiers",
        YoungGuard = "young-guard",
        MiddleGuard = "middle-guard",
        OldGuard = "old-guard",
        Guard = "guard",
        Rifles = "rifles",
        Fusiliers = "fusiliers",
        Jaeger = "jaeger",
        Schuetzen = "schuetzen",
        Grenz = "grenz",
        Reserve = "reserve",
        Landwehr = "landwehr",
        Militia = "militia",
        Volunteers = "volunteers",
        Sappers = "sappers",
        Hussars = "hussars",
        Cossacks = "cossacks",
        /// Guns of position, and other heavy batteries.
        Position = "position",
    }
}

keys! {
    /// How large a counter is.
    UnitSize {
        Regiment = "regiment",
        Battalion = "battalion",
        /// Company, squadron or battery.
        Battery = "battery",
    }
}
