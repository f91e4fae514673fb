// What the tests have in common: battles begun, questions answered, pictures kept.
import AxeBuilder from '@axe-core/playwright';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** A person with the King, a computer with Parliament. */
export const AGAINST = { king: 'person', parliament: 'greedy' };

export const TEACHING = {
  'charge-pikes': 'first-blood',
  'musket-and-pike': 'wing-against-wing',
  'shot-steel-and-stone': 'first-volley',
  'close-fire': 'first-meeting',
  'les-batailles': 'farm-on-the-road',
} as const;

export async function begin(
  request: APIRequestContext,
  battle: string,
  players: Record<string, string>,
  seed = 7,
): Promise<string> {
  const answer = await request.post('/api/battles', { data: { battle, options: {}, players, seed } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

/** Opens the table of a battle with nothing moving, so that tests need not wait for it. */
export async function sit(page: Page, id: string, query = ''): Promise<void> {
  await still(page);
  await page.goto(`/#/table/${id}${query}`);
  await expect(page.locator('.bar')).toBeVisible();
}

export async function still(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    if (!localStorage.getItem('caracole.settings')) {
      localStorage.setItem('caracole.settings', JSON.stringify({ sound: false, odds: false }));
    }
  });
}

export const offers = (page: Page) => page.locator('button.offer');
export const question = (page: Page) => page.locator('.bar h2').first();

/** The number of decisions the server has, by its own account. */
export async function decided(request: APIRequestContext, id: string): Promise<number> {
  const view = (await (await request.get(`/api/battles/${id}`)).json()) as { n: number };
  return view.n;
}

/** Waits until the page asks something or the battle is over; says which. */
export async function asked(page: Page): Promise<'asked' | 'over' | 'curtain'> {
  const over = page.locator('.over');
  const curtain = page.locator('.curtain');
  const open = page.locator('button.offer:not([disabled])').first();
  await expect(open.or(over).or(curtain).first()).toBeVisible({ timeout: 30_000 });
  if (await over.isVisible()) return 'over';
  return (await curtain.isVisible()) ? 'curtain' : 'asked';
}

/** Gives the usual answer until the question has those words. */
export async function until(page: Page, words: string, most = 80): Promise<void> {
  for (let step = 0; step < most; step++) {
    await asked(page);
    const [now, bar] = [await question(page).innerText(), await page.locator('.bar').innerText()];
    if (now.includes(words)) return;
    await page.locator('button.offer[data-default="yes"]').click();
    await expect.poll(() => page.locator('.bar').innerText()).not.toBe(bar);
  }
}

/** Musket & Pike up to the first unit's choice: Orders stand, nobody in Open Order. */
export async function toActions(page: Page, id: string): Promise<void> {
  await sit(page, id);
  await until(page, 'acts next', 6);
}

/** What the server shows a seat. */
export interface Seen {
  n: number;
  clock: { turn: number; phase: string; command: string };
  awaiting: string[];
  asked: { topic: string; default: number; menu: { decision: string; mark: { actor: number | null } }[] } | null;
  bodies: { id: number; side: number; at: [number, number]; facing: number; name: string; parts: unknown[] }[];
  outcome: unknown;
}

/** What the page has to say of several who are chosen. */
export const several = (page: Page) => page.locator('.several');

/** A player whose every click, tap, drag and key is counted. */
export class Player {
  inputs = 0;
  readonly kinds: Record<string, number> = {};

  constructor(
    readonly page: Page,
    readonly request: APIRequestContext,
    readonly id: string,
    readonly seat = 'king',
  ) {}

  async see(): Promise<Seen> {
    return (await (await this.request.get(`/api/battles/${this.id}?seat=${this.seat}`)).json()) as Seen;
  }

  count(what: string, inputs = 1): void {
    this.inputs += inputs;
    this.kinds[what] = (this.kinds[what] ?? 0) + inputs;
  }

  async press(key: string, what = key): Promise<void> {
    this.count(what);
    await this.page.keyboard.press(key);
  }

  async click(name: string | RegExp): Promise<void> {
    this.count(String(name));
    await this.page.getByRole('button', { name }).first().click();
  }

  /** Where those who are chosen stand in the window, on the whole. */
  async middle(): Promise<[number, number]> {
    const boxes = await this.page.locator('[data-body].selected').evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    );
    const of = (axis: number) => boxes.reduce((sum, box) => sum + (box[axis] ?? 0), 0) / boxes.length;
    return [of(0), of(1)];
  }

  /** Clicks the ground so far below the middle of those who are chosen. */
  async send(down: number, right = 0): Promise<void> {
    this.count('ground');
    const [x, y] = await this.middle();
    await this.page.mouse.click(x + right, y + down);
  }

  /** Waits until the page has nothing under way and asks this seat, or a turn or the battle is over; what it sees then. */
  async settled(turn = Infinity): Promise<Seen> {
    for (let look = 0; look < 700; look++) {
      const seen = await this.see();
      if (seen.outcome || seen.clock.turn > turn) return seen;
      // In one look: between two the page may have answered a question by itself and be at rest again.
      const table = this.page.locator('.table[data-n]');
      const [shown, busy] = await table.evaluate(({ dataset }: HTMLElement) => [dataset['n'], dataset['busy']]);
      if (seen.asked && shown === String(seen.n) && busy === 'no') return seen;
      await this.page.waitForTimeout(40);
    }
    throw new Error('nothing is asked any more');
  }
}

/** Clicks an answer, and waits until the question has changed. */
export async function take(page: Page, decision: string): Promise<void> {
  await page.locator(`button.offer[data-decision="${decision}"]`).click();
}

export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `artefacts/screens/${name}.png` });
}

/** No fault that keeps somebody out. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(told).toEqual([]);
}
