import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import {
  type Booking,
  bookingIn,
  bookingPath,
  bookingRows,
  march,
  question,
  refusedWith,
} from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();

const slot = (number: number) => new Date(Date.UTC(2026, 2, 6, number)).toISOString();
const text = (max: string, where: string) =>
  `An invitee can have at most ${max} ${where}: reschedule or cancel one of them instead`;
const threeWithEvent = text('3 upcoming calls', 'for this event');
const refusal = (message: string, field = 'email') =>
  refusedWith(detailsWith({ fieldErrors: { [field]: [message] } }), ['POST', bookingPath]);

/** An event with the limits of a new one. */
const place = (draft = {}) => bookingIn(app, { maxUpcomingPerInvitee: 3, ...draft });

/** Books so many slots of an event, the first of which is `from`. */
async function fill(
  { booked, eventId }: Booking,
  count: number,
  { from = 0, ...input }: { from?: number; phoneNumber?: string },
) {
  const calls = [];
  for (let number = from; number < from + count; number++) {
    calls.push(await booked({ eventId, dateTime: slot(number), ...input }));
  }
  return calls;
}

/** The booking is refused with this message, and nothing is written. */
async function refuses(booking: Booking, input: object, message: string, field?: string): Promise<void> {
  const before = await bookingRows(app, booking.workspaceId);
  const { status, body } = await booking.book(input);
  expect({ status, body }).toEqual(refusal(message, field));
  expect(body.message.details.errors).toEqual([{ path: field ?? 'email', code: 'limit_reached', message }]);
  expect(await bookingRows(app, booking.workspaceId)).toEqual(before);
}

describe('an invitee has at most 3 calls to come with one event', () => {
  test('whatever the case of their e-mail address, and another invitee and another workspace have their own', async () => {
    const booking = await place();
    await fill(booking, 3, {});
    await refuses(booking, { dateTime: slot(3) }, threeWithEvent);
    await refuses(booking, { dateTime: slot(3), email: 'IRA@Example.com' }, threeWithEvent);
    await booking.booked({ dateTime: slot(3), email: 'ann@example.com' });
    await fill(await place(), 3, {});
  });

  test('whatever follows a plus in it, though each address is a contact of its own', async () => {
    const booking = await place();
    const emails = ['ira+1@example.com', 'Ira+2@example.com', 'ira+1@example.com'];
    const contacts = [];
    for (const [number, email] of emails.entries()) {
      contacts.push((await booking.booked({ dateTime: slot(number), email })).contactId);
    }
    expect(new Set(contacts).size).toBe(2);
    for (const email of ['ira@example.com', 'ira+3@example.com']) {
      await refuses(booking, { dateTime: slot(3), email }, threeWithEvent);
    }
    await booking.booked({ dateTime: slot(3), email: 'ir.a@example.com' });
    await fill(await place(), 3, {});
  });

  test('and counts those of a contact and of its mailbox once', async () => {
    const booking = await place();
    const { contactId } = await booking.booked({ dateTime: slot(0), email: 'i.ra@gmail.com' });
    await booking.booked({ dateTime: slot(1), email: 'ira+x@googlemail.com' });
    // The contact has one call without the address, and one with another.
    await booking.booked({ dateTime: slot(2), contactId, email: undefined });
    await refuses(booking, { dateTime: slot(3), email: 'IRA@gmail.com' }, threeWithEvent);
    await refuses(booking, { dateTime: slot(3), contactId, email: undefined }, threeWithEvent, 'contactId');
  });

  test('as well where calls from before have no mailbox: they count for their contact', async () => {
    const booking = await place();
    const { eventId, owner } = booking;
    const { contactId } = await booking.booked({ dateTime: slot(0) });
    // An older node writes no mailbox.
    for (const number of [1, 2]) {
      await app.call(owner, { eventId, contactId, dateTime: slot(number), inviteeEmail: 'ira@example.com' });
    }
    await refuses(booking, { dateTime: slot(3) }, threeWithEvent);
    await booking.booked({ dateTime: slot(3), email: 'ira+1@example.com' });
  });

  test('of which one that is cancelled, or over, does not count', async () => {
    const booking = await place();
    const [first, second] = await fill(booking, 3, {});
    await refuses(booking, { dateTime: slot(5) }, threeWithEvent);
    expect((await booking.cancel({ id: first.id })).status).toBe(200);
    await booking.booked({ dateTime: slot(5) });
    await refuses(booking, { dateTime: slot(6) }, threeWithEvent);
    try {
      // A call is to come until it ends.
      app.clock.set(new Date(Date.parse(second.endTime) - 1).toISOString());
      await refuses(booking, { dateTime: slot(6) }, threeWithEvent);
      app.clock.set(second.endTime);
      await booking.booked({ dateTime: slot(6) });
      await refuses(booking, { dateTime: slot(7) }, threeWithEvent);
    } finally {
      app.clock.set(march('04T12:00'));
    }
  });

  test('and moves each of them', async () => {
    const booking = await place();
    for (const [index, { id }] of (await fill(booking, 3, {})).entries()) {
      expect((await booking.reschedule({ id, dateTime: slot(10 + index) })).status).toBe(200);
    }
    await refuses(booking, { dateTime: slot(0) }, threeWithEvent);
  });

  test('also where the contact is named by its id or phone number, or the e-mail address is an answer', async () => {
    const booking = await place();
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail address?', required: false });
    const phoneNumber = '+14155550101';
    const [{ contactId }] = await fill(booking, 3, { phoneNumber });
    const another = { dateTime: slot(3), email: undefined };
    await refuses(booking, { ...another, contactId }, threeWithEvent, 'contactId');
    await refuses(booking, { ...another, phoneNumber }, threeWithEvent, 'phoneNumber');
    const inviteeQuestionAnswers = [{ type: 'EMAIL', answer: 'ira@example.com' }];
    await refuses(booking, { ...another, phoneNumber, inviteeQuestionAnswers }, threeWithEvent);
  });

  test('and gets the stored response when a booking is repeated with its Idempotency-Key', async () => {
    const booking = await place();
    await fill(booking, 2, {});
    const headers = { 'idempotency-key': 'third-booking' };
    const third = await booking.book({ dateTime: slot(2) }, undefined, headers);
    const repeated = await booking.book({ dateTime: slot(2) }, undefined, headers);
    expect([third.status, repeated.status, repeated.body]).toEqual([201, 201, third.body]);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    // A refusal leaves its key free.
    const fourth = { 'idempotency-key': 'fourth-booking' };
    expect((await booking.book({ dateTime: slot(3) }, undefined, fourth)).status).toBe(400);
    await booking.cancel({ id: third.body.data.id });
    expect((await booking.book({ dateTime: slot(3) }, undefined, fourth)).status).toBe(201);
  });

  test('or as many as the event says', async () => {
    const booking = await place({ maxUpcomingPerInvitee: 1 });
    await fill(booking, 1, {});
    await refuses(booking, { dateTime: slot(3) }, text('1 upcoming call', 'for this event'));
    const change = { id: booking.eventId, maxUpcomingPerInvitee: 2 };
    const { status, body } = await sendJson(app, ['PUT', '/v1/events'], change, { key: booking.key });
    expect([status, body.data?.maxUpcomingPerInvitee]).toEqual([200, 2]);
    await booking.booked({ dateTime: slot(3) });
    await refuses(booking, { dateTime: slot(4) }, text('2 upcoming calls', 'for this event'));
  });
});

test('an invitee has at most 10 calls to come with one workspace', async () => {
  const booking = await place();
  for (let events = 0; events < 3; events++) {
    const eventId = await bookableEvent(app, booking.owner, { maxUpcomingPerInvitee: 3 });
    await fill({ ...booking, eventId }, 3, { from: 3 * events });
  }
  const [tenth] = await fill(booking, 1, { from: 9 });
  await refuses(booking, { dateTime: slot(10) }, text('10 upcoming calls', 'in total'));
  await booking.cancel({ id: tenth.id });
  await booking.booked({ dateTime: slot(10) });
});

test('an event that allows more than 10 is booked until the invitee has as many in all', async () => {
  const booking = await place({ maxUpcomingPerInvitee: 12 });
  const other = { ...booking, eventId: await bookableEvent(app, booking.owner, { maxUpcomingPerInvitee: 3 }) };
  await fill(other, 1, { from: 0 });
  await fill(booking, 11, { from: 1 });
  await refuses(booking, { dateTime: slot(12) }, text('12 upcoming calls', 'in total'));
  await refuses(booking, { dateTime: slot(12), eventId: other.eventId }, text('10 upcoming calls', 'in total'));
});
