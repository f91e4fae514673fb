// The pictures of the player's guide in docs/guide: `make pictures` takes them anew.
import { expect, test, type Page } from '@playwright/test';
import { AGAINST, begin, offers, sit, still, until } from './hand';

test.skip(!process.env['PICTURES'], 'only when pictures are wanted');

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(700);
  await page.screenshot({ path: `../docs/guide/pictures/${name}.jpg`, type: 'jpeg', quality: 82 });
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await still(page);
});

test('pictures: the shelf and a battle', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await shoot(page, 'shelf');
  await page.goto('/#/battle/edgehill');
  await expect(page.getByRole('button', { name: 'Begin the battle' })).toBeVisible();
  await shoot(page, 'battle');
});

test('pictures: hexes', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', AGAINST, 9);
  await sit(page, id);
  await until(page, 'acts next');
  await shoot(page, 'question');
  await page.locator('button.offer[data-decision="act digbys-horse"]').click();
  await expect(page.locator('.place').first()).toBeVisible();
  await shoot(page, 'places');
  await page.locator('[data-body][aria-label^="Balfour"]').first().click({ force: true });
  await expect(page.locator('.notice').first()).toBeVisible();
  await shoot(page, 'refusal');
});

test('pictures: odds and reckoning', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', { king: 'greedy', parliament: 'person' }, 11);
  await sit(page, id);
  await until(page, 'react');
  await page.getByRole('button', { name: 'Odds' }).click();
  await offers(page).first().focus();
  await expect(page.locator('.deed')).toContainText(/%|No dice/, { timeout: 20_000 });
  await shoot(page, 'odds');
  await offers(page).first().click();
  const confirm = page.locator('.armed .primary');
  if (await confirm.isVisible().catch(() => false)) await confirm.click();
  await page.waitForTimeout(1500);
  await shoot(page, 'reckoning');
  await page.locator('.rule').first().click();
  await shoot(page, 'rule');
});

test('pictures: the open table', async ({ page, request }) => {
  const id = await begin(request, 'first-blood', AGAINST, 3);
  await sit(page, id);
  await until(page, 'moves next');
  await page.locator('button.offer[data-decision^="pick "]').first().click();
  await expect(page.locator('button.offer[data-decision^="move "]').first()).toBeVisible();
  await page.waitForTimeout(500);
  const box = await page.locator('[data-body].selected, [data-body][data-light="selected"]').first().boundingBox();
  if (!box) throw new Error('nobody is selected');
  const [x, y] = [box.x + 14, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 46, { steps: 8 });
  await shoot(page, 'drag');
  await page.mouse.up();
});

test('pictures: story', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', { king: 'greedy', parliament: 'greedy' }, 5);
  await expect
    .poll(async () => ((await (await request.get(`/api/battles/${id}`)).json()) as { outcome: unknown }).outcome, {
      timeout: 90_000,
    })
    .not.toBeNull();
  await page.goto(`/#/replay/${id}?at=60`);
  await expect(page.getByRole('slider')).toBeVisible();
  await shoot(page, 'replay');
  await page.goto(`/#/report/${id}`);
  await expect(page.getByRole('heading', { name: 'After the battle' })).toBeVisible();
  await shoot(page, 'report');
  await page.goto('/#/charts/musket-and-pike');
  await expect(page.locator('table').first()).toBeVisible();
  await shoot(page, 'charts');
});

test('pictures: lesson, phone, night', async ({ page, request }) => {
  await page.goto('/#/lesson/musket-and-pike');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await expect(page.getByRole('button', { name: 'I see' })).toBeVisible();
  await shoot(page, 'lesson');
  const id = await begin(request, 'wing-against-wing', AGAINST, 9);
  await page.setViewportSize({ width: 390, height: 844 });
  await sit(page, id);
  await until(page, 'acts next');
  await shoot(page, 'phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/#/battle/hopton-heath');
  await expect(page.getByRole('button', { name: 'Begin the battle' })).toBeVisible();
  await shoot(page, 'night');
});
