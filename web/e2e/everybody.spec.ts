// For everybody: keyboard alone, a screen reader, a phone, light and dark, and quick.
import { expect, test } from '@playwright/test';
import { accessible, AGAINST, asked, begin, decided, offers, picture, question, sit, still } from './hand';

test('keyboard alone: from the shelf into a battle and through its first questions', async ({ page, request }) => {
  await still(page);
  await page.goto('/');
  await expect(page.locator('a[href="#/battle/first-blood"]')).toBeVisible();
  const tabTo = async (fits: () => Promise<boolean>) => {
    for (let press = 0; press < 120; press++) {
      if (await fits()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not get there');
  };
  const focused = (selector: string) => () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  await tabTo(focused('a[href="#/battle/first-blood"]'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Begin the battle' })).toBeVisible();
  await tabTo(focused('button[type="submit"]'));
  await page.keyboard.press('Enter');
  await asked(page);
  const id = page.url().split('/').at(-1) ?? '';
  for (let answer = 0; answer < 4; answer++) {
    const before = await decided(request, id);
    await asked(page);
    await page.keyboard.press(answer % 2 === 0 ? 'Enter' : '1');
    await page.keyboard.press('Enter');
    await expect.poll(() => decided(request, id)).toBeGreaterThan(before);
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0);
  for (const [key, panel] of [
    ['b', 'Order of battle'],
    ['g', 'Goals'],
    ['l', 'Log'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tab', { name: panel })).toHaveAttribute('aria-selected', 'true');
  }
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing grave, ${theme}`, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme: theme });
    await still(page);
    const id = await begin(request, 'wing-against-wing', AGAINST);
    for (const [name, address] of [
      ['home', '/'],
      ['rulebook', '/#/rulebook/charge-pikes'],
      ['battle', '/#/battle/naseby'],
      ['charts', '/#/charts/musket-and-pike'],
      ['settings', '/#/settings'],
      ['lesson', '/#/lesson/charge-pikes'],
      ['table', `/#/table/${id}`],
      ['replay', `/#/replay/${id}`],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await page.waitForTimeout(500);
      await picture(page, `${name}-${theme}`);
      await test.step(name, () => accessible(page));
    }
  });
}

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  test(`at ${width} by ${height}`, async ({ page, request }) => {
    await page.setViewportSize({ width, height });
    const players: Record<string, Record<string, string>> = {
      'first-volley': { allies: 'person', french: 'greedy' },
      schellenberg: { duke: 'person', margrave: 'greedy', arco: 'greedy' },
    };
    for (const battle of ['first-blood', 'wing-against-wing', 'first-volley', 'schellenberg']) {
      const id = await begin(request, battle, players[battle] ?? AGAINST);
      await sit(page, id);
      for (let answer = 0; answer < 3; answer++) {
        await asked(page);
        const before = await decided(request, id);
        await page.locator('button.offer[data-default="yes"]').click();
        await expect.poll(() => decided(request, id)).toBeGreaterThan(before);
      }
      await asked(page);
      await expect(question(page)).toBeInViewport();
      await expect(offers(page).first()).toBeInViewport();
      await picture(page, `${battle}-${width}`);
      // What is too wide for the screen does not scroll there, it is cut off.
      const right = await page.evaluate(() =>
        Math.max(...['header', 'main'].map((one) => document.querySelector(one)!.getBoundingClientRect().right)),
      );
      expect(right, battle).toBeLessThanOrEqual(width);
    }
    for (const address of ['/', '/#/battle/edgehill', '/#/settings', '/#/charts/musket-and-pike']) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wider, address).toBe(false);
    }
  });
}

test('the scripts of the whole page stay under 250 kB compressed', async ({ page }) => {
  const sizes = new Map<string, number>();
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('.js')) return;
    const { responseBodySize } = await answer.request().sizes();
    sizes.set(answer.url(), responseBodySize);
  });
  for (const address of ['/', '/#/battle/naseby', '/#/settings', '/#/charts/charge-pikes', '/#/lesson/charge-pikes']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(sizes.size).toBeGreaterThan(3);
  expect(all).toBeLessThan(250_000);
});
