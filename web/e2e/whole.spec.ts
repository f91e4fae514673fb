// Whole battles, from the shelf to the report.
import { expect, test, type Page } from '@playwright/test';
import { asked, begin, offers, picture, question, sit, still, TEACHING } from './hand';

/** Answers until the battle is over: mostly as an officer would, now and then as nobody would. */
async function playToTheEnd(page: Page, name: string): Promise<number> {
  let chance = 12345;
  const below = (n: number) => {
    chance = (chance * 1103515245 + 12345) % 2147483648;
    return chance % n;
  };
  for (let answers = 0; answers < 1500; answers++) {
    if ((await asked(page)) === 'over') return answers;
    // What gives away more than it seems is said first.
    const allTheSame = page.getByRole('dialog').getByRole('button', { name: 'Do it all the same' });
    if (await allTheSame.isVisible()) await allTheSame.click({ timeout: 2_000 }).catch(() => undefined);
    const before = await page.locator('.bar').innerText();
    const open = offers(page);
    const count = await open.count();
    try {
      if (answers % 4 === 3 && count > 0) await open.nth(below(count)).click({ timeout: 2_000 });
      else await page.getByRole('button', { name: 'Let the computer decide this' }).click({ timeout: 2_000 });
    } catch {
      continue; // The question went away under the hand: somebody else was quicker.
    }
    if (await allTheSame.isVisible()) continue;
    const confirm = page.locator('.armed .primary');
    if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 }).catch(() => undefined);
    if (answers === 12 || answers === 60) await picture(page, `${name}-${answers}`);
    await expect
      .poll(
        async () => (await page.locator('.over').isVisible()) || (await page.locator('.bar').innerText()) !== before,
        {
          timeout: 10_000,
          intervals: [15, 30, 60, 120],
        },
      )
      .toBe(true)
      .catch(() => undefined);
  }
  throw new Error('the battle does not end');
}

for (const [rulebook, battle] of Object.entries(TEACHING)) {
  test(`${rulebook}: a battle against the computer, from the shelf to the report`, async ({ page }) => {
    test.setTimeout(420_000);
    await still(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator(`a[href="#/battle/${battle}"]`).click();
    await expect(page.getByRole('heading', { name: 'Who plays?' })).toBeVisible();
    await picture(page, `${battle}-page`);
    await page.locator('summary', { hasText: 'Seed of the dice' }).click();
    await page.locator('.seed input').fill('1642');
    await page.getByRole('button', { name: 'Begin the battle' }).click();
    await expect(question(page)).toBeVisible();
    const answers = await playToTheEnd(page, battle);
    expect(answers).toBeGreaterThan(10);
    await picture(page, `${battle}-end`);
    await page.locator('.over').getByRole('link', { name: 'Read the report' }).click();
    await expect(page.getByRole('heading', { name: 'After the battle' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible();
    await expect(page.locator('svg.plot polyline')).toHaveCount(2);
    await picture(page, `${battle}-report`);
  });
}

test('two commanders fight it out while somebody looks on', async ({ page, request }) => {
  const id = await begin(request, 'first-blood', { king: 'random', parliament: 'greedy' });
  await sit(page, id);
  await expect(page.locator('.over')).toBeVisible({ timeout: 60_000 });
  await expect(offers(page)).toHaveCount(0);
});
