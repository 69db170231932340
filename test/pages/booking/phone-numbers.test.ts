import { beforeEach, describe, expect, test } from 'vitest';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({
  ...{ ownAddress: true, appUrl: 'own', baseUrl: 'own' },
  ...manyAddresses,
  inviteeLimits: memoryInviteeLimits(() => 0),
});
let owner: Member;
let eventId: number;
let path: string;

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/phones-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
  const question = { workspaceId: owner.workspaceId, eventId, type: 'PHONE_NO', statement: 'Your number?' };
  await app.insert('InviteeQuestion', { ...question, required: true });
  path = `/e/${linkPrefix}`;
});

const at = '2026-03-05T10:00:00.000Z';
const numbersBooked = async () => {
  const text = 'SELECT "phoneNumber" FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY "id"';
  const rows = await app.sql<{ phoneNumber: string }>(text, [owner.workspaceId]);
  return rows.map(({ phoneNumber }) => phoneNumber);
};
const read = (number: string) => texts.en.phoneRead(number);

interface Where {
  readonly timeZone?: string;
  readonly accepts?: string;
}

async function send(phoneNumber: string, { timeZone = 'UTC', accepts = 'en' }: Where = {}, more = {}) {
  const headers = { 'accept-language': accepts };
  const page = await openPage(app, `${path}?dateTime=${at}&timeZone=${timeZone}`, { headers });
  return openPage(app, path, { form: filledIn(page, { phoneNumber, ...more }), headers });
}

describe('a number with the code of its country is booked at once, however it was pasted', () => {
  test.each([
    ['\u202a+49 176 1234567\u202c', '+491761234567'],
    ['\u2066+49\u00a0176\u20111234567\u2069', '+491761234567'],
    ['＋４９ １７６ １２３４５６７', '+491761234567'],
    ['tel:+49-176-1234567', '+491761234567'],
    ['+49\u00ad176\u200b/\u20131234567\ufeff', '+491761234567'],
    ['0049 (176) 1234.567', '+491761234567'],
  ])('%j', async (typed, number) => {
    expect((await send(typed)).status).toBe(303);
    expect(await numbersBooked()).toEqual([number]);
  });
});

describe('a number without it is shown before it is booked', () => {
  test.each<[string, Where, string, string]>([
    ['(202) 555-0123', { timeZone: 'America/New_York' }, '+1 202 555 0123', '+12025550123'],
    ['0176 1234567', { timeZone: 'Europe/Berlin' }, '+49 176 1234567', '+491761234567'],
    ['0176 1234567', { accepts: 'de-DE,en;q=0.5' }, '+49 176 1234567', '+491761234567'],
    ['0176 1234567', { timeZone: 'America/New_York', accepts: 'de-DE' }, '+49 176 1234567', '+491761234567'],
    ['098765 43210', { timeZone: 'Asia/Kolkata' }, '+91 98765 43210', '+919876543210'],
  ])('%j with %j', async (typed, where, international, number) => {
    const page = await send(typed, { ...where });
    expect(page.status).toBe(200);
    expect(page.text).toContain(texts[where.accepts?.startsWith('de') ? 'de' : 'en'].phoneRead(international));
    expect(page.values.get('phoneNumber')).toBe(international);
    expect(page.html).toContain('aria-describedby="phoneNumber-read phoneNumber-hint"');
    expect(await numbersBooked()).toEqual([]);
    expect((await openPage(app, path, { form: page.values })).status).toBe(303);
    expect(await numbersBooked()).toEqual([number]);
  });

  test('also beside mistakes, in an answer of its own, and where a link fills it in', async () => {
    const customFieldId = await customField(app, owner.workspaceId, {
      ...{ identifier: 'mobile', inputType: 'PHONE', type: 'CALL' },
    });
    const question = { workspaceId: owner.workspaceId, eventId, customFieldId, required: true };
    await app.insert('EventSecondaryQuestion', question);
    const where = { timeZone: 'America/New_York' };
    const wrong = await send('nobody', where, { 'answer.mobile': '(202) 555-0123' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain(texts.en.phoneError);
    expect(wrong.text).toContain(read('+1 202 555 0123'));
    expect(wrong.values.get('answer.mobile')).toBe('+1 202 555 0123');
    const query = new URLSearchParams({ dateTime: at, ...where, phoneNumber: '(202) 555-0123' });
    const linked = await openPage(app, `${path}?${query}`, { headers: { 'accept-language': 'en' } });
    expect(linked.text).toContain(read('+1 202 555 0123'));
    expect(linked.values.get('phoneNumber')).toBe('+1 202 555 0123');
  });

  test.each([
    ['(202) 555-0123', 'UTC'],
    ['12', 'America/New_York'],
    ['+1 202 555 0123 ext. 7', 'America/New_York'],
    ['tel:+1-202-555-0123;ext=7', 'America/New_York'],
    ['202 555 0123 or 0124', 'America/New_York'],
  ])('%j in %s is no number', async (typed, timeZone) => {
    const page = await send(typed, { timeZone });
    expect(page.status).toBe(400);
    expect(page.text).toContain(texts.en.phoneError);
    expect(page.values.get('phoneNumber')).toBe(typed);
  });
});

describe.skipIf(!hasBrowser)(`in a browser${unlessBrowser}`, () => {
  const visitor = { extraHTTPHeaders: nextAddress(), locale: 'en-GB', timezoneId: 'America/New_York' };

  browserTest('the script shows the number as soon as it is typed, in the zone of the browser', async ({ newPage }) => {
    const { page, complaints } = await newPage(visitor);
    await page.goto(`${app.url}${path}?dateTime=${at}`);
    await page.locator('input[name="timeZone"][value="America/New_York"]').waitFor({ state: 'attached' });
    await page.fill('#phoneNumber', '(202) 555-0123');
    await page.locator('#phoneNumber').blur();
    await page.getByText(read('+1 202 555 0123')).waitFor();
    expect(await page.inputValue('#phoneNumber')).toBe('+1 202 555 0123');
    expect(await numbersBooked()).toEqual([]);
    await page.click('button.primary');
    await page.waitForURL('**/b/**');
    expect(await numbersBooked()).toEqual(['+12025550123']);
    expect(complaints.filter((text) => /violat|refused to|error/i.test(text) && !/favicon/.test(text))).toEqual([]);
  });

  browserTest('the note goes when another number is typed', async ({ newPage }) => {
    const { page } = await newPage({ ...visitor, extraHTTPHeaders: nextAddress() });
    await page.goto(`${app.url}${path}?dateTime=${at}&timeZone=America/New_York`);
    await page.fill('#phoneNumber', '(202) 555-0123');
    await page.locator('#phoneNumber').blur();
    await page.getByText(read('+1 202 555 0123')).waitFor();
    await page.fill('#phoneNumber', '\u202a+49 176 1234567\u202c');
    await page.locator('#phoneNumber').blur();
    await page.getByText(read('+1 202 555 0123')).waitFor({ state: 'detached' });
    await page.click('button.primary');
    await page.waitForURL('**/b/**');
    expect(await numbersBooked()).toEqual(['+491761234567']);
  });

  browserTest('without script the server shows it before it books', async ({ newPage }) => {
    const { page } = await newPage({ ...visitor, extraHTTPHeaders: nextAddress(), javaScriptEnabled: false });
    await page.goto(`${app.url}${path}?dateTime=${at}&timeZone=America/New_York`);
    await page.fill('#phoneNumber', '(202) 555-0123');
    await page.click('button.primary');
    await page.getByText(read('+1 202 555 0123')).waitFor();
    expect(await numbersBooked()).toEqual([]);
    await page.click('button.primary');
    await page.waitForURL('**/b/**');
    expect(await numbersBooked()).toEqual(['+12025550123']);
  });
});
