// Whole battles by keys alone, by the mouse alone and by a finger alone, with whole commands under one hand; what they take is counted.
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

test('First Blood to its end with the mouse alone, the whole party dragged and turned', async ({ page, request }) => {
  test.setTimeout(420_000);
  const id = await begin(request, 'first-blood', AGAINST, 7);
  await sit(page, id);
  const player = new Player(page, request, id);
  await page.getByRole('tab', { name: 'Order of battle' }).click();
  player.count('click');
  let led = 0;
  let turned = 0;
  for (let step = 0; step < 4_000; step++) {
    const seen = await player.settled();
    if (seen.outcome) break;
    const all = page.getByRole('button', { name: /^Choose all of Sir Edward/ });
    if (seen.asked?.topic === 'move' && led < seen.clock.turn && (await all.isVisible())) {
      led = seen.clock.turn;
      await all.click();
      await expect(several(page)).toBeVisible();
      // By turns: all of them forward, and wheeled by their handle.
      const handle = page.getByRole('slider', { name: 'Turn those who are chosen' });
      const box = led % 2 === 0 ? await handle.boundingBox() : null;
      const chosen = (await page.locator('[data-body].selected').first().boundingBox())!;
      const [x, y] = box
        ? [box.x + box.width / 2, box.y + box.height / 2]
        : [chosen.x + chosen.width / 2, chosen.y + chosen.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(box ? x + 30 : x, box ? y : y - 30, { steps: 6 });
      await page.mouse.up();
      player.count('drag', 2);
      if (box) turned += 1;
      const together = await expect(several(page))
        .toContainText('Together', { timeout: 20_000 })
        .then(() => true)
        .catch(() => false);
      const sure = several(page).locator('.primary');
      if (together && (await sure.isEnabled())) {
        await sure.click();
        player.count('click');
        continue;
      }
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    const answer = page.locator('button.offer[data-default="yes"]').first();
    await answer.click({ timeout: 3_000 }).catch(() => undefined);
    const sure = page.locator('.armed .primary');
    if (await sure.isVisible()) await sure.click({ timeout: 2_000 }).catch(() => undefined);
    player.count('click');
    await page.waitForTimeout(60);
  }
  console.log(`First Blood to its end: ${player.inputs} inputs by mouse, turned ${turned} times`);
  await expect(page.locator('.over')).toBeVisible();
  expect(turned).toBeGreaterThan(0);
});

test('First Blood to its end with a finger', async ({ browser, request }) => {
  test.setTimeout(300_000);
  const id = await begin(request, 'first-blood', AGAINST, 7);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await sit(page, id);
  const player = new Player(page, request, id);
  let led = 0;
  for (let step = 0; step < 4_000; step++) {
    const seen = await player.settled();
    if (seen.outcome) break;
    if (seen.asked?.topic === 'move' && led < seen.clock.turn && led < 3) {
      led = seen.clock.turn;
      await page.getByRole('tab', { name: 'Armies' }).tap();
      await page.getByRole('button', { name: /^Choose all of Sir Edward/ }).tap();
      await expect(several(page)).toBeVisible();
      const [x, y] = await player.middle();
      await page.touchscreen.tap(x, y - 34);
      player.count('tap', 3);
      const sure = several(page).locator('.primary');
      const ready = await sure.waitFor({ timeout: 20_000 }).then(
        () => sure.isEnabled(),
        () => false,
      );
      if (ready) await sure.tap();
      else
        await several(page)
          .getByRole('button', { name: /Cancel|Let go/ })
          .tap();
      player.count('tap');
      await page.getByRole('tab', { name: 'Orders' }).tap();
      player.count('tap');
      continue;
    }
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
  expect(led, 'all of them were led by the finger').toBeGreaterThan(0);
  await picture(page, 'first-blood-by-finger');
  await context.close();
});
