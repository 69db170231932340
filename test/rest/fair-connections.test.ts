import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { type TestApp, useApp } from '../support/app.ts';
import { type Booking, bookingIn, march } from '../support/bookings.ts';

const app = await useApp({ isServing: true });
const busy = await bookingIn(app, { linkPrefix: 'ada/busy' });
const quiet = await bookingIn(app, { linkPrefix: 'ada/quiet' });

let ended: (() => Promise<unknown>) | undefined;
afterEach(() => ended?.());

/** Requests that all wait for a host of the busy workspace, whom a transaction of the test has locked. */
async function whileWaiting(send: (number: number) => Promise<unknown>, count: number): Promise<void> {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM "Membership" WHERE "workspaceId" = $1 FOR UPDATE', [busy.workspaceId]);
  const sent = Promise.all(Array.from({ length: count }, (_, number) => send(number)));
  ended = async () => {
    ended = undefined;
    await client.query('COMMIT');
    await client.end();
    await sent;
  };
  await expect.poll(() => waitingIn(app)).toBeGreaterThan(count / 2);
}

const waitingIn = ({ context: { db } }: TestApp) => db.pools().find(({ pool }) => pool === 'pool')?.waiting ?? 0;

const email = (number: number) => `invitee-${number}@example.com`;

const mutation = `mutation ($input: CreatePublicBookingInput!) {
  createPublicBooking(input: $input) { booking { status } }
}`;

const bookedBy = (number: number, linkPrefix: string) =>
  app.graphql(mutation, undefined, {
    input: { linkPrefix, dateTime: march('06T10:00'), timeZone: 'UTC', email: email(number) },
  });

async function expectAnswered({ book, dates }: Booking): Promise<void> {
  expect((await dates()).status).toBe(200);
  expect((await book({ dateTime: march('05T10:00') })).status).toBe(201);
}

describe('while requests of one workspace wait for its own locks', () => {
  test('those of another are answered', async () => {
    await whileWaiting((number) => busy.book({ dateTime: march('05T12:00'), email: email(number) }), 40);
    await expectAnswered(quiet);
    // As in the busy workspace, each of its requests waits.
    expect(waitingIn(app)).toBeGreaterThan(20);
  });

  test('so are invitees of another', async () => {
    await whileWaiting((number) => bookedBy(number, 'ada/busy'), 25);
    const { body } = await bookedBy(100, 'ada/quiet');
    expect(body.data.createPublicBooking.booking.status).toBe('SCHEDULED');
  });
});
