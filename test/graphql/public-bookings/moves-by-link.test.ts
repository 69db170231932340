import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { reschedulePath } from '../../support/bookings.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
let owner: Member;
let token: string;

/** An hour of the 6th of March, from 0. */
const at = (hour: number) => new Date(Date.UTC(2026, 2, 6, hour)).toISOString();

beforeEach(async () => {
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/moves-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  const input = { linkPrefix, dateTime: at(0), timeZone: 'UTC', email: 'ira@example.com' };
  token = (await send('createPublicBooking', input, '{ token }')).data.createPublicBooking.token;
});

async function send(name: string, input: object, selection: string) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) ${selection} }`;
  const { body } = await app.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...nextAddress() },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data, errors } = body;
  return errors ? { data, errors } : { data };
}

const move = (hour: number) =>
  send('reschedulePublicBooking', { token, dateTime: at(hour), timeZone: 'UTC' }, '{ dateTime }');
const cancel = () => send('cancelPublicBooking', { token }, '{ status }');
const movedTo = (hour: number) => ({ data: { reschedulePublicBooking: { dateTime: at(hour) } } });

const ofCall = '"workspaceId" = $1';
const callTime = async () => {
  const [row] = await app.sql<{ dateTime: string }>(`SELECT "dateTime" FROM "EventCall" WHERE ${ofCall}`, [
    owner.workspaceId,
  ]);
  return new Date(row?.dateTime ?? '').toISOString();
};

/** Time passes for the moves that were made. */
const pass = (minutes: number) =>
  app.sql(`UPDATE "EventCallChange" SET "createdAt" = "createdAt" - $2 * interval '1 minute' WHERE ${ofCall}`, [
    ...[owner.workspaceId, minutes],
  ]);

async function moveTimes(count: number, first = 1) {
  for (let hour = first; hour < first + count; hour++) expect(await move(hour)).toEqual(movedTo(hour));
}

/** Two hundred moves would take most of the time of this file. */
async function movedTimes(count: number) {
  const [call] = await app.sql<{ id: number }>(`SELECT "id" FROM "EventCall" WHERE ${ofCall}`, [owner.workspaceId]);
  await app.sql(
    `INSERT INTO "EventCallChange" ("workspaceId", "eventCallId", "kind", "actorKind", "createdAt")
     SELECT $1, $2, 'MOVED', 'INVITEE', now() - n * interval '1 day' FROM generate_series($3::int, 1, -1) n`,
    [owner.workspaceId, call?.id, count],
  );
}

test('a call is moved by its link five times in any hour', async () => {
  await moveTimes(4);
  await pass(30);
  await moveTimes(1, 5);
  const refused = (await move(6)).errors[0];
  const { code, limit } = refused.extensions;
  expect([code, limit.points, limit.windowSec, limit.remaining]).toEqual(['RATE_LIMIT_EXCEEDED', 5, 3600, 0]);
  expect(refused.message).toMatch(/^This call was rescheduled by its link as often as is allowed within an hour: 5 /);
  expect(refused.extensions.retryAfter).toBeGreaterThan(29 * 60);
  expect(refused.extensions.retryAfter).toBeLessThanOrEqual(30 * 60);
  expect(await callTime()).toBe(at(5));
  await pass(30);
  // The first four are an hour old, and the fifth is not.
  await moveTimes(4, 6);
  expect((await move(10)).errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED');
});

test('of ten moves at the same time, five happen', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => move(index + 1)));
  expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(5);
  const codes = answers.flatMap(({ errors }) => errors ?? []).map(({ extensions }) => extensions.code);
  expect(codes).toEqual(Array.from({ length: 5 }, () => 'RATE_LIMIT_EXCEEDED'));
});

test('a call is moved by its link twenty times in all', async () => {
  await movedTimes(19);
  await moveTimes(1);
  const { extensions } = (await move(2)).errors[0];
  expect(extensions.details.fieldErrors).toEqual({
    token: [
      'The call was rescheduled 20 times by its link, which is the maximum: ask the host to reschedule it, or cancel it',
    ],
  });
  expect(extensions.details.errors[0]).toMatchObject({ path: 'token', code: 'limit_reached' });
  expect(await callTime()).toBe(at(1));
});

test('a move that is refused counts nothing, and neither do those of the team', async () => {
  for (let time = 0; time < 6; time++) expect((await move(0)).errors[0].extensions.code).toBe('VALIDATION_FAILED');
  await movedTimes(14);
  const key = await app.apiKey(owner);
  const [call] = await app.sql<{ id: number }>(`SELECT "id" FROM "EventCall" WHERE ${ofCall}`, [owner.workspaceId]);
  for (let hour = 1; hour <= 7; hour++) {
    const input = { id: call?.id, dateTime: at(hour), timeZone: 'UTC' };
    expect((await sendJson(app, ['PUT', reschedulePath], input, { key })).status).toBe(200);
  }
  await moveTimes(5, 8);
});

test('a call can be cancelled by its link however often it was moved, and then not be moved', async () => {
  await movedTimes(20);
  expect(await cancel()).toEqual({ data: { cancelPublicBooking: { status: 'CANCELLED' } } });
  expect((await move(3)).errors[0].extensions.details.fieldErrors).toEqual({
    token: ['The call is cancelled: book a new one'],
  });
});

test('the page says when the call can be moved again, and lets it be cancelled', async () => {
  await moveTimes(5);
  const form = new URLSearchParams({ do: 'move', dateTime: at(6), timeZone: 'UTC' });
  const page = await openPage(app, `/b/${token}`, { form });
  expect(page.status).toBe(429);
  expect(page.text).toMatch(
    /This call was rescheduled several times within an hour.*You can reschedule it again after \d+:\d\d/,
  );
  expect(page.html).toContain('role="alert"');
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(page.html).toContain('name="cancel"');
  // The same form once more, of a move that was made: it is done.
  const made = new URLSearchParams({ do: 'move', dateTime: at(5), timeZone: 'UTC' });
  expect((await openPage(app, `/b/${token}`, { form: made })).status).toBe(303);
  const cancelled = await openPage(app, `/b/${token}`, { form: new URLSearchParams({ do: 'cancel' }) });
  expect(cancelled.status).toBe(303);
});

test.each([
  ['en', 'Please ask your host for another time'],
  ['de', 'Bitten Sie Ihr Gegenüber um eine andere Zeit'],
  ['es', 'Pida otra hora a su anfitrión'],
  ['fr', 'Demandez un autre horaire à votre interlocuteur'],
  ['pt', 'Peça outra hora ao seu anfitrião'],
])('the page says in %s that the link cannot move the call any more', async (lang, text) => {
  await movedTimes(20);
  const form = new URLSearchParams({ do: 'move', dateTime: at(6), timeZone: 'UTC', lang });
  const page = await openPage(app, `/b/${token}`, { form });
  expect([page.status, page.text.includes(text)]).toEqual([400, true]);
});
