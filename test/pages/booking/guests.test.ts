import { beforeEach, expect, test } from 'vitest';
import { languages } from '#src/domain/languages/language.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { mailServer } from '../../support/mail-server.ts';
import { nextSerial } from '../../support/serial.ts';

const { mailer } = await mailServer();
const app = await useApp({ ...manyAddresses, mailer, inviteeLimits: memoryInviteeLimits(() => 0) });
let owner: Member;
let path: string;
let eventId: number;

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/guests-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
  path = `/e/${linkPrefix}`;
});

const dateTime = '2026-03-05T10:00:00.000Z';
const form = (query = '') => openPage(app, `${path}?dateTime=${dateTime}&timeZone=UTC${query}`);
const book = async (guests: string, query = '') =>
  openPage(app, path, { form: filledIn(await form(query), { email: 'ira@example.com', guests }) });
const storedGuests = async () =>
  (
    await app.sql<{ guests: string[] }>('SELECT "guests" FROM "EventCall" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ])
  ).map(({ guests }) => guests);

test('guests are booked as people list them, and are on the page of the booking and in its file', async () => {
  const { status, location } = await book('Sam <sam@example.com>, lee@example.com\r\nIRA@example.com');
  expect(status).toBe(303);
  expect(await storedGuests()).toEqual([['sam@example.com', 'lee@example.com']]);
  const address = new URL(location ?? '', `${app.url}${path}`).pathname;
  expect((await openPage(app, address)).text).toMatch(/Guests\s+sam@example\.com\s+lee@example\.com/);
  const file = (await openPage(app, `${address}.ics`)).html.replaceAll('\r\n ', '');
  expect(file).toContain('DESCRIPTION:Guests: sam@example.com\\, lee@example.com\\nhttp');
  expect(file).not.toContain('ATTENDEE');
});

test('the field is closed at first, and open with what is wrong and all that was typed', async () => {
  const details = (html: string) => /<details class="guests"[^>]*>/.exec(html)?.[0];
  expect(details((await form()).html)).toBe('<details class="guests">');
  const refused = await book('sam@example.com, sam@, Lee');
  expect([refused.status, details(refused.html)]).toEqual([400, '<details class="guests" open>']);
  expect(refused.text).toContain('This is not an email address: sam@, Lee');
  expect(refused.html).toContain('\nsam@example.com, sam@, Lee</textarea>');
  expect(refused.html.match(/name="guests"/g)).toHaveLength(1);
  const addresses = Array.from({ length: 11 }, (_, index) => `guest${index}@example.com`);
  expect((await book(addresses.join('\n'))).text).toContain('Please enter at most 10 guests.');
  expect(await storedGuests()).toEqual([]);
});

test('guests stay with the form while another time is chosen, and come from a link', async () => {
  const filled = filledIn(await form('&guests=sam@example.com'), { email: 'ira@example.com' });
  expect((await form('&guests=sam@example.com')).html).toContain('\nsam@example.com</textarea>');
  filled.set('guests', 'sam@example.com');
  filled.set('show', 'times');
  const times = await openPage(app, path, { form: filled });
  expect(times.values.get('guests')).toBe('sam@example.com');
});

test('an event that sends no email asks for no guests, and takes none', async () => {
  await app.sql('UPDATE "Event" SET "sendsMail" = false WHERE "id" = $1', [eventId]);
  expect((await form()).html).not.toContain('name="guests"');
  expect((await book('sam@example.com')).status).toBe(303);
  expect(await storedGuests()).toEqual([[]]);
});

test.each(languages.filter((language) => language !== 'en'))(
  'the field has words of its own in %s',
  async (language) => {
    const own = await form(`&lang=${language}`);
    expect(own.html).toContain('class="guests"');
    expect(own.text).not.toMatch(/Add guests|Up to 10/);
  },
);
