// What the map says by itself. Words of units and rules come from the server.

export const map = {
  'map.label': 'Map of the battle. Arrow keys move it, plus and minus zoom, 0 shows all of it.',
  'map.in': 'Nearer',
  'map.out': 'Farther',
  'map.fit': 'The whole field',
  'map.tools': 'The map',
  'map.stack': 'Who stands here',
  'map.stack.count': '{n} here',
  'map.in-hex': 'in hex {hex}',
  'map.at': 'at {x} by {y} {ruler}',
  'map.facing': 'facing {way}',
  'map.turn': 'Turn {name}',
  'map.standing.idle': '',
  'map.standing.selected': 'selected',
  'map.standing.ready': 'may act',
  'map.standing.spent': 'has acted',
  'map.standing.routing': 'routing',
  'map.standing.pursuing': 'pursuing',
  'map.light.selected': 'selected',
  'map.light.choice': 'may be chosen',
  'map.light.target': 'target',
  'map.light.threatened': 'threatened',
  'map.light.mentioned': 'mentioned',
  'map.lift': 'Space lifts it, arrows move it, Q and E turn it, Enter puts it down, Escape takes it back.',
  'map.way.0': 'north',
  'map.way.1': 'north-east',
  'map.way.2': 'east',
  'map.way.3': 'south-east',
  'map.way.4': 'south',
  'map.way.5': 'south-west',
  'map.way.6': 'west',
  'map.way.7': 'north-west',
} as const;

export type MapKey = keyof typeof map;

let table: Record<MapKey, string> = map;

/** Another language: a table with the same keys. */
export function speakMap(words: Record<MapKey, string>): void {
  table = words;
}

export function say(key: MapKey, params: Record<string, string | number> = {}): string {
  return table[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A facing in words: the nearest of the eight winds. */
export const wind = (degrees: number): string => say(`map.way.${((Math.round(degrees / 45) % 8) + 8) % 8}` as MapKey);
