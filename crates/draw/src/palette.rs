//! The colours of the map: sepia ink and thin washes on warm paper, so that the sides' own colours speak loudest.
//! Every kind of ground also has its own marks, so that nothing is told by hue alone.
//!
//! The drawing names no colour: it has classes, and the style sheet gives each its paint out of this list, by day or by
//! candlelight. The terminal, which has no style sheet, takes the colours of the day.

use crate::ink::Colour;

/// A paint of the style sheet.
pub struct Paint {
    pub name: &'static str,
    pub day: Colour,
    pub night: Colour,
}

const fn hex(rgb: u32) -> Colour {
    Colour((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

const fn paint(name: &'static str, day: u32, night: u32) -> Paint {
    Paint { name, day: hex(day), night: hex(night) }
}

/// What is the same by day and by night: card, print, horses and arms.
const fn always(name: &'static str, rgb: u32) -> Paint {
    paint(name, rgb, rgb)
}

pub const PAINTS: [Paint; 75] = [
    paint("desk", 0xcdbf9f, 0x15120e),
    paint("paper", 0xf6edd8, 0x2a241c),
    paint("ground", 0xece2c0, 0x3a3427),
    paint("ink", 0x35291d, 0x120e0a),
    paint("text", 0x33271a, 0xecdfc4),
    paint("halo", 0xf6edd8, 0x241f18),
    paint("frame", 0x35291d, 0x7d6745),
    paint("bed", 0xfffcf2, 0xd8caa8),
    paint("sepia", 0x7a5c38, 0xb0946c),
    paint("grass", 0xa8a26a, 0x6b6846),
    paint("hill-1", 0xe2cf98, 0x4a402b),
    paint("hill-2", 0xd6bc86, 0x56472e),
    paint("hill-3", 0xc9aa73, 0x624e32),
    paint("hill-4", 0xbd9761, 0x6e5535),
    paint("hill-5", 0xb0844e, 0x7a5c38),
    paint("hachure", 0x80562b, 0xa9834f),
    paint("slope-1", 0x754f29, 0x926f44),
    paint("slope-2", 0x6a4927, 0x7b5c3a),
    paint("slope-3", 0x5e4225, 0x64492f),
    paint("light-woods", 0xd3d9a5, 0x3d4529),
    paint("heavy-woods", 0xa7b884, 0x2c3b23),
    paint("unknown-woods", 0xd5d6bd, 0x3e4033),
    paint("light-leaf", 0xa3b563, 0x6d7f3f),
    paint("heavy-leaf", 0x6a8b50, 0x46653a),
    paint("unknown-leaf", 0xc4c8a6, 0x5b5f49),
    paint("leaf-edge", 0x33472a, 0x16200f),
    paint("orchard", 0xdbdca4, 0x43462a),
    paint("fruit", 0xb46141, 0xb46141),
    paint("hedge", 0x5f7c42, 0x4d6a38),
    paint("hedge-thin", 0x829662, 0x485a34),
    paint("bark", 0x6a4c2e, 0x8f6d47),
    paint("rough", 0xdfd2a8, 0x453c2a),
    paint("heap", 0xd1c28a, 0x7a6846),
    paint("sand", 0xf0dea6, 0x5a4d30),
    paint("sand-light", 0xf6eac4, 0x6c5d3c),
    paint("stone", 0xc3b9a6, 0x857b6b),
    paint("stone-dark", 0x8d8272, 0x5d5548),
    paint("crag", 0xb9ad9a, 0x4d463b),
    paint("crops", 0xe8d27c, 0x574a22),
    paint("furrow", 0xb08b34, 0x8f7433),
    paint("sprout", 0x92963c, 0x7c8038),
    paint("town", 0xdfc9a8, 0x51432f),
    paint("wall", 0xf3e4c6, 0xb7a585),
    paint("wall-side", 0xdcc59c, 0x9a8968),
    paint("tile", 0xb46141, 0x8c4a32),
    paint("tile-old", 0xa25c3c, 0x7e4630),
    paint("thatch", 0x8f5638, 0x70442d),
    paint("slate", 0x7d8692, 0x59616c),
    paint("water", 0xb3cfd6, 0x2c4650),
    paint("water-line", 0x5d8b9d, 0x6f9fb1),
    paint("water-far", 0x99bbc5, 0x406370),
    paint("marsh", 0xcfd8bc, 0x38443a),
    paint("reed", 0x6f9584, 0x5d8576),
    paint("fog", 0xf3f0e6, 0x77736a),
    paint("road", 0xf5e8c6, 0x8c7a58),
    paint("rut", 0xc4b08d, 0x9a8460),
    paint("earth", 0xc09a62, 0x7d6440),
    paint("earth-dark", 0xab8655, 0x6b5537),
    paint("ditch", 0x8f724a, 0x58462d),
    paint("ditch-side", 0xdcc6a3, 0xb7a78f),
    paint("timber", 0xd0ac74, 0x8f7447),
    always("card", 0xfffcf2),
    always("card-spent", 0xddd5c3),
    always("card-chief", 0xf7d774),
    always("print", 0x1c140c),
    always("sign", 0x2a2018),
    always("gold", 0xf2b705),
    always("amber", 0xffc533),
    always("crimson", 0x7d0f2f),
    always("steel", 0xd4d9dc),
    always("ash", 0xe9c98d),
    always("bronze", 0xc89b4a),
    always("wood", 0xd0ac74),
    always("wheel", 0x5e402a),
    always("tilt", 0xf3e4c6),
];

/// Coats of horses: bay, chestnut, dark bay, black, grey.
pub const HORSES: [Colour; 5] = [hex(0x8a5c36), hex(0xa86c3c), hex(0x5e402a), hex(0x4a3f39), hex(0xc9c4b8)];

/// What is left of a coat's colour when its wearer has acted.
pub const SPENT: Colour = hex(0xa9a295);
pub const WHITE: Colour = hex(0xfffcf2);
pub const PRINT: Colour = hex(0x241b12);

// Colours of the terminal.
pub const SEPIA: Colour = hex(0x7a5c38);
pub const FLAME: Colour = hex(0xc8401e);
pub const GRASS: Colour = hex(0xa8a26a);
pub const HILL_HIGH: Colour = hex(0xb0844e);
pub const LIGHT_LEAF: Colour = hex(0xa3b563);
pub const HEAVY_LEAF: Colour = hex(0x5a7a44);
pub const HEDGE: Colour = hex(0x5f7c42);
pub const BARK: Colour = hex(0x6a4c2e);
pub const STONE: Colour = hex(0xc3b9a6);
pub const STONE_DARK: Colour = hex(0x6f6456);
pub const FURROW: Colour = hex(0xb08b34);
pub const ROOF: Colour = hex(0xb46141);
pub const SLATE: Colour = hex(0x7d8692);
pub const WATER_LINE: Colour = hex(0x5d8b9d);
pub const EARTH: Colour = hex(0xc09a62);
pub const TIMBER: Colour = hex(0xd0ac74);
pub const AMBER: Colour = hex(0xf3b93f);
pub const CRIMSON: Colour = hex(0x8c1238);
