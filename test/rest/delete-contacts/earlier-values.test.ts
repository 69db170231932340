import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { fromNow } from '../../support/present.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
let booking: Booking;
beforeEach(async () => {
  booking = await bookingIn(app);
});

const email = 'qvortrup@example.org';
const phoneNumber = '+4930901820';
const person = { email, phoneNumber, firstName: 'Ada', lastName: 'Price' };

async function erase(contactId: number): Promise<void> {
  const request = { method: 'DELETE', headers: bearer(booking.key) };
  expect((await app.request(`/v1/contacts?id=${contactId}`, request)).status).toBe(200);
}

/** What the events of payments still have of who paid. */
async function payersInEvents() {
  const events = await eventsOf(app, booking.workspaceId);
  return events
    .filter(({ kind }) => kind.startsWith('transaction.'))
    .flatMap(({ payload, previous }) => [payload, previous ?? {}])
    .flatMap(({ email, phoneNumber }) => [email, phoneNumber])
    .filter((each) => each !== null && each !== undefined);
}

describe('an erasure finds', () => {
  test.each([
    ['address', { email: 'Qvortrup@Example.org' }, { email: 'other@example.org' }],
    ['number', { phoneNumber }, { phoneNumber: '+4930901821' }],
  ])('the events of a payment that had the %s of the person earlier', async (_name, earlier, later) => {
    const contactId = await app.contact(booking.workspaceId, person);
    const ofPayer = { value: 5, currency: 'USD', name: 'Qvortrup', ...earlier };
    const { id } = (await sendJson(app, ['POST', '/v1/transactions'], ofPayer, { key: booking.key })).body.data;
    const changed = await sendJson(app, ['PUT', '/v1/transactions'], { id, ...later }, { key: booking.key });
    expect(changed.status).toBe(200);
    expect(await payersInEvents()).toEqual([
      Object.values(earlier)[0],
      Object.values(later)[0],
      Object.values(earlier)[0],
    ]);
    await erase(contactId);
    expect(await payersInEvents()).toEqual([]);
  });

  test('a stored response that has nothing of the person but the name they booked with', async () => {
    const { workspaceId, owner } = booking;
    const contactId = await app.contact(workspaceId, person);
    await app.call(owner, { contactId, inviteeName: 'Wilhelmine Qvortrup', dateTime: march('03T10:00') });
    const response = { data: { updateDeal: { eventCall: { inviteeName: 'Wilhelmine Qvortrup' } } } };
    const record = { workspaceId, endpoint: 'graphql updateDeal', key: 'k', requestHash: Buffer.alloc(32) };
    const expiresAt = new Date(fromNow(86_400_000));
    await app.insert('IdempotencyRecord', { ...record, result: JSON.stringify({ value: {}, response }), expiresAt });
    await erase(contactId);
    expect(await app.sql('SELECT "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1', [workspaceId])).toEqual([
      { result: 'null' },
    ]);
  });
});
