// Whole battles by keys alone and by a finger alone, with whole commands under one hand; what they take is counted.
import { expect, test } from '@playwright/test';
import { AGAINST, begin, picture, sit, Player, several } from './hand';

test('Hopton Heath to its end by keys alone, the whole army moved at once', async ({ page, request }) => {
  test.setTimeout(420_000);
  const id = await begin(request, 'hopton-heath', AGAINST, 1643);
  await sit(page, id);
  const player = new Player(page, request, id);
  const press = (key: string) => player.press(key);
  await press('b');
  let led = 0;
  let turns = 0;
  for (let step = 0; step < 4_000; step++) {
    const seen = await player.settled();
    turns = seen.clock.turn;
    if (seen.outcome) break;
    if (seen.asked?.topic === 'move' && led < turns) {
      led = turns;
      const all = page.getByRole('button', { name: /^Choose all of The Earl/ });
      // A few Tabs lead there; they count.
      player.count('Tab', 3);
      await all.focus();
      await press('Enter');
      await expect(several(page)).toBeVisible();
      await press('ArrowUp');
      await press('ArrowUp');
      const together = await expect(several(page))
        .toContainText('Together', { timeout: 8_000 })
        .then(() => true)
        .catch(() => false);
      if (!together) await press('Escape');
    }
    await press('Enter');
    await page.waitForTimeout(60);
  }
  console.log(`Hopton Heath to its end: ${player.inputs} inputs by keys in ${turns} turns`);
  await expect(page.locator('.over')).toBeVisible();
  await picture(page, 'hopton-heath-by-keys');
  expect(led, 'several were moved at once in more than one turn').toBeGreaterThan(1);
});

test('First Blood to its end with a finger', async ({ browser, request }) => {
  test.setTimeout(300_000);
  const id = await begin(request, 'first-blood', AGAINST, 7);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await sit(page, id);
  const player = new Player(page, request, id);
  for (let step = 0; step < 4_000; step++) {
    const seen = await player.settled();
    if (seen.outcome) break;
    const open = page.locator('button.offer:not([disabled])');
    const count = await open.count();
    // Every third answer is any, the others what commits to least.
    const one =
      step % 3 === 2 && count > 0 ? open.nth(step % count) : page.locator('button.offer[data-default="yes"]').first();
    await one.tap({ timeout: 3_000 }).catch(() => undefined);
    player.count('tap');
    const sure = page.locator('.armed .primary');
    if (await sure.isVisible()) {
      await sure.tap({ timeout: 2_000 }).catch(() => undefined);
      player.count('tap');
    }
    await page.waitForTimeout(60);
  }
  console.log(`First Blood to its end: ${player.inputs} taps`);
  await expect(page.locator('.over')).toBeVisible();
  await picture(page, 'first-blood-by-finger');
  await context.close();
});
