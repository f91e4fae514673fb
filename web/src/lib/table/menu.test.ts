import { describe, expect, it } from 'vitest';
import { asked, choice, NO_MARK } from './fixtures';
import { best, declining, grouped, matching, namesUnit, offersFor, offersOf, onlyAnswer } from './menu';

const heading = (order: number, title: string, item: string) => ({ order, title, item });

describe('the menu', () => {
  it('groups by title in the order of the headings, those without one last', () => {
    const menu = [
      choice('halt'),
      choice('turn ne', { heading: heading(3, 'turn', 'NE') }),
      choice('ahead', { heading: heading(1, 'ahead', 'to 0410') }),
      choice('turn se', { heading: heading(3, 'turn', 'SE') }),
    ];
    const groups = grouped(offersOf(asked(menu)));
    expect(groups.map((group) => [group.title, group.offers.map((offer) => offer.label)])).toEqual([
      ['ahead', ['to 0410']],
      ['turn', ['NE', 'SE']],
      ['', ['halt']],
    ]);
    expect(groups[1]?.offers.map((offer) => offer.index)).toEqual([1, 3]);
  });

  it('offers a decision once, however often it is on the menu', () => {
    const offers = offersOf(asked([choice('advance 4'), choice('advance 1'), choice('advance 1'), choice('stop')]));
    expect(offers.map((offer) => [offer.index, offer.choice.decision])).toEqual([
      [0, 'advance 4'],
      [1, 'advance 1'],
      [3, 'stop'],
    ]);
  });

  it('finds what a unit may do, and else what may be done to it', () => {
    const fire = (actor: number, target: number) =>
      choice(`fire ${actor} ${target}`, { mark: { ...NO_MARK, actor, targets: [target] } });
    const offers = offersOf(asked([fire(1, 3), fire(2, 3), fire(1, 4), choice('pass')]));
    const found = (body: number) => offersFor(offers, body).map((offer) => offer.choice.decision);
    expect(found(1)).toEqual(['fire 1 3', 'fire 1 4']);
    expect(found(3)).toEqual(['fire 1 3', 'fire 2 3']);
    expect(found(9)).toEqual([]);
  });

  it('searches title, words and cost, every word in any order', () => {
    const offers = offersOf(
      asked([
        choice('a', { words: 'advance 6"', heading: heading(1, 'advance', '6"') }),
        choice('b', { words: 'wheel left' }),
      ]),
    );
    expect(matching(offers, 'LEFT wheel').map((offer) => offer.index)).toEqual([1]);
    expect(matching(offers, ' ')).toHaveLength(2);
    expect(matching(offers, 'gallop')).toEqual([]);
  });

  it('knows a reaction that may be declined, and with what', () => {
    const menu = [choice('fire', { mark: { ...NO_MARK, actor: 1, targets: [3] } }), choice('done')];
    expect(declining(asked(menu, { reaction: 'offered', default: 1 }))?.decision).toBe('done');
    expect(declining(asked(menu, { reaction: 'bound', default: 1 }))).toBeNull();
    expect(declining(asked(menu, { default: 1 }))).toBeNull();
    expect(declining(asked([choice('done')], { reaction: 'offered' }))).toBeNull();
  });

  it('knows a choice that only names the unit to act', () => {
    const act = (more: object) => choice('act', { mark: { ...NO_MARK, actor: 1, ...more } });
    expect(namesUnit(act({}), [1, 1])).toBe(true);
    expect(namesUnit(act({ at: [1, 1] }), [1, 1])).toBe(true);
    expect(namesUnit(act({ at: [2, 1] }), [1, 1])).toBe(false);
    expect(namesUnit(act({ targets: [3] }), [1, 1])).toBe(false);
    expect(namesUnit(choice('pass'), undefined)).toBe(false);
  });

  it('takes the one answer only where the menu is complete', () => {
    expect(onlyAnswer(asked([choice('go')]))?.decision).toBe('go');
    expect(onlyAnswer(asked([choice('go')], { complete: false }))).toBeNull();
    expect(onlyAnswer(asked([choice('go'), choice('stay')]))).toBeNull();
  });

  it('leaves it to the highest rank, the first of equals', () => {
    const menu = [choice('a', { rank: 1 }), choice('b', { rank: 7 }), choice('c', { rank: 7 })];
    expect(best(asked(menu))?.decision).toBe('b');
    expect(best(asked([]))).toBeNull();
  });
});
