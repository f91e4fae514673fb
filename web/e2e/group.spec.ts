// Whole wings under one hand, and how many inputs a turn takes.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { accessible, asked, begin, picture, question, sit } from './hand';

const AGAINST = { king: 'person', parliament: 'greedy' };

interface Seen {
  n: number;
  clock: { turn: number; phase: string; command: string };
  awaiting: string[];
  asked: { topic: string; default: number; menu: { decision: string; mark: { actor: number | null } }[] } | null;
  bodies: { id: number; side: number; at: [number, number]; name: string; parts: unknown[] }[];
  outcome: unknown;
}

const several = (page: Page) => page.locator('.several');

/** A player whose every click, tap, drag and key is counted. */
class Player {
  inputs = 0;
  readonly kinds: Record<string, number> = {};

  constructor(
    readonly page: Page,
    readonly request: APIRequestContext,
    readonly id: string,
    readonly seat: string,
  ) {}

  async see(): Promise<Seen> {
    return (await (await this.request.get(`/api/battles/${this.id}?seat=${this.seat}`)).json()) as Seen;
  }

  #count(what: string): void {
    this.inputs += 1;
    this.kinds[what] = (this.kinds[what] ?? 0) + 1;
  }

  async press(key: string, what: string): Promise<void> {
    this.#count(what);
    await this.page.keyboard.press(key);
  }

  async click(name: string | RegExp): Promise<void> {
    this.#count(String(name));
    await this.page.getByRole('button', { name }).first().click();
  }

  /** Clicks the ground so far below the middle of those who are chosen. */
  async send(down: number, right = 0): Promise<void> {
    this.#count('ground');
    const boxes = await this.page.locator('[data-body].selected').evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    );
    const middle = (axis: number) => boxes.reduce((sum, box) => sum + (box[axis] ?? 0), 0) / boxes.length;
    await this.page.mouse.click(middle(0) + right, middle(1) + down);
  }

  /** Waits until the page has nothing under way and asks this seat, or the turn is over; what it sees then. */
  async settled(turn: number): Promise<Seen> {
    for (let look = 0; look < 600; look++) {
      const seen = await this.see();
      if (seen.outcome || seen.clock.turn > turn) return seen;
      const shown = await this.page.locator('.table[data-n]').getAttribute('data-n');
      const still = await this.page.locator('.table[data-n]').getAttribute('data-busy');
      if (seen.asked && shown === String(seen.n) && still === 'no') return seen;
      await this.page.waitForTimeout(50);
    }
    throw new Error('nothing is asked any more');
  }
}

/** Units of a side that do not stand where they stood. */
function moved(before: Seen, after: Seen, side: number): { moved: number; of: string[] } {
  const stood = new Map(before.bodies.map((body) => [body.id, body.at]));
  const units = after.bodies.filter((body) => body.side === side && body.parts.length > 0);
  const stay = units.filter(({ id, at }) => String(stood.get(id)) === String(at));
  return { moved: units.length - stay.length, of: stay.map((body) => body.name) };
}

test('a wing is chosen in the order of battle, moved by keys, and goes on one word', async ({ page, request }) => {
  const id = await begin(request, 'naseby', AGAINST);
  await sit(page, id);
  for (let step = 0; step < 6; step++) {
    await asked(page);
    const words = await question(page).innerText();
    if (words.includes('acts next')) break;
    await page.locator('button.offer[data-default="yes"]').click();
    await expect(question(page)).not.toHaveText(words);
  }
  await page.keyboard.press('b');
  await page.getByRole('button', { name: "Choose all of Rupert's wing" }).click();
  await expect(several(page)).toContainText('8 chosen');
  await picture(page, 'group-chosen');
  for (let row = 0; row < 2; row++) await page.keyboard.press('ArrowDown');
  await expect(several(page)).toContainText('Together', { timeout: 30_000 });
  await picture(page, 'group-planned');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(several(page)).toHaveCount(0, { timeout: 30_000 });
  await picture(page, 'group-gone');
});

test('on a phone: a rectangle around several, a long press for one more', async ({ browser, request }) => {
  const id = await begin(request, 'hopton-heath', AGAINST, 1643);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await sit(page, id);
  const player = new Player(page, request, id, 'king');
  for (let step = 0; step < 12; step++) {
    const seen = await player.settled(1);
    if (seen.asked?.topic === 'move') break;
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
  }
  await page.getByRole('button', { name: /^Choose several with a rectangle/ }).tap();
  const chosen = page.locator('[data-body].selected');
  const map = (await page.locator('.war-map').boundingBox())!;
  await page.mouse.move(map.x + 4, map.y + map.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width - 4, map.y + map.height - 4, { steps: 4 });
  await picture(page, 'phone-marquee');
  await page.mouse.up();
  await expect(several(page)).toContainText('chosen');
  await picture(page, 'phone-group');
  const before = await chosen.count();
  expect(before).toBeGreaterThan(1);
  // A finger that stays on one of them lets that one go.
  const box = (await chosen.first().boundingBox())!;
  const touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = await context.newCDPSession(page);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] });
  await page.waitForTimeout(700);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(chosen).toHaveCount(before - 1);
  await context.close();
});

test('turn 1 of Naseby for one side, every unit moved, takes 60 inputs or fewer', async ({ page, request }) => {
  test.setTimeout(600_000);
  const id = await begin(request, 'naseby', AGAINST, 1645);
  await sit(page, id);
  const player = new Player(page, request, id, 'king');
  const wings: Record<string, string> = {};
  let led = '';
  const first = await player.settled(1);
  await player.press('b', 'panel');
  for (let step = 0; step < 200; step++) {
    const seen = await player.settled(1);
    if (seen.outcome || seen.clock.turn > 1) break;
    const { topic } = seen.asked!;
    const wing = seen.clock.command;
    if (topic === 'actions' && led !== wing && !wings[wing]) {
      [led, wings[wing]] = [wing, wing];
      await player.click(`Choose all of ${wing}`);
      await player.send(95);
      await expect(several(page)).toContainText('Together', { timeout: 60_000 });
      await picture(page, `naseby-${Object.keys(wings).length}`);
    } else if (topic === 'reaction' && (await page.getByRole('button', { name: /Don’t ask again/ }).isVisible())) {
      await player.click(/Don’t ask again/);
      continue;
    }
    await player.press('Enter', topic);
    await page.waitForTimeout(150);
  }
  const after = await player.see();
  const { moved: count, of: stay } = moved(first, after, 0);
  console.log(`Naseby: ${player.inputs} inputs`, player.kinds, `${count} moved; stayed: ${stay.join(', ')}`);
  expect(after.clock.turn).toBeGreaterThan(1);
  // The reserve has no Orders to act in turn 1, and guns stay where they are.
  expect(stay.filter((name) => !/sakers|Lifeguard|Bluecoats|reserve/.test(name))).toEqual([]);
  expect(count).toBeGreaterThan(20);
  expect(player.inputs).toBeLessThanOrEqual(60);
});

test('turn 1 of Hopton Heath for one side takes 12 inputs or fewer', async ({ page, request }) => {
  test.setTimeout(300_000);
  const id = await begin(request, 'hopton-heath', AGAINST, 1643);
  await sit(page, id);
  const player = new Player(page, request, id, 'king');
  let led = false;
  const first = await player.settled(1);
  await player.press('b', 'panel');
  for (let step = 0; step < 60; step++) {
    const seen = await player.settled(1);
    if (seen.outcome || seen.clock.turn > 1) break;
    const { topic } = seen.asked!;
    if (topic === 'move' && !led) {
      led = true;
      await player.click('Choose all of The Earl of Northampton');
      await player.send(-40);
      await expect(several(page)).toContainText('Together', { timeout: 60_000 });
      await picture(page, 'hopton-heath-group');
    }
    await player.press('Enter', topic);
    await page.waitForTimeout(150);
  }
  const after = await player.see();
  const { moved: count, of: stay } = moved(first, after, 0);
  console.log(`Hopton Heath: ${player.inputs} inputs`, player.kinds, `${count} moved; stayed: ${stay.join(', ')}`);
  expect(after.clock.turn).toBeGreaterThan(1);
  expect(stay).toEqual(['Roaring Meg']);
  expect(player.inputs).toBeLessThanOrEqual(12);
});
