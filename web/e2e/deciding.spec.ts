// Questions, refusals, undo, odds, reasons.
import { expect, test } from '@playwright/test';
import { AGAINST, asked, begin, decided, offers, picture, question, sit, take, toActions, until } from './hand';

test('a click on what is not offered says why not, with the rule', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await toActions(page, id);
  await page.locator('[data-body][aria-label^="Balfour"]').first().click({ force: true });
  const notice = page.locator('.notice').first();
  await expect(notice).toBeVisible();
  await expect(notice.locator('.rule')).toHaveText(/^MP /);
  await picture(page, 'refusal');
  await notice.locator('.rule').click();
  await expect(page.getByRole('dialog')).toContainText(/MP /);
});

test('a unit is moved by pointing at a place, and the move can be taken back', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await toActions(page, id);
  await take(page, 'act digbys-horse');
  await expect(page.locator('[data-place]').first()).toBeVisible();
  await picture(page, 'places');
  const before = await decided(request, id);
  const at = async () => {
    const spoken = await page.locator('[data-body][aria-label^="Digby"]').first().getAttribute('aria-label');
    return /\b\d{4}\b/.exec(spoken ?? '')?.[0];
  };
  const stood = await at();
  await page.locator('.place.open').first().click({ force: true });
  const pick = page.locator('.rose button').first();
  await pick.waitFor({ timeout: 3_000 }).then(
    () => pick.click(),
    () => undefined, // One way to stand there: it went at once.
  );
  await expect.poll(() => decided(request, id)).toBeGreaterThan(before);
  await expect.poll(at).not.toBe(stood);
  const undo = page.getByRole('button', { name: 'Undo' });
  for (let back = 0; back < 12 && (await at()) !== stood; back++) {
    await expect(undo).toBeEnabled();
    const n = await decided(request, id);
    await undo.click();
    await expect.poll(() => decided(request, id)).toBeLessThan(n);
  }
  await expect.poll(at).toBe(stood);
});

test('a regiment is dragged over the open table', async ({ page, request }) => {
  const id = await begin(request, 'first-blood', AGAINST, 3);
  await sit(page, id);
  await until(page, 'moves next', 40);
  await page.locator('button.offer[data-decision^="pick "]').first().click();
  await expect(page.locator('button.offer[data-decision^="move "]').first()).toBeVisible();
  const body = page.locator('[data-body].selected, [data-body][data-light="selected"]').first();
  const box = await body.boundingBox();
  if (!box) throw new Error('nobody is selected');
  // By its end: over its middle stand the places it can get to.
  const [x, y] = [box.x + 14, box.y + box.height / 2];
  const before = await decided(request, id);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 30, { steps: 6 });
  await page.waitForTimeout(400);
  await picture(page, 'ghost');
  await page.mouse.up();
  const confirm = page.locator('.armed .primary');
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  await expect.poll(() => decided(request, id)).toBeGreaterThan(before);
});

test('odds before, the reckoning after', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST);
  await toActions(page, id);
  await take(page, 'act kings-guns');
  await asked(page);
  await page.getByRole('button', { name: 'Odds' }).click();
  await offers(page).first().focus();
  await expect(page.locator('.deed')).toContainText(/%|No dice/, { timeout: 20_000 });
  await picture(page, 'odds');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('combobox', { name: 'What' }).selectOption('dice');
  const log = page.getByRole('log');
  await expect(log).toBeVisible();
  await page.getByRole('combobox', { name: 'What' }).selectOption('all');
  await log.locator('.rule').first().click();
  await expect(page.getByRole('dialog')).toContainText(/MP/);
});

test('a question that is often declined is not asked again this turn', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', { king: 'greedy', parliament: 'person' }, 11);
  await sit(page, id);
  const mute = page.getByRole('button', { name: 'Don’t ask again this turn' });
  for (let step = 0; step < 60 && !(await mute.isVisible()); step++) {
    if ((await asked(page)) === 'over') throw new Error('no reaction was ever asked');
    const words = await page.locator('.bar').innerText();
    if (await mute.isVisible()) break;
    await page.locator('button.offer[data-default="yes"]').click();
    await expect.poll(() => page.locator('.bar').innerText()).not.toBe(words);
  }
  const words = await question(page).innerText();
  await mute.click();
  const standing = page.getByRole('list', { name: 'Answers that stand' });
  await expect(standing).toBeVisible();
  await asked(page);
  expect(await question(page).innerText()).not.toBe(words);
  // It is kept over a reload.
  await page.reload();
  await expect(standing).toContainText('This turn');
  await page.getByRole('button', { name: 'Ask me again' }).click();
  await expect(standing).toHaveCount(0);
});
