// Two people at one screen; a line that breaks.
import { expect, test } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked, begin, picture, question, sit, still } from './hand';

test('hot seat: the screen is covered while something is secret', async ({ page, request }) => {
  const id = await begin(request, 'wing-against-wing', { king: 'person', parliament: 'person' });
  await still(page);
  await page.goto(`/#/table/${id}`);
  const curtain = page.getByRole('dialog', { name: 'Hand over the screen' });
  await expect(curtain).toBeVisible();
  await picture(page, 'curtain');
  await curtain.getByRole('button').click();
  await asked(page);
  const first = await question(page).innerText();
  await page.locator('button.offer[data-default="yes"]').click();
  await expect(curtain).toBeVisible();
  await expect(page.locator('[role="log"]')).toHaveCount(0);
  await curtain.getByRole('button').click();
  await asked(page);
  expect(await question(page).innerText()).not.toBe(first);
  await page.locator('button.offer[data-default="yes"]').click();
  // Nothing is secret any more: the one who is asked is asked.
  await expect(question(page)).toContainText(/King|Parliament/);
});

test('hot seat: a reload while orders are sealed hangs the curtain before anything is shown', async ({
  page,
  request,
}) => {
  const id = await begin(request, 'wing-against-wing', { king: 'person', parliament: 'person' });
  await still(page);
  // For whom the page asks the server.
  const seats: (string | null)[] = [];
  page.on('request', (one) => {
    const url = new URL(one.url());
    if (url.pathname.startsWith(`/api/battles/${id}`)) seats.push(url.searchParams.get('seat'));
  });
  await page.goto(`/#/table/${id}`);
  const curtain = page.getByRole('dialog', { name: 'Hand over the screen' });
  await curtain.getByRole('button').click();
  await asked(page);
  const [first] = seats.filter((seat) => seat !== null);
  await page.locator('button.offer[data-default="yes"]').click();
  await expect(curtain).toBeVisible();
  // The first has given his orders, the second is asked alone; whoever reloads sees neither.
  const view = (await (await request.get(`/api/battles/${id}`)).json()) as { awaiting: string[] };
  expect(view.awaiting).toHaveLength(1);
  seats.length = 0;
  await page.reload();
  await expect(curtain).toBeVisible();
  await expect(curtain).toContainText('Everyone else looks away');
  await expect(page.locator('button.offer')).toHaveCount(0);
  await expect(page.locator('[role="log"]')).toHaveCount(0);
  expect(new Set(seats)).toEqual(new Set([null]));
  await picture(page, 'curtain-reload');
  await curtain.getByRole('button').click();
  await asked(page);
  expect(seats.filter((seat) => seat !== null)).not.toContain(first);
  expect(seats).toContain(view.awaiting[0]);
});

async function server(program: string, port: number, data: string): Promise<ChildProcess> {
  const child = spawn(program, ['serve', '--port', String(port), '--data', data, '--pace', '0', '--web', 'dist']);
  for (let wait = 0; wait < 100; wait++) {
    const up = await fetch(`http://127.0.0.1:${port}/api/shelf`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  child.kill();
  throw new Error('the server does not come up');
}

test('a server that falls and rises again: nothing is lost, and the page goes on by itself', async ({ page }) => {
  const program = process.env['CARACOLE'] ?? '../target/debug/caracole';
  const port = Number(process.env['CARACOLE_PORT'] ?? '1699') + 1;
  const data = join(mkdtempSync(join(tmpdir(), 'caracole-')), 'battles.sqlite');
  let child = await server(program, port, data);
  try {
    const wish = {
      battle: 'wing-against-wing',
      options: {},
      players: { king: 'person', parliament: 'greedy' },
      seed: 2,
    };
    const made = await fetch(`http://127.0.0.1:${port}/api/battles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    });
    const { id } = (await made.json()) as { id: string };
    await still(page);
    await page.goto(`http://127.0.0.1:${port}/#/table/${id}`);
    await asked(page);
    await page.locator('button.offer[data-default="yes"]').click();
    await asked(page);
    const words = await question(page).innerText();
    child.kill('SIGKILL');
    await expect(page.getByText('The connection is lost')).toBeVisible();
    await picture(page, 'line-lost');
    // Decided while nobody listens: it is sent again until somebody does.
    await page.locator('button.offer[data-default="yes"]').click();
    child = await server(program, port, data);
    await expect(page.getByText('The connection is lost')).toHaveCount(0, { timeout: 30_000 });
    await expect(question(page)).not.toHaveText(words, { timeout: 30_000 });
    const view = (await (await fetch(`http://127.0.0.1:${port}/api/battles/${id}`)).json()) as { n: number };
    expect(view.n).toBeGreaterThanOrEqual(3);
  } finally {
    child.kill();
  }
});

test('two windows see the same battle', async ({ page, context, request }) => {
  const id = await begin(request, 'first-blood', { king: 'person', parliament: 'greedy' });
  await sit(page, id);
  const other = await context.newPage();
  await sit(other, id);
  await asked(page);
  const words = await question(page).innerText();
  await expect(question(other)).toHaveText(words);
  await page.locator('button.offer[data-default="yes"]').click();
  await expect(question(other)).not.toHaveText(words);
});
