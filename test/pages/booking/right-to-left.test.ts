import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { browserTest, hasBrowser, screenshot, unlessBrowser } from '../../support/browser.ts';
import { customField } from '../../support/custom-fields.ts';
import { usernameOf } from '../../support/events.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({ ownAddress: true, appUrl: 'own', baseUrl: 'own', ...manyAddresses });

const name = 'مكالمة تعارف';

/** An event with an Arabic name, which asks for a number of employees. */
async function eventPage() {
  const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  const { workspaceId } = owner;
  const linkPrefix = `${await usernameOf(app, owner)}/call-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, duration: 30, slotInterval: 30 });
  await app.sql('UPDATE "Event" SET "name" = $1 WHERE "id" = $2', [name, eventId]);
  const ask = (row: object) => app.insert('InviteeQuestion', { workspaceId, eventId, required: true, ...row });
  await ask({ type: 'NAME', statement: 'ما اسمك؟', displayIndex: 0 });
  await ask({ type: 'EMAIL', statement: 'ما بريدك الإلكتروني؟', displayIndex: 1 });
  const count = await customField(app, workspaceId, {
    ...{ identifier: 'employees', name: 'عدد الموظفين', type: 'CALL', inputType: 'NUMBER' },
  });
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId: count, required: true });
  return { workspaceId, path: `/e/${linkPrefix}` };
}

const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const leftOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.x ?? Number.NaN;

describe.skipIf(!hasBrowser)(`a booking page in Arabic in a browser${unlessBrowser}`, () => {
  browserTest('books, moves and cancels a call at 390 px, from right to left', async ({ newPage }) => {
    const { workspaceId, path } = await eventPage();
    const viewport = { width: 390, height: 900 };
    const { page } = await newPage({ extraHTTPHeaders: nextAddress(), locale: 'ar-EG', viewport });
    const seen = async (step: string) => {
      expect([step, await overflowOf(page)]).toEqual([step, 0]);
      await screenshot(page, `booking-rtl-${step}`);
    };
    await page.goto(`${app.url}${path}?timeZone=Europe/Berlin&month=2026-04`);
    expect(await page.textContent('#month')).toBe('أبريل ٢٠٢٦');
    const [previous, next] = [texts.ar.previousMonth, texts.ar.nextMonth];
    expect(await leftOf(page, `[aria-label="${next}"]`)).toBeLessThan(await leftOf(page, '#month'));
    expect(await leftOf(page, `[aria-label="${previous}"]`)).toBeGreaterThan(await leftOf(page, '#month'));
    await seen('month');

    await page.focus('.day[value="2026-04-14"]');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate('document.activeElement.value')).toBe('2026-04-15');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.value')).toBe('2026-04-13');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#day:focus');
    await seen('times');
    await page.click('.grid button[value="2026-04-13T07:30Z"]');
    await page.waitForSelector('.details h2:focus');
    await seen('form');

    await page.click('.details button.primary');
    await page.waitForSelector('#email-error');
    expect(await page.textContent('#email-error')).toBe(texts.ar.errors.required);
    await seen('errors');
    const { direction, textAlign } = await page.evaluate<CSSStyleDeclaration>('getComputedStyle(email)');
    expect([direction, textAlign]).toEqual(['ltr', 'right']);
    await page.fill('#name', 'إيرا فيل');
    await page.fill('#email', 'ira@example.com');
    await page.fill('[id="answer.employees"]', '١٢٬٥٠٠');
    await page.click('.details button.primary');
    await page.waitForSelector(`text=${texts.ar.booked}`);
    expect(await page.textContent('dl')).toContain('الاثنين، ١٣ أبريل ٢٠٢٦، ٩:٣٠ ص – ١٠:٠٠ ص');
    expect(await page.locator('dd bdi').allTextContents()).toEqual(expect.arrayContaining([name, 'ira@example.com']));
    const answers = await app.sql('SELECT "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1', [workspaceId]);
    expect(answers).toEqual([{ answer: ['12500'] }]);
    await seen('booked');

    await page.click('button[name="move"]');
    await page.click(`[aria-label="${next}"]`);
    await page.waitForSelector('#month:text-is("أبريل ٢٠٢٦")');
    await seen('move');
    await page.click('.day[value="2026-04-14"]');
    await page.click('.grid button[value="2026-04-14T12:00Z"]');
    await page.fill('#rescheduleReason', 'تأخر القطار');
    await seen('confirm-move');
    await page.click('.details button.primary');
    await page.waitForSelector('text=الثلاثاء، ١٤ أبريل ٢٠٢٦، ٢:٠٠ م');
    await page.click('button[name="cancel"]');
    await page.waitForSelector(`text=${texts.ar.cancelTitle}`);
    await seen('cancel');
    await page.click('button.primary');
    await page.waitForSelector(`text=${texts.ar.isCancelled}`);
  });
});

test('the digits are those of the region, and the months Gregorian also in Saudi Arabia', async () => {
  const { path } = await eventPage();
  const monthIn = async (locale: string) =>
    (await openPage(app, `${path}?month=2026-04`, { headers: { 'accept-language': locale } })).html.match(
      /<h2 id="month"[^>]*>([^<]*)/,
    )?.[1];
  expect(await Promise.all(['ar-EG', 'ar-SA', 'ar-AE', 'he-IL'].map(monthIn))).toEqual([
    ...['أبريل ٢٠٢٦', 'أبريل ٢٠٢٦', 'أبريل 2026', 'אפריל 2026'],
  ]);
});

test('a page in any language has the direction of that language, whatever that of its names', async () => {
  const { path } = await eventPage();
  const [arabic, english] = await Promise.all(['ar', 'en'].map((lang) => openPage(app, `${path}?lang=${lang}`)));
  expect(arabic?.html).toContain('<html lang="ar" dir="rtl">');
  expect(english?.html).toContain('<html lang="en">');
  expect(english?.html).toContain(`<h1><bdi>${name}</bdi></h1>`);
});
