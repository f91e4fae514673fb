// Whole wings under one hand, and how many inputs a turn takes.
import { expect, test } from '@playwright/test';
import { accessible, AGAINST, begin, picture, sit, Player, several, toActions, type Seen } from './hand';

/** Units of a side that do not stand where they stood. */
function moved(before: Seen, after: Seen, side: number): { moved: number; of: string[] } {
  const stood = new Map(before.bodies.map((body) => [body.id, body.at]));
  const units = after.bodies.filter((body) => body.side === side && body.parts.length > 0);
  const stay = units.filter(({ id, at }) => String(stood.get(id)) === String(at));
  return { moved: units.length - stay.length, of: stay.map((body) => body.name) };
}

test('a wing is chosen in the order of battle, moved by keys, and goes on one word', async ({ page, request }) => {
  const id = await begin(request, 'naseby', AGAINST);
  await toActions(page, id);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: "Choose all of Rupert's wing" }).click();
  await expect(several(page)).toContainText('8 chosen');
  await picture(page, 'group-chosen');
  for (let row = 0; row < 2; row++) await page.keyboard.press('ArrowDown');
  await expect(several(page)).toContainText('Together', { timeout: 30_000 });
  await picture(page, 'group-planned');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(several(page)).toHaveCount(0, { timeout: 30_000 });
  await picture(page, 'group-gone');
});

test('a wing is turned on the map by its handle, and from there by keys', async ({ page, request }) => {
  const id = await begin(request, 'naseby', AGAINST);
  await toActions(page, id);
  const player = new Player(page, request, id);
  const before = await player.see();
  await page.keyboard.press('b');
  await page.getByRole('button', { name: "Choose all of Rupert's wing" }).click();
  const handle = page.getByRole('slider', { name: 'Turn those who are chosen' });
  await expect(handle).toHaveAttribute('aria-valuenow', '0');
  const box = (await handle.boundingBox())!;
  const [hx, hy] = [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = await player.middle();
  await page.mouse.move(hx, hy);
  await page.mouse.down();
  // A sixth of the circle, clockwise, around the middle of the wing.
  for (let step = 1; step <= 8; step++) {
    const angle = ((step * 64) / 8) * (Math.PI / 180);
    const [dx, dy] = [hx - x, hy - y];
    await page.mouse.move(
      x + dx * Math.cos(angle) - dy * Math.sin(angle),
      y + dx * Math.sin(angle) + dy * Math.cos(angle),
    );
  }
  await picture(page, 'group-turning');
  await page.mouse.up();
  await expect(handle).toHaveAttribute('aria-valuenow', '60');
  await expect(several(page)).toContainText('Together', { timeout: 60_000 });
  await picture(page, 'group-turned');
  await accessible(page);
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(handle).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('ArrowRight');
  await expect(several(page)).toContainText('Together', { timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(several(page)).toHaveCount(0, { timeout: 60_000 });
  const facing = new Map(before.bodies.map((body) => [body.id, body.facing]));
  const turned = (await player.see()).bodies.filter((body) => body.side === 0 && facing.get(body.id) !== body.facing);
  expect(turned.length).toBeGreaterThan(1);
});

test('on a phone: a rectangle around several, a long press for one more', async ({ browser, request }) => {
  const id = await begin(request, 'hopton-heath', AGAINST, 1643);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await sit(page, id);
  const player = new Player(page, request, id, 'king');
  for (let step = 0; step < 12; step++) {
    const seen = await player.settled(1);
    if (seen.asked?.topic === 'move') break;
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
  }
  await page.getByRole('button', { name: /^Choose several with a rectangle/ }).tap();
  const chosen = page.locator('[data-body].selected');
  const map = (await page.locator('.war-map').boundingBox())!;
  await page.mouse.move(map.x + 4, map.y + map.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width - 4, map.y + map.height - 4, { steps: 4 });
  await picture(page, 'phone-marquee');
  await page.mouse.up();
  await expect(several(page)).toContainText('chosen');
  await picture(page, 'phone-group');
  const before = await chosen.count();
  expect(before).toBeGreaterThan(1);
  // A finger that stays on one of them lets that one go.
  const box = (await chosen.first().boundingBox())!;
  const touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = await context.newCDPSession(page);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] });
  await page.waitForTimeout(700);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(chosen).toHaveCount(before - 1);
  // The handle turns all of them under a finger.
  const handle = (await page.getByRole('slider', { name: 'Turn those who are chosen' }).boundingBox())!;
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const right of [15, 30, 45]) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + right, y }] });
  }
  await picture(page, 'phone-turning');
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(several(page)).toContainText('Together', { timeout: 60_000 });
  await context.close();
});

test('turn 1 of Naseby for one side, every unit moved, takes 60 inputs or fewer', async ({ page, request }) => {
  test.setTimeout(600_000);
  const id = await begin(request, 'naseby', AGAINST, 1645);
  await sit(page, id);
  const player = new Player(page, request, id);
  const led = new Set<string>();
  const first = await player.settled(1);
  await player.press('b', 'panel');
  for (let step = 0; step < 200; step++) {
    const seen = await player.settled(1);
    if (seen.outcome || seen.clock.turn > 1) break;
    const { topic } = seen.asked!;
    const wing = seen.clock.command;
    if (topic === 'actions' && !led.has(wing)) {
      led.add(wing);
      await player.click(`Choose all of ${wing}`);
      await player.send(95);
      await expect(several(page)).toContainText('Together', { timeout: 60_000 });
      await picture(page, `naseby-${led.size}`);
    } else if (topic === 'reaction' && (await page.getByRole('button', { name: /Don’t ask again/ }).isVisible())) {
      await player.click(/Don’t ask again/);
      continue;
    }
    await player.press('Enter', topic);
    await page.waitForTimeout(150);
  }
  const after = await player.see();
  const { moved: count, of: stay } = moved(first, after, 0);
  console.log(`Naseby: ${player.inputs} inputs`, player.kinds, `${count} moved; stayed: ${stay.join(', ')}`);
  expect(after.clock.turn).toBeGreaterThan(1);
  // The reserve has no Orders to act in turn 1, and guns stay where they are.
  expect(stay.filter((name) => !/sakers|Lifeguard|Bluecoats|reserve/.test(name))).toEqual([]);
  expect(count).toBeGreaterThan(20);
  expect(player.inputs).toBeLessThanOrEqual(60);
});

test('turn 1 of Hopton Heath for one side takes 12 inputs or fewer', async ({ page, request }) => {
  test.setTimeout(300_000);
  const id = await begin(request, 'hopton-heath', AGAINST, 1643);
  await sit(page, id);
  const player = new Player(page, request, id, 'king');
  let led = false;
  const first = await player.settled(1);
  await player.press('b', 'panel');
  for (let step = 0; step < 60; step++) {
    const seen = await player.settled(1);
    if (seen.outcome || seen.clock.turn > 1) break;
    const { topic } = seen.asked!;
    if (topic === 'move' && !led) {
      led = true;
      await player.click('Choose all of The Earl of Northampton');
      await player.send(-40);
      await expect(several(page)).toContainText('Together', { timeout: 60_000 });
      await picture(page, 'hopton-heath-group');
    }
    await player.press('Enter', topic);
    await page.waitForTimeout(150);
  }
  const after = await player.see();
  const { moved: count, of: stay } = moved(first, after, 0);
  console.log(`Hopton Heath: ${player.inputs} inputs`, player.kinds, `${count} moved; stayed: ${stay.join(', ')}`);
  expect(after.clock.turn).toBeGreaterThan(1);
  expect(stay).toEqual(['Roaring Meg']);
  expect(player.inputs).toBeLessThanOrEqual(12);
});
