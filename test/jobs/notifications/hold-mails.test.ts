import { expect, test } from 'vitest';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { HoldMailWorker } from '#src/jobs/notifications/hold-mails.ts';
import { openMailer } from '#src/services/accounts/mailer.ts';
import { testSecretKey } from '../../support/app.ts';
import { appUrl, holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app, mail, takeMails, errors } = await useHoldingApp();

/** Nothing listens on port 1, so that no mail of this worker reaches a mail server. */
const unreached: unknown[] = [];
const worker = new HoldMailWorker({
  ...{ db: app.context.db, clock: app.clock, baseUrl: 'http://api.test', appUrl },
  mailer: openMailer({ url: 'smtp://127.0.0.1:1', from: 'Slotline <slotline@example.com>' }),
  bookingTokens: new BookingTokens(testSecretKey),
  onError: (error) => unreached.push(error),
});

async function sendInVain() {
  await worker.run();
  await worker.settled();
  return unreached.splice(0).length;
}

const counted = async () =>
  (await app.sql<{ mails: object[] }>('SELECT "mails" FROM "Mailbox"')).flatMap(({ mails }) => mails);

async function held(email: string) {
  await app.sql('DELETE FROM "Mailbox"');
  const event = await holdingEvent(app);
  await event.fill(10);
  expect((await event.book(hour(1), { name: 'Ada Vale', email })).text).toContain('Confirm your booking');
  return event;
}

test('a mail that reaches no mail server in time leaves the mailbox its room', async () => {
  await held('far@example.com');
  try {
    expect([await sendInVain(), await counted()]).toEqual([1, [expect.anything()]]);
    app.clock.set('2026-03-04T12:14:30.000Z');
    expect([await sendInVain(), await counted()]).toEqual([1, []]);
    expect(await sendInVain()).toBe(0);
  } finally {
    app.clock.set('2026-03-04T12:00:00.000Z');
  }
});

test('a mail about an event that was deleted is not sent, and leaves the mailbox its room', async () => {
  const event = await held('gone@example.com');
  await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "workspaceId" = $1 AND "id" = $2', [
    event.owner.workspaceId,
    event.eventId,
  ]);
  expect([await takeMails(), await counted()]).toEqual([[], []]);
});

test('a mail that is refused for good is reported, not tried again, and counts', async () => {
  await held('nobody@example.com');
  mail.answer = { to: 'recipient', code: 550, text: 'No such user' };
  try {
    expect([await takeMails(), errors.splice(0).length]).toEqual([[], 1]);
    mail.answer = undefined;
    app.clock.set('2026-03-04T12:05:00.000Z');
    expect([await takeMails(), await counted()]).toEqual([[], [expect.anything()]]);
  } finally {
    mail.answer = undefined;
    app.clock.set('2026-03-04T12:00:00.000Z');
  }
});
