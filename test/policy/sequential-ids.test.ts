import { beforeAll, describe, expect, test } from 'vitest';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { testSecretKey } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { filledIn, nextAddress, openPage } from '../support/booking-pages.ts';
import { takeMails, useMailedApp } from '../support/call-mails.ts';
import type { Member } from '../support/factories.ts';

// Ids of records are given in order. Whoever sees one of them, and another one later, knows how many came in between.

const { app, mail, sendDue, errors } = await useMailedApp();
const linkPrefix = 'ada-hart/intro';
let owner: Member;

/** Every id that a row gets from now on has nine digits and begins with 8. */
beforeAll(async () => {
  const sequences = await app.sql<{ name: string }>(
    `SELECT quote_ident(sequencename) AS "name" FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1`,
  );
  for (const [index, { name }] of sequences.entries()) {
    await app.sql(`ALTER SEQUENCE ${name} RESTART WITH ${800_000_000 + index * 1_000_000}`);
  }
  owner = await app.workspace();
  expect([owner.workspaceId, owner.userId].every((id) => id >= 800_000_000)).toBe(true);
  await app.sql('UPDATE "User" SET "username" = $1 WHERE "id" = $2', ['ada-hart', owner.userId]);
  const eventId = await bookableEvent(app, owner, {
    linkPrefix,
    location: 'CUSTOM',
    locationLink: 'https://meet.example',
  });
  const { workspaceId } = owner;
  const field = { workspaceId, type: 'CALL', inputType: 'RADIO_BUTTON', name: 'Budget', identifier: 'budget' };
  const { id: customFieldId } = await app.insert('CustomField', field);
  await app.insert('CustomFieldOption', { workspaceId, customFieldId, name: 'Small', displayIndex: 0 });
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId, displayIndex: 0 });
});

/**
 * What shows an id in a text: a number from a sequence that has just begun, or the workspace in the letters that links are
 * made of. A random token may have any nine digits, but hardly those.
 */
function idsIn(text: string): string[] {
  const workspace = owner.workspaceId.toString(36);
  const numbers = [...text.matchAll(/(?<!\d)8\d{2}000\d{3}(?!\d)/g)].map(([id]) => id);
  return numbers.concat(text.includes(workspace) ? workspace : []);
}

const textOf = ({ html, headers, location }: Awaited<ReturnType<typeof openPage>>) =>
  [html, location, ...[...headers].map(String)].join('\n');

const details = { email: 'ira@example.com', firstName: 'Ira', lastName: 'Fox', timeZone: 'UTC' };

async function bookedPath(dateTime: string): Promise<string> {
  const page = await openPage(app, `/e/${linkPrefix}?dateTime=${encodeURIComponent(dateTime)}&timeZone=UTC`);
  const form = new URLSearchParams({ ...Object.fromEntries(filledIn(page, details)), dateTime, timeZone: 'UTC' });
  const booked = await openPage(app, `/e/${linkPrefix}`, { form });
  expect([booked.status, idsIn(textOf(page)), idsIn(textOf(booked))]).toEqual([303, [], []]);
  return new URL(booked.location ?? '', `${app.url}/e/${linkPrefix}`).pathname;
}

test.each([
  '/e/ada-hart',
  `/e/${linkPrefix}`,
  `/e/${linkPrefix}?date=2026-03-05&timeZone=UTC`,
  `/e/${linkPrefix}/qr.svg`,
  `/e/${linkPrefix}/preview.png`,
  '/embed.js',
])('%s shows no id', async (path) => {
  const page = await openPage(app, path);
  expect([page.status, idsIn(textOf(page))]).toEqual([200, []]);
});

test('a booking, its page, its file and what the mails of it have show none', async () => {
  const path = await bookedPath('2026-03-05T10:00:00.000Z');
  for (const address of [path, `${path}.ics`, `${path}?change=move`]) {
    expect([address, idsIn(textOf(await openPage(app, address)))]).toEqual([address, []]);
  }
  expect(idsIn(path)).toEqual([]);
  await sendDue();
  const sources = mail.received.map(({ source }) => source.toString());
  expect(sources).toHaveLength(2);
  expect(sources.map(idsIn)).toEqual([[], []]);
  // Encoded parts, which the source has in other letters.
  const mails = await takeMails(mail);
  expect(
    mails.flatMap(({ text, html, calendar, messageId }) => idsIn([text, html, calendar?.text, messageId].join('\n'))),
  ).toEqual([]);
  expect(errors).toEqual([]);
});

test('what GraphQL answers without a credential has none', async () => {
  const send = async (query: string) => {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json', ...nextAddress() };
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, body });
    return `${await response.text()}\n${[...response.headers].join('\n')}`;
  };
  const event = await send(
    `{ publicEvent(linkPrefix: "${linkPrefix}") { name inviteeQuestions { statement } secondaryQuestions { identifier options } }
       publicEventDates(linkPrefix: "${linkPrefix}", timeZone: "UTC") { dateTimes } }`,
  );
  expect(event).toContain('Small');
  const booking = await send(
    `mutation { createPublicBooking(input: { linkPrefix: "${linkPrefix}", dateTime: "2026-03-06T10:00:00Z", timeZone: "UTC",
       email: "noor@example.com" }) { token redirectUrl booking { name linkPrefix } } }`,
  );
  expect(booking).toContain('"token":"-');
  const taken = await send(
    `mutation { createPublicBooking(input: { linkPrefix: "${linkPrefix}", dateTime: "2026-03-06T10:00:00Z", timeZone: "UTC",
       email: "sam@example.com" }) { token } }`,
  );
  expect(taken).toContain('nextAvailable');
  expect([event, booking, taken].map(idsIn)).toEqual([[], [], []]);
});

describe('the token of a booking', () => {
  const tokens = new BookingTokens(testSecretKey);

  test('is read again, and two of a workspace have nothing in common', () => {
    const references = ['call_One', 'call_Two'].map((previewId) => ({ workspaceId: owner.workspaceId, previewId }));
    const signed = references.map((each) => tokens.sign(each));
    expect(signed.map((token) => tokens.read(token))).toEqual(references);
    const [one = '', two = ''] = signed.map((token) => token.split('.')[0]);
    expect(one).not.toBe(two);
    for (const part of [one, two]) {
      expect(Buffer.from(part.slice(1), 'base64url').readInt32BE()).not.toBe(owner.workspaceId);
    }
    expect(new BookingTokens(`${testSecretKey}.`).read(signed[0] ?? '')).toBeUndefined();
  });

  test('that an earlier version signed opens its call', async () => {
    const path = await bookedPath('2026-03-07T10:00:00.000Z');
    const { previewId } = tokens.read(path.slice('/b/'.length)) ?? { previewId: '' };
    const earlier = new SignedTexts(testSecretKey, 'booking links').sign(
      `${owner.workspaceId.toString(36)}.${previewId}`,
    );
    expect((await openPage(app, `/b/${earlier}`)).status).toBe(200);
    expect((await openPage(app, `/b/${earlier.slice(0, -1)}`)).status).toBe(404);
  });
});
