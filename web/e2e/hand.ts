// What the tests have in common: battles begun, questions answered, pictures kept.
import AxeBuilder from '@axe-core/playwright';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

export const TEACHING = { 'charge-pikes': 'first-blood', 'musket-and-pike': 'wing-against-wing' } as const;

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
