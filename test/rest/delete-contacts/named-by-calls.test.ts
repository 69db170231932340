import { beforeEach, expect, test } from 'vitest';
import { newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import { bearer, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { fromNow } from '../../support/present.ts';

const app = await useApp();
const person = { email: 'Qvortrup@example.org', phoneNumber: '+4930901820' };
/** What a call has of the person alone. */
const invitee = { inviteeEmail: 'Booked@example.org', phoneNumber: '+4930901821' };
let booking: Booking;
let contactId: number;
let callId: number;

beforeEach(async () => {
  booking = await bookingIn(app);
  contactId = await app.contact(booking.workspaceId, person);
  callId = await app.call(booking.owner, { contactId, dateTime: march('03T10:00'), inviteeName: 'Ira', ...invitee });
});

async function erase(): Promise<void> {
  const request = { method: 'DELETE', headers: bearer(booking.key) };
  expect((await app.request(`/v1/contacts?id=${contactId}`, request)).status).toBe(200);
}

test('an erasure deletes what is held for an address or a number that only a call of the person has', async () => {
  const { workspaceId, eventId } = booking;
  const held: readonly [id: string, email: string, input: object][] = [
    ['address', 'qvortrup@EXAMPLE.org', {}],
    ['number', 'x@example.org', { phoneNumber: person.phoneNumber }],
    ['address of a call', 'booked@example.ORG', {}],
    ['number of a call', 'y@example.org', { phoneNumber: invitee.phoneNumber }],
    ['answer', 'z@example.org', { inviteeQuestionAnswers: [{ type: 'PHONE_NO', answer: invitee.phoneNumber }] }],
    ['of another', 'other@example.org', { phoneNumber: '+4930901822' }],
    ['with the person as a guest', 'host@example.org', { guests: ['lee@example.org', 'QVORTRUP@example.org'] }],
  ];
  const ids = new Map<string, string>();
  for (const [name, email, input] of held) {
    const id = newHoldId();
    ids.set(id, name);
    const times = { expiresAt: march('05T10:00'), createdAt: march('04T10:00') };
    await app.insert('BookingHold', { workspaceId, id, eventId, email, input: { dateTime: 'x', ...input }, ...times });
  }
  await erase();
  const left = await app.sql<{ id: string; input: object }>(
    'SELECT "id", "input" FROM "BookingHold" WHERE "workspaceId" = $1',
    [workspaceId],
  );
  expect(new Map(left.map(({ id, input }) => [ids.get(id), input]))).toEqual(
    new Map([
      ['of another', { dateTime: 'x', phoneNumber: '+4930901822' }],
      ['with the person as a guest', { dateTime: 'x', guests: ['lee@example.org'] }],
    ]),
  );
});

test('an erasure empties every stored response about the person, and none about another', async () => {
  const { workspaceId } = booking;
  const about = [
    { email: 'QVORTRUP@example.org' },
    { email: 'booked@example.org' },
    { phoneNumber: person.phoneNumber },
    { phoneNumber: invitee.phoneNumber },
    { contactId },
    { contactId, time: 1 },
    { eventCallId: callId },
    { eventCallId: callId, time: 1 },
  ];
  const aboutOthers = [{ contactId: Number(`${contactId}0`) }, { eventCallId: Number(`${callId}0`), time: 1 }];
  for (const [index, result] of [...about, ...aboutOthers].entries()) {
    const key = { workspaceId, endpoint: 'createDeal', key: String(index), requestHash: Buffer.alloc(32) };
    const expiresAt = new Date(fromNow(86_400_000));
    await app.insert('IdempotencyRecord', { ...key, result: JSON.stringify(result), expiresAt });
  }
  await erase();
  const left = await app.sql<{ result: string }>(
    `SELECT "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1 AND "result" <> 'null' ORDER BY "key"`,
    [workspaceId],
  );
  expect(left.map(({ result }) => JSON.parse(result))).toEqual(aboutOthers);
});
