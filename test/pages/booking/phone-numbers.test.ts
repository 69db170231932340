import { beforeEach, describe, expect, test } from 'vitest';
import { phoneCountries } from '#src/domain/contacts/phone-countries.ts';
import { languages } from '#src/domain/languages/language.ts';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { type BookingPage, filledIn, manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
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
    ['(202) 555-0123', {}, '+1 202 555 0123', '+12025550123'],
    ['090-1234-5678', { accepts: 'ja,en;q=0.5' }, '+81 90 1234 5678', '+819012345678'],
    ['07700 900123', { timeZone: 'Europe/London' }, '+44 7700 900123', '+447700900123'],
    ['1-800-FLOWERS', { timeZone: 'America/New_York' }, '+1 800 356 9377', '+18003569377'],
    ['+49 0176 1234567', {}, '+49 176 1234567', '+491761234567'],
  ])('%j with %j', async (typed, where, international, number) => {
    const headers = { 'accept-language': where.accepts ?? 'en' };
    const page = await send(typed, { ...where });
    expect(page.status).toBe(200);
    expect(page.text).toContain(texts[where.accepts?.startsWith('de') ? 'de' : 'en'].phoneRead(international));
    expect(page.values.get('phoneNumber')).toBe(typed);
    expect(page.html).toContain('aria-describedby="phoneNumber-read phoneNumber-hint"');
    expect(await numbersBooked()).toEqual([]);
    expect((await openPage(app, path, { form: page.values, headers })).status).toBe(303);
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
    expect(wrong.text).toContain(texts.en.phoneError('(201) 555-0123'));
    expect(wrong.text).toContain(read('+1 202 555 0123'));
    expect(wrong.values.get('answer.mobile')).toBe('(202) 555-0123');
    const query = new URLSearchParams({ dateTime: at, ...where, phoneNumber: '(202) 555-0123' });
    const linked = await openPage(app, `${path}?${query}`, { headers: { 'accept-language': 'en' } });
    expect(linked.text).toContain(read('+1 202 555 0123'));
    expect(linked.values.get('phoneNumber')).toBe('(202) 555-0123');
  });

  test.each([
    ['555-0123', 'America/New_York', texts.en.phoneError('(201) 555-0123')],
    ['12', 'Europe/London', texts.en.phoneError('07400 123456')],
    ['nobody', 'Europe/Rome', texts.en.phoneError('312 345 6789')],
    ['+1 202 555 0123 ext. 7', 'America/New_York', texts.en.phoneExtension],
    ['tel:+1-202-555-0123;ext=7', 'America/New_York', texts.en.phoneExtension],
    ['202 555 0123 or 0124', 'America/New_York', texts.en.phoneExtension],
  ])('%j in %s is no number', async (typed, timeZone, error) => {
    const page = await send(typed, { timeZone });
    expect(page.status).toBe(400);
    expect(page.text).toContain(error);
    expect(page.values.get('phoneNumber')).toBe(typed);
  });
});

describe('the country of a number', () => {
  const countryIn = ({ html }: BookingPage, name = 'phoneNumber') => {
    const [, list = ''] = new RegExp(`name="${name}\\.country".*?>(.*?)</select>`, 's').exec(html) ?? [];
    return /<option value="([^"]*)" selected>([^<]*)</.exec(list)?.slice(1);
  };

  test.each<[Where, string[]]>([
    [{ timeZone: 'Europe/Berlin' }, ['', 'Germany +49']],
    [{ timeZone: 'Europe/Berlin', accepts: 'en-US' }, ['', 'Germany +49']],
    [{ accepts: 'de-AT,en;q=0.5' }, ['', 'Österreich +43']],
    [{ accepts: 'ja,en;q=0.5' }, ['', 'Japan +81']],
    [{}, ['', 'United States +1']],
  ])('is guessed from %j', async ({ timeZone = 'UTC', accepts = 'en' }, expected) => {
    const headers = { 'accept-language': accepts };
    const page = await openPage(app, `${path}?dateTime=${at}&timeZone=${timeZone}`, { headers });
    expect(countryIn(page)).toEqual(expected);
    expect(page.html).toContain(`aria-label="${texts[accepts.startsWith('de') ? 'de' : 'en'].phoneCountry}"`);
  });

  test('can be chosen, and another choice is read and shown again', async () => {
    const country = (value: string) => ({ 'phoneNumber.country': value });
    const page = await send('(202) 555-0123', { timeZone: 'Europe/London' }, country('US'));
    expect(page.text).toContain(read('+1 202 555 0123'));
    expect(countryIn(page)).toEqual(['US', 'United States +1']);
    const german = await openPage(app, path, { form: filledIn(page, country('DE')) });
    expect(german.text).toContain(read('+49 202 5550123'));
    expect(await numbersBooked()).toEqual([]);
    expect((await openPage(app, path, { form: filledIn(german, country('DE')) })).status).toBe(303);
    expect(await numbersBooked()).toEqual(['+492025550123']);
  });

  test('is that of a number with its code', async () => {
    const page = await send('+44 20 7946 0123', { timeZone: 'America/New_York' }, { show: 'details' });
    expect([page.status, countryIn(page)]).toEqual([200, ['GB', 'United Kingdom +44']]);
    expect(page.text).not.toContain(read('+44 20 7946 0123'));
    const dialled = await send('011 44 20 7946 0123', { timeZone: 'America/New_York' });
    expect(dialled.status).toBe(303);
    expect(await numbersBooked()).toEqual(['+442079460123']);
  });

  test.each(['XX', 'us', '1'.repeat(300)])('is guessed where %j is none', async (country) => {
    const page = await send('(202) 555-0123', { timeZone: 'America/New_York' }, { 'phoneNumber.country': country });
    expect(page.text).toContain(read('+1 202 555 0123'));
    expect(countryIn(page)).toEqual(['', 'United States +1']);
  });

  test('stays while another time is chosen, and is part of a link', async () => {
    const query = new URLSearchParams({ dateTime: at, phoneNumber: '0176 1234567', 'phoneNumber.country': 'DE' });
    const linked = await openPage(app, `${path}?${query}&timeZone=UTC`);
    expect(countryIn(linked)).toEqual(['DE', 'Germany +49']);
    const form = filledIn(linked, { 'phoneNumber.country': 'DE', show: 'times' });
    const times = await openPage(app, path, { form });
    expect(times.values.getAll('phoneNumber.country')).toEqual(['DE']);
    const again = await openPage(app, path, { form: filledIn(times, { dateTime: at }) });
    expect(again.text).toContain(read('+49 176 1234567'));
    expect(countryIn(again)).toEqual(['DE', 'Germany +49']);
  });

  const askMobile = async () => {
    const customFieldId = await customField(app, owner.workspaceId, {
      ...{ identifier: 'mobile', inputType: 'PHONE', type: 'CALL' },
    });
    await app.insert('EventSecondaryQuestion', { workspaceId: owner.workspaceId, eventId, customFieldId });
  };

  test.each(languages)('has one list of all countries on a page of at most 45 kB in %s', async (language) => {
    await askMobile();
    const headers = { 'accept-language': 'de-AT,fr-CH' };
    const page = await openPage(app, `${path}?dateTime=${at}&timeZone=UTC&lang=${language}`, { headers });
    expect(Buffer.byteLength(page.html)).toBeLessThanOrEqual(45_000);
    const valuesIn = (html: string, name: string) => {
      const [, list = ''] = new RegExp(`name="${name}\\.country".*?>(.*?)</select>`, 's').exec(html) ?? [];
      return [...list.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
    };
    const likely = valuesIn(page.html, 'answer.mobile');
    expect(likely.slice(0, 2)).toEqual(['', 'CH']);
    const all = valuesIn(page.html, 'phoneNumber').slice(likely.length);
    expect(all.toSorted()).toEqual(phoneCountries.toSorted());
    expect(page.html).toContain(`>${texts[language].allCountries}</button></noscript>`);
    const form = filledIn(page, { phoneNumber: '0660 1234567', show: 'countries' });
    const whole = await openPage(app, path, { form, headers });
    expect(valuesIn(whole.html, 'answer.mobile').slice(likely.length)).toEqual(all);
    expect(whole.values.get('phoneNumber')).toBe('0660 1234567');
    expect(whole.html).not.toContain(texts[language].allCountries);
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
    expect(await page.inputValue('#phoneNumber')).toBe('(202) 555-0123');
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

  browserTest('a chosen country reads the number again, and a number with its code chooses it', async ({ newPage }) => {
    const { page, complaints } = await newPage({ ...visitor, extraHTTPHeaders: nextAddress() });
    await page.goto(`${app.url}${path}?dateTime=${at}&timeZone=America/New_York`);
    const list = page.getByRole('combobox', { name: texts.en.phoneCountry });
    const code = page.locator('.country span');
    expect(await code.textContent()).toBe('US +1');
    await page.fill('#phoneNumber', '+44 20 7946 0123');
    await page.locator('#phoneNumber').blur();
    await page.locator('.country span:text-is("GB +44")').waitFor();
    expect(await list.inputValue()).toBe('GB');
    await list.selectOption('DE');
    await page.locator('.country span:text-is("GB +44")').waitFor();
    await page.fill('#phoneNumber', '(202) 555-0123');
    await list.selectOption({ label: 'Germany +49' });
    await page.getByText(read('+49 202 5550123')).waitFor();
    // The list is focused by a key: its options are found by their names.
    await list.focus();
    await page.keyboard.type('United States');
    await page.getByText(read('+1 202 555 0123')).waitFor();
    await page.locator('.country span:text-is("US +1")').waitFor();
    expect(await numbersBooked()).toEqual([]);
    await page.click('button.primary');
    await page.waitForURL('**/b/**');
    expect(await numbersBooked()).toEqual(['+12025550123']);
    expect(complaints.filter((text) => /violat|refused to|error/i.test(text) && !/favicon/.test(text))).toEqual([]);
  });

  browserTest('a further list has all countries as soon as it is opened', async ({ newPage }) => {
    const customFieldId = await customField(app, owner.workspaceId, {
      ...{ identifier: 'mobile', inputType: 'PHONE', type: 'CALL' },
    });
    await app.insert('EventSecondaryQuestion', { workspaceId: owner.workspaceId, eventId, customFieldId });
    const { page } = await newPage({ ...visitor, extraHTTPHeaders: nextAddress() });
    await page.goto(`${app.url}${path}?dateTime=${at}&timeZone=America/New_York`);
    const list = page.locator('[name="answer.mobile.country"]');
    expect(await list.locator('option').count()).toBeLessThan(10);
    await list.focus();
    await list.selectOption('JP');
    await page.locator('.country span:text-is("JP +81")').waitFor();
    await page.fill('[name="answer.mobile"]', '090-1234-5678');
    await page.locator('[name="answer.mobile"]').blur();
    await page.getByText(read('+81 90 1234 5678')).waitFor();
    expect(await list.inputValue()).toBe('JP');
  });

  browserTest('the guessed country follows the zone of the browser in a form before the times', async ({ newPage }) => {
    await app.sql(`UPDATE "Event" SET "bookingFlow" = 'FORM_FIRST' WHERE "id" = $1`, [eventId]);
    const { page } = await newPage({ ...visitor, extraHTTPHeaders: nextAddress(), timezoneId: 'Asia/Tokyo' });
    await page.goto(`${app.url}${path}`);
    await page.locator('.country span:text-is("JP +81")').waitFor();
    await page.fill('#phoneNumber', '090-1234-5678');
    await page.locator('#phoneNumber').blur();
    await page.getByText(read('+81 90 1234 5678')).waitFor();
    expect(await page.inputValue('[name="phoneNumber.country"]')).toBe('');
  });

  browserTest('an error goes as soon as the number is one', async ({ newPage }) => {
    const { page } = await newPage({ ...visitor, extraHTTPHeaders: nextAddress() });
    await page.goto(`${app.url}${path}?dateTime=${at}&timeZone=America/New_York`);
    await page.fill('#phoneNumber', '555-0123');
    await page.click('button.primary');
    const error = page.locator('#phoneNumber-error');
    expect(await error.textContent()).toBe(texts.en.phoneError('(201) 555-0123'));
    expect(await page.getAttribute('#phoneNumber', 'aria-describedby')).toBe('phoneNumber-error phoneNumber-hint');
    await page.fill('#phoneNumber', '(202) 555-0123');
    await page.locator('#phoneNumber').blur();
    await page.getByText(read('+1 202 555 0123')).waitFor();
    expect(await error.count()).toBe(0);
    expect(await page.getAttribute('#phoneNumber', 'aria-invalid')).toBeNull();
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
