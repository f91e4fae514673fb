// Room for the map, a hand that does what one means, states explained, and the computer's turn.
import { expect, test } from '@playwright/test';
import { AGAINST, asked, begin, decided, picture, question, sit, still, toActions } from './hand';

test('the map has the screen, and all of it when the panels are put away', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await sit(page, id);
  await asked(page);
  const field = page.locator('.field');
  const beside = await field.boundingBox();
  expect(beside!.height).toBeGreaterThan(840);
  expect(beside!.width).toBeGreaterThan(1040);
  await page.keyboard.press('f');
  await expect.poll(async () => (await field.boundingBox())!.width).toBe(1440);
  await expect(page.locator('button.offer').first()).toBeInViewport();
  await picture(page, 'folded');
  await page.keyboard.press('l');
  await expect(page.getByRole('tab', { name: 'Log' })).toBeVisible();
  expect((await field.boundingBox())!.width).toBeLessThan(1200);
});

test('a unit that may be chosen is dragged without choosing it first', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await toActions(page, id);
  const before = await decided(request, id);
  const body = page.locator('[data-body][aria-label^="Digby"]').first();
  const box = (await body.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 4 });
  await expect.poll(() => decided(request, id)).toBeGreaterThan(before);
  await expect(page.locator('[data-place]').first()).toBeVisible();
  const chosen = await decided(request, id);
  const place = (await page.locator('.reach.open').first().boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2, { steps: 6 });
  await picture(page, 'dragged-unchosen');
  await page.mouse.up();
  const pick = page.locator('.rose button').first();
  await pick.waitFor({ timeout: 3_000 }).then(
    () => pick.click(),
    () => undefined, // One way to stand there: it went at once.
  );
  await expect.poll(() => decided(request, id)).toBeGreaterThan(chosen);
});

test('troops are drawn on a secret map by pointing, and dragged about while others wait', async ({ page, request }) => {
  const id = await begin(request, 'first-meeting', { allies: 'person', france: 'greedy' });
  await sit(page, id);
  await asked(page);
  await expect(question(page)).toContainText("Orkney's regiment");
  const field = (await page.locator('.field').boundingBox())!;
  const [x, y] = [field.x + field.width / 2, field.y + field.height * 0.7];
  const before = await decided(request, id);
  await page.mouse.click(x, y);
  await page.locator('.armed .primary').click();
  await expect.poll(() => decided(request, id)).toBe(before + 1);
  await expect(question(page)).toContainText('Meredith and Barrymore');
  // The next one is asked for, and the first can be taken elsewhere all the same.
  const box = (await page.locator('[data-body][aria-label^="Orkney"]').boundingBox())!;
  const [from, to] = [box.x + box.width / 2, box.x + box.width / 2 - 120];
  await page.mouse.move(from, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to, box.y + box.height / 2 + 30, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => decided(request, id)).toBe(before + 2);
  const there = (await page.locator('[data-body][aria-label^="Orkney"]').boundingBox())!;
  expect(Math.abs(there.x + there.width / 2 - to)).toBeLessThan(12);
  await expect(question(page)).toContainText('Meredith and Barrymore');
});

test('Enter says who could still act before it lets a phase end', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await sit(page, id);
  await asked(page);
  const before = await decided(request, id);
  await page.keyboard.press('Enter');
  await expect(page.locator('.armed')).toContainText('could still act');
  expect(await decided(request, id)).toBe(before);
  await page.keyboard.press('Enter');
  await expect.poll(() => decided(request, id)).toBeGreaterThan(before);
});

test('a click opens the card, and a chip on it what it means, costs and how it ends', async ({ page, request }) => {
  const id = await begin(request, 'hopton-heath', AGAINST);
  await sit(page, id);
  await asked(page);
  await page.locator('[data-body][aria-label*="hail"]').first().click({ force: true });
  const card = page.getByRole('tabpanel');
  await card.getByRole('button', { name: /^hail/ }).click();
  await expect(card.locator('.meant')).toContainText('Costs:');
  await expect(card.locator('.meant')).toContainText('Ends:');
  await picture(page, 'chip');
  await card.locator('.meant .rule').click();
  await expect(page.getByRole('dialog')).toContainText('CP 16.8.6');
});

test('ground that scores is outlined and says whose it is', async ({ page, request }) => {
  const id = await begin(request, 'naseby', AGAINST);
  await sit(page, id);
  await asked(page);
  await expect(page.locator('.zone', { hasText: 'Mill Hill (25 points): Parliament' })).toBeVisible();
  await expect(page.locator('.wing').first()).toBeVisible();
});

test('the beginning of a battle is few Tabs away', async ({ page }) => {
  await still(page);
  await page.goto('/#/battle/naseby');
  const go = page.getByRole('button', { name: 'Begin' });
  await expect(go).toBeVisible();
  await page.locator('body').press('Tab');
  let tabs = 1;
  while (tabs < 30 && !(await go.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  expect(tabs).toBeLessThan(11);
});

test('the computer’s turn waits, goes step by step, and goes on', async ({ page, request }) => {
  const id = await begin(request, 'first-blood', { king: 'greedy', parliament: 'greedy' });
  const halted = await request.post(`/api/battles/${id}/pace`, { data: { halted: true } });
  expect(halted.ok()).toBe(true);
  await sit(page, id);
  const step = page.getByRole('button', { name: 'One step' });
  if (await page.locator('.over').isVisible()) return; // It was quicker than the halt.
  await expect(step).toBeVisible();
  const before = await decided(request, id);
  await step.click();
  await expect.poll(() => decided(request, id)).toBe(before + 1);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => decided(request, id)).toBeGreaterThan(before + 3);
});

test('the computer decides for a while, and stops when told', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await sit(page, id);
  await asked(page);
  const before = await decided(request, id);
  await page.getByRole('button', { name: 'Let the computer decide for longer' }).click();
  await page.getByRole('button', { name: 'Twenty questions' }).click();
  await expect.poll(() => decided(request, id), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 20);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a double tap ends no phase, and odds are shown for what is tapped', async ({ page, request }) => {
    const id = await begin(request, 'wing-against-wing', AGAINST);
    await sit(page, id);
    await asked(page);
    const before = await decided(request, id);
    const last = page.locator('button.offer[data-default="yes"]');
    // What comes right after a question has come was meant for the one before it, however quick the machine: tap until one is heard.
    await expect(async () => {
      await last.tap();
      await last.tap();
      await expect(page.locator('.armed')).toContainText('could still act', { timeout: 500 });
    }).toPass({ timeout: 15_000 });
    expect(await decided(request, id)).toBe(before);
    await page.locator('.armed').getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'Odds' }).tap();
    const first = page.locator('button.offer:not([data-default="yes"])').first();
    const words = await first.getAttribute('aria-label');
    await first.tap();
    await expect(page.locator('.odds')).toContainText(words!);
    expect(await decided(request, id)).toBe(before);
  });
});
