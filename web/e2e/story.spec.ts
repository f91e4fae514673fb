// Replay, branch, journal, lesson, charts, settings.
import { expect, test, type APIRequestContext } from '@playwright/test';
import { asked, begin, decided, picture, question, still } from './hand';

async function fought(request: APIRequestContext): Promise<string> {
  const id = await begin(request, 'first-blood', { king: 'greedy', parliament: 'greedy' }, 5);
  await expect
    .poll(async () => ((await (await request.get(`/api/battles/${id}`)).json()) as { outcome: unknown }).outcome, {
      timeout: 90_000,
    })
    .not.toBeNull();
  return id;
}

test('a battle is told again, and gone on with from the middle', async ({ page, request }) => {
  const id = await fought(request);
  const n = await decided(request, id);
  await still(page);
  await page.goto(`/#/replay/${id}`);
  const slider = page.getByRole('slider', { name: 'Moment of the battle' });
  await expect(slider).toHaveAttribute('max', String(n));
  await slider.fill(String(Math.floor(n / 2)));
  await expect(page.getByText(`Decision ${Math.floor(n / 2)} of ${n}`)).toBeVisible();
  await picture(page, 'replay');
  await page.getByLabel('Speed').selectOption('20');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(Math.floor(n / 2) + 5);
  await page.getByRole('button', { name: 'Pause' }).click();
  await slider.fill('12');
  await expect(page.getByText(`Decision 12 of ${n}`)).toBeVisible();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  const dialog = page.getByRole('dialog');
  for (const select of await dialog.getByRole('combobox').all()) await select.selectOption('person');
  await dialog.getByRole('button', { name: 'Begin there' }).click();
  await expect(page).toHaveURL(/#\/table\/(?!${id})/);
  const curtain = page.locator('.curtain');
  if ((await asked(page)) === 'curtain') await curtain.getByRole('button').click();
  await asked(page);
  const made = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  expect(made).not.toBe(id);
  expect(await decided(request, made)).toBe(12);
  expect(await decided(request, id)).toBe(n);
});

test('a journal goes out and comes in again', async ({ page, request }) => {
  const id = await fought(request);
  const journal = await (await request.get(`/api/battles/${id}/journal`)).text();
  expect(journal).toContain('caracole journal 1');
  await still(page);
  await page.goto('/');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'mine.journal',
    mimeType: 'text/plain',
    buffer: Buffer.from(journal),
  });
  await expect(page).toHaveURL(/#\/table\//);
  await page.goto('/');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'broken.journal',
    mimeType: 'text/plain',
    buffer: Buffer.from('nothing of the kind'),
  });
  await expect(page.getByRole('alert')).toBeVisible();
});

for (const rulebook of ['charge-pikes', 'musket-and-pike', 'shot-steel-and-stone', 'close-fire', 'les-batailles']) {
  test(`${rulebook}: the first lesson`, async ({ page }) => {
    await still(page);
    await page.goto(`/#/lesson/${rulebook}`);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await expect(page.getByRole('button', { name: 'I see' })).toBeVisible();
    // The first question has its note.
    await picture(page, `lesson-${rulebook}`);
    await page.getByRole('button', { name: 'Without notes from here on' }).click();
    await expect(page.getByRole('button', { name: 'I see' })).toHaveCount(0);
    await asked(page);
    await expect(question(page)).toBeVisible();
  });

  test(`${rulebook}: its page and its charts`, async ({ page }) => {
    await still(page);
    await page.goto(`/#/rulebook/${rulebook}`);
    await expect(page.getByRole('heading', { name: 'Battles' })).toBeVisible();
    await page.getByRole('link', { name: 'Charts and where their figures come from' }).click();
    await expect(page.locator('table').first()).toBeVisible();
    await expect(page.getByText('Where figures come from')).toBeVisible();
    await picture(page, `charts-${rulebook}`);
  });
}

test('settings are remembered', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByLabel('Light or dark').last().selectOption('dark');
  await page.getByLabel('Play sounds').uncheck();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Play sounds')).not.toBeChecked();
  await picture(page, 'settings');
});
