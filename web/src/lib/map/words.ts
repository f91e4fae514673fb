// How the map tells a facing in words.

import { t, type Key } from '../texts';

/** The nearest of the eight winds. */
export const wind = (degrees: number): string => t(`map.way.${((Math.round(degrees / 45) % 8) + 8) % 8}` as Key);
