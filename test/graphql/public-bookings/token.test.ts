import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let app: TestApp;
let owner: Member;
let token: string;
const hour = (of: number) => new Date(Date.UTC(2026, 2, 5, of)).toISOString();

// Each test has a server of its own, because all of them come from one address, whose requests are limited.
afterEach(async () => {
  expect(app.unexpected).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  app = await testApp();
  owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/public-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  const input = { linkPrefix, dateTime: hour(7), timeZone: 'UTC', email: 'ira@example.com' };
  const mutation = 'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }';
  token = (await app.graphql(mutation, undefined, { input })).body.data.createPublicBooking.token;
});

const seen = '{ status dateTime timeZone inviteeEmail }';
const ask = async (query: string, variables?: Record<string, unknown>) =>
  (await app.graphql(query, undefined, variables)).body;
const move = (input: object) =>
  ask(`mutation ($input: ReschedulePublicBookingInput!) { reschedulePublicBooking(input: $input) ${seen} }`, { input });
const cancel = (input: object) =>
  ask(`mutation ($input: CancelPublicBookingInput!) { cancelPublicBooking(input: $input) ${seen} }`, { input });
const kinds = async () => (await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind);
const details = (body: { errors: { extensions: { details: { fieldErrors: object } } }[] }) =>
  body.errors[0]?.extensions.details.fieldErrors;

describe('the token of a booking', () => {
  test('shows the booking, moves it and cancels it', async () => {
    const booked = { status: 'SCHEDULED', dateTime: hour(7), timeZone: 'UTC', inviteeEmail: 'ira@example.com' };
    expect(await ask(`{ publicBooking(token: "${token}") ${seen} }`)).toEqual({ data: { publicBooking: booked } });
    const moved = await move({ token, dateTime: hour(9), timeZone: 'Asia/Tokyo', rescheduleReason: 'Ill' });
    const now = { ...booked, status: 'RESCHEDULED', dateTime: hour(9), timeZone: 'Asia/Tokyo' };
    expect(moved).toEqual({ data: { reschedulePublicBooking: now } });
    const cancelled = { ...now, status: 'CANCELLED' };
    expect(await cancel({ token, cancelReason: 'No need' })).toEqual({ data: { cancelPublicBooking: cancelled } });
    // Once more changes nothing.
    expect(await cancel({ token })).toEqual({ data: { cancelPublicBooking: cancelled } });
    expect(await kinds()).toEqual(['contact.created', 'call.booked', 'call.rescheduled', 'call.cancelled']);
    expect(details(await move({ token, dateTime: hour(11) }))).toEqual({
      token: ['The call is cancelled: book a new one'],
    });
    // Nor does it once the call would have begun.
    app.clock.set(hour(10));
    expect(await cancel({ token })).toEqual({ data: { cancelPublicBooking: cancelled } });
  });

  test('opens no other booking: a token that was changed, cut or signed elsewhere is NOT_FOUND', async () => {
    const [workspace, call, signature] = token.split('.') as [string, string, string];
    const last = signature.endsWith('A') ? 'B' : 'A';
    const others = ['', 'x', `${workspace}.${call}`, `${workspace}.${call}.`, `${token}x`];
    const changed = [
      `${workspace}1.${call}.${signature}`,
      `${workspace}.${call.slice(0, -1)}${call.endsWith('x') ? 'y' : 'x'}.${signature}`,
      `${workspace}.${call}.${signature.slice(0, -1)}${last}`,
      `${workspace}.${call}.${Buffer.alloc(32).toString('base64url')}`,
    ];
    for (const each of [...others, ...changed]) {
      for (const body of [
        await ask(`query ($token: String!) { publicBooking(token: $token) ${seen} }`, { token: each }),
        await move({ token: each, dateTime: hour(9) }),
        await cancel({ token: each }),
      ]) {
        expect([each, body.errors[0].extensions.code]).toEqual([each, 'NOT_FOUND']);
      }
    }
    expect(await kinds()).toEqual(['contact.created', 'call.booked']);
  });

  test('moves a call to no time that is not open, to none that has passed, and not to its own', async () => {
    expect(details(await move({ token, dateTime: hour(7) }))).toEqual({
      dateTime: ['Is already the time of the call'],
    });
    expect(details(await move({ token, dateTime: '2026-03-05T09:10:00Z' }))).toEqual({
      dateTime: ['This time is not available'],
    });
    expect(details(await move({ token, dateTime: '2026-03-04T11:00:00Z' }))).toEqual({
      dateTime: ['Must be in the future'],
    });
    expect(await kinds()).toEqual(['contact.created', 'call.booked']);
  });

  test('opens nothing any more when the call has been over for thirty days, wherever it was moved to', async () => {
    const [{ duration } = { duration: 0 }] = await app.sql<{ duration: number }>('SELECT "duration" FROM "Event"');
    await move({ token, dateTime: hour(9) });
    const ended = Date.parse(hour(9)) + duration * 60_000 + 30 * 86_400_000;
    const query = `query ($token: String!) { publicBooking(token: $token) ${seen} }`;
    app.clock.set(new Date(ended - 1).toISOString());
    expect((await ask(query, { token })).data.publicBooking.status).toBe('RESCHEDULED');
    app.clock.set(new Date(ended).toISOString());
    for (const body of [
      await ask(query, { token }),
      await move({ token, dateTime: hour(20) }),
      await cancel({ token }),
    ]) {
      expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
    }
    expect(await kinds()).toEqual(['contact.created', 'call.booked', 'call.rescheduled']);
  });

  test('changes nothing any more when the call has begun', async () => {
    app.clock.set(hour(7));
    expect(details(await move({ token, dateTime: hour(20) }))).toEqual({ token: ['The call has already begun'] });
    expect(details(await cancel({ token }))).toEqual({ token: ['The call has already begun'] });
    expect(await kinds()).toEqual(['contact.created', 'call.booked']);
  });
});
