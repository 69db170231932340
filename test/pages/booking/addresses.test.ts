import { beforeEach, describe, expect, test } from 'vitest';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({
  ...{ ownAddress: true, appUrl: 'own', baseUrl: 'own' },
  ...manyAddresses,
  inviteeLimits: memoryInviteeLimits(() => 0),
});
let owner: Member;
let path: string;

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/addresses-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix });
  const question = { workspaceId: owner.workspaceId, eventId, type: 'EMAIL', statement: 'Your address?' };
  await app.insert('InviteeQuestion', { ...question, required: true });
  path = `/e/${linkPrefix}`;
});

const at = '2026-03-05T10:00:00.000Z';
const addressBooked = async () => {
  const text = 'SELECT "inviteeEmail" FROM "EventCall" WHERE "workspaceId" = $1';
  return (await app.sql<{ inviteeEmail: string }>(text, [owner.workspaceId]))[0]?.inviteeEmail;
};

const accepted = [
  ['smith&jones@example.com', 'smith&jones@example.com'],
  ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['\u202aira@example.com\u202c', 'ira@example.com'],
  ['mailto:ira@example.com', 'ira@example.com'],
  ['\u00a0ira@example.com\u200b', 'ira@example.com'],
] as const;

const refused = [
  ['ira@example', 'emailError'],
  ['ira..cole@example.com', 'emailError'],
  ['a@example.com, b@example.com', 'emailError'],
  ['élise@example.com', 'emailLocalPartError'],
  ['почта@пример.рф', 'emailLocalPartError'],
] as const;

describe('the form takes the addresses of the API', () => {
  test.each(accepted)('%j', async (typed, stored) => {
    const page = await openPage(app, `${path}?dateTime=${at}`);
    expect((await openPage(app, path, { form: filledIn(page, { email: typed }) })).status).toBe(303);
    expect(await addressBooked()).toBe(stored);
  });

  test.each(refused)('and refuses %j as it does, with its reason', async (typed, text) => {
    const page = await openPage(app, `${path}?dateTime=${at}&lang=en`);
    const again = await openPage(app, path, { form: filledIn(page, { email: typed }) });
    expect(again.status).toBe(400);
    expect(again.text).toContain(texts.en[text]);
    expect(again.values.get('email')).toBe(typed);
  });
});

describe.skipIf(!hasBrowser)(`the rule of the browser is in nobody's way${unlessBrowser}`, () => {
  browserTest.for(accepted)('%j is booked', async ([typed, stored], { newPage }) => {
    const { page } = await newPage({ extraHTTPHeaders: nextAddress() });
    await page.goto(`${app.url}${path}?dateTime=${at}&timeZone=UTC`);
    await page.fill('#email', typed);
    await page.click('button.primary');
    await page.waitForURL('**/b/**');
    expect(await addressBooked()).toBe(stored);
  });

  browserTest.for(['info@пример.рф', '\u202aira@example.com\u202c', 'mailto:ira@example.com'])(
    '%j reaches the sign-in',
    async (typed, { newPage }) => {
      const { page } = await newPage({ extraHTTPHeaders: nextAddress() });
      await page.goto(`${app.url}/sign-in`);
      await page.fill('#email', typed);
      await page.fill('#password', 'no password of anybody');
      await page.click('button.primary');
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toBe('Wrong email or password.');
    },
  );
});
