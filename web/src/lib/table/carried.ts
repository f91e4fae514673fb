import type { Body, Ghost, Point } from '../types';

/** A body as it would lie under the hand, without a word of the rules. */
export function carried(body: Body, at: Point, facing: number): Ghost {
  const turn = ((facing - body.facing) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const moved = ([x, y]: Point): Point => {
    const [dx, dy] = [x - body.at[0], y - body.at[1]];
    return [at[0] + dx * cos + dy * sin, at[1] - dx * sin + dy * cos];
  };
  const parts = body.parts.map(
    ({ corners: [a, b, c, d] }) => [moved(a), moved(b), moved(c), moved(d)] as Ghost['parts'][number],
  );
  return { body: body.id, at, facing, parts };
}
