import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField } from '../../support/custom-fields.ts';
import { usernameOf } from '../../support/events.ts';
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
  const linkPrefix = `${await usernameOf(app, owner)}/plus-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
  path = `/e/${linkPrefix}`;
  for (const [displayIndex, type] of ['FIRST_NAME', 'EMAIL', 'EMAIL', 'PHONE_NO'].entries()) {
    const question = { workspaceId: owner.workspaceId, eventId, type, statement: type, required: false, displayIndex };
    await app.insert('InviteeQuestion', question);
  }
  for (const inputType of ['EMAIL', 'PHONE', 'TEXT']) {
    const row = { identifier: inputType.toLowerCase(), inputType, type: 'CALL' };
    const customFieldId = await customField(app, owner.workspaceId, row);
    const question = { workspaceId: owner.workspaceId, eventId, customFieldId, required: false };
    await app.insert('EventSecondaryQuestion', question);
  }
});

const time = '2026-03-05T10:00:00.000Z';
const linked =
  'email=ira+tag@example.com&email.2=b+c@example.com&phoneNumber=+4915112345678&firstName=Ira+Fox&utm_source=a+b' +
  '&answer.email=d+e%40example.com&answer.phone=+12045550103&answer.text=one+two';
const meant = {
  ...{ email: 'ira+tag@example.com', 'email.2': 'b+c@example.com', phoneNumber: '+4915112345678' },
  ...{ firstName: 'Ira Fox', 'answer.email': 'd+e@example.com', 'answer.phone': '+12045550103' },
  ...{ 'answer.text': 'one two', utm_source: 'a b' },
};

describe('a link fills in addresses and numbers with their plus', () => {
  test('and texts with a space', async () => {
    const page = await openPage(app, `${path}?dateTime=${time}&timeZone=UTC&${linked}`);
    expect(Object.fromEntries(page.values)).toMatchObject(meant);
    expect((await openPage(app, path, { form: filledIn(page, {}) })).status).toBe(303);
    const text = 'SELECT "inviteeEmail", "phoneNumber", "inviteeName" FROM "EventCall" WHERE "workspaceId" = $1';
    expect(await app.sql(text, [owner.workspaceId])).toEqual([
      { inviteeEmail: meant.email, phoneNumber: meant.phoneNumber, inviteeName: 'Ira Fox' },
    ]);
  });

  test('as a link does that writes them as %2B', async () => {
    const page = await openPage(app, `${path}?dateTime=${time}&${new URLSearchParams(meant)}`);
    expect(Object.fromEntries(page.values)).toMatchObject(meant);
  });

  test('at the step of the times, before and in place of the form', async () => {
    const times = await openPage(app, `${path}?timeZone=UTC&date=2026-03-05&${linked}`);
    expect(Object.fromEntries(times.values)).toMatchObject(meant);
    await app.sql(`UPDATE "Event" SET "bookingFlow" = 'FORM_FIRST' WHERE "id" = $1`, [eventId]);
    expect(Object.fromEntries((await openPage(app, `${path}?${linked}`)).values)).toMatchObject(meant);
  });

  test('from the list of a member to the event', async () => {
    const list = await openPage(app, `/e/${path.split('/')[2]}?${linked}`);
    const [, href = ''] = /href="\.\.(\/e\/[^"]*)"/.exec(list.html) ?? [];
    const page = await openPage(app, `${href.replaceAll('&amp;', '&').replaceAll('&#38;', '&')}&dateTime=${time}`);
    expect(Object.fromEntries(page.values)).toMatchObject(meant);
  });

  test('and the time keeps that of its offset', async () => {
    const page = await openPage(app, `${path}?dateTime=2026-03-05T11:00:00+01:00`);
    expect(page.values.get('dateTime')).toBe(time);
  });
});

describe.skipIf(!hasBrowser)(`in a browser${unlessBrowser}`, () => {
  browserTest('the way from the link to the booking keeps it, also to another time zone', async ({ newPage }) => {
    const { page } = await newPage({ extraHTTPHeaders: nextAddress(), timezoneId: 'America/New_York' });
    await page.goto(`${app.url}${path}?date=2026-03-05&${linked}`);
    await page.locator('#timeZone').selectOption('Europe/Berlin');
    await page.locator('.grid button').first().click();
    await page.locator('#email').waitFor();
    expect(await page.inputValue('#email')).toBe(meant.email);
    expect(await page.inputValue('#phoneNumber')).toBe(meant.phoneNumber);
    expect(await page.inputValue('#firstName')).toBe(meant.firstName);
    await page.click('button.primary');
    await page.waitForURL('**/b/**');
  });
});
