// The page in Firefox: Debian's package, spoken to by WebDriver BiDi. Short: what differs between browsers, not the game.
import { expect, test } from '@playwright/test';
import { existsSync, mkdirSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { begin, decided } from './hand';

const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
const SETTINGS = JSON.stringify({ sound: false, odds: false, theme: 'dark' });

let browser: Browser | undefined;

test.beforeAll(async () => {
  test.skip(!existsSync(FIREFOX), `no Firefox at ${FIREFOX}: install firefox-esr, or name yours in FIREFOX`);
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
});

test.afterAll(async () => browser?.close());

/** A page that has opened the address with the settings of the test, and what went wrong on it. */
async function open(address: string): Promise<{ page: Page; troubles: string[] }> {
  const page = await browser!.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(new URL('/', address).href);
  await page.evaluate((settings) => localStorage.setItem('caracole.settings', settings), SETTINGS);
  await page.goto(address);
  await page.reload();
  return { page, troubles };
}

for (const [battle, players] of [
  ['first-blood', { king: 'person', parliament: 'greedy' }],
  ['wing-against-wing', { king: 'person', parliament: 'greedy' }],
] as const) {
  test(`${battle} is played in Firefox`, async ({ request, baseURL }) => {
    const id = await begin(request, battle, players);
    const { page, troubles } = await open(`${baseURL}/#/table/${id}`);
    await page.waitForSelector('.bar h2');
    await page.waitForSelector('svg [data-body], svg .piece');
    const before = await decided(request, id);
    // Enter answers with what commits to least, a second time where it asks whether that is meant.
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Enter');
          return decided(request, id);
        },
        { timeout: 60_000, intervals: [300] },
      )
      .toBeGreaterThan(before + 2);
    const gutter = await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarColor);
    expect(gutter, 'scrolling lists have the colours of the page').not.toBe('auto');
    mkdirSync('artefacts', { recursive: true });
    await page.screenshot({ path: `artefacts/firefox-${battle}.png` });
    expect(troubles).toEqual([]);
    await page.close();
  });
}
