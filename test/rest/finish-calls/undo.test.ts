import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { contactStages } from '../../support/stages.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
let booking: Booking;
let call: Body;
let finished: Body;
/** The contact before the call was finished. */
let earlier: Body;

const send = (method: string, path: string, body: object, as = booking.key) =>
  sendJson(app, [method, path], body, { key: as });
const undo = (as?: string) => send('POST', '/v1/eventCalls/undoFinish', { eventCallId: call.id }, as);
const one = async (path: string) => (await app.get(path, booking.key)).body.data;
const contact = () => one(`/v1/contacts/detail?contactId=${call.contactId}`);

const firstOutcome = async () => {
  const [row] = await app.sql<{ at: Date | null }>('SELECT "firstOutcomeAt" AS "at" FROM "EventCall" WHERE "id" = $1', [
    call.id,
  ]);
  return row?.at;
};

const stateOf = ({ status, userId, customFieldAnswers }: Body) => ({
  ...{ status, userId },
  answers: customFieldAnswers.map(({ answer }: Body) => answer),
});

beforeEach(async () => {
  booking = await bookingIn(app);
  await contactStages(app, booking.workspaceId, ['Lead', 'Opportunity', 'Customer']);
  call = await booking.booked({ dateTime: march('05T10:00'), notes: 'From the booking' });
  earlier = await contact();
  const { userId } = await app.member(booking.workspaceId, 'CLOSER');
  const { status, body } = await send('POST', '/v1/eventCalls/finish', {
    eventCallId: call.id,
    ...{ outcome: 'WON', notes: 'Sold', objectionKind: 'MONEY' },
    contact: { status: 'QUALIFIED', stage: 'Customer', userId },
    deal: { value: 300, currency: 'EUR', transactionType: 'DEPOSIT' },
    payments: [{ value: 100 }],
    followUp: { dateTime: march('06T09:00') },
  });
  expect(status).toBe(201);
  finished = body.data;
});

describe('POST /v1/eventCalls/undoFinish', () => {
  test('takes everything back, once', async () => {
    const written = (await eventsOf(app, booking.workspaceId)).length;
    expect(await firstOutcome()).not.toBeNull();
    const { status, body } = await undo();
    expect([status, body.data]).toEqual([200, { ...call, updatedAt: body.data.updatedAt }]);
    expect(stateOf(await contact())).toEqual(stateOf(earlier));
    expect(await firstOutcome()).toBeNull();
    expect(await one('/v1/deals')).toMatchObject({ count: 0 });
    expect(await one('/v1/transactions')).toMatchObject({ count: 0 });
    expect(await one(`/v1/eventCalls/detail?id=${finished.followUp.id}`)).toMatchObject({ status: 'CANCELLED' });
    const kinds = (await eventsOf(app, booking.workspaceId, written)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual([
      ...['call.cancelled', 'call.outcome_added', 'contact.answers_changed', 'contact.status_changed'],
      ...['contact.updated', 'deal.deleted', 'transaction.deleted'],
    ]);
    const again = await undo();
    expect([again.status, again.body.message.details.fieldErrors]).toEqual([
      400,
      { eventCallId: ['Was not finished in the last 10 minutes, or is undone already'] },
    ]);
  });

  test('is possible for ten minutes', async () => {
    app.clock.set(march('04T12:10'));
    expect((await undo()).status).toBe(400);
    expect(await one('/v1/deals')).toMatchObject({ count: 1 });
    app.clock.set('2026-03-04T12:09:59.999Z');
    expect((await undo()).status).toBe(200);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the outcome has changed', () => booking.setOutcome({ eventCallId: call.id, outcome: 'WON', notes: 'Else' })],
    ['the next call has changed', () => booking.reschedule({ id: finished.followUp.id, dateTime: march('06T12:00') })],
    ['the deal has changed', () => send('PUT', '/v1/deals', { id: finished.deal.id, value: 301 })],
    [
      'the deal was deleted',
      () => sendJson(app, ['DELETE', `/v1/deals?id=${finished.deal.id}`], {}, { key: booking.key }),
    ],
    [
      'the payments of the deal have changed',
      () => send('POST', '/v1/transactions', { refundOf: finished.payments[0].id, value: -1, currency: 'EUR' }),
    ],
    [
      'the status of the contact has changed',
      () => send('PUT', '/v1/contacts', { contactId: call.contactId, status: 'DISQUALIFIED' }),
    ],
    [
      'the owner of the contact has changed',
      () => send('PUT', '/v1/contacts', { contactId: call.contactId, userId: null }),
    ],
    [
      'the stage of the contact has changed',
      () =>
        send('POST', '/v1/fields/answer', { contactId: call.contactId, identifier: 'contact-stage', answer: ['Lead'] }),
    ],
    [
      'the call has another contact, or none',
      () => sendJson(app, ['DELETE', `/v1/contacts?id=${call.contactId}`], {}, { key: booking.key }),
    ],
  ])('is refused where since then %s, and changes nothing', async (change, perform) => {
    await perform();
    const written = (await eventsOf(app, booking.workspaceId)).length;
    const { status, body } = await undo();
    const message =
      change === 'the call has another contact, or none'
        ? 'Was not finished in the last 10 minutes, or is undone already'
        : `Cannot undo: since the call was finished, ${change}`;
    expect([status, body.message.details.fieldErrors]).toEqual([400, { eventCallId: [message] }]);
    expect(await eventsOf(app, booking.workspaceId, written)).toEqual([]);
  });

  test('keeps changes of the contact that finishing the call did not make', async () => {
    await send('PUT', '/v1/contacts', { contactId: call.contactId, tag: 'vip' });
    expect((await undo()).status).toBe(200);
    expect(await contact()).toMatchObject({ tag: 'vip', status: 'POTENTIAL' });
  });

  test('is refused where the earlier owner of the contact has left', async () => {
    const { workspaceId, owner } = booking;
    const { userId } = await app.member(workspaceId, 'CLOSER');
    const other = await booking.booked({ dateTime: march('05T14:00'), email: 'kim@example.com' });
    await send('PUT', '/v1/contacts', { contactId: other.contactId, userId });
    const given = { contact: { userId: owner.userId } };
    await send('POST', '/v1/eventCalls/finish', { eventCallId: other.id, outcome: 'WON', ...given });
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2', [
      ...[workspaceId, userId],
    ]);
    const { status, body } = await send('POST', '/v1/eventCalls/undoFinish', { eventCallId: other.id });
    const message = 'Cannot undo: since the call was finished, the earlier owner of the contact has left the workspace';
    expect([status, body.message.details.fieldErrors]).toEqual([400, { eventCallId: [message] }]);
    expect(await one(`/v1/eventCalls/detail?id=${other.id}`)).toMatchObject({ outcome: 'WON' });
  });

  test('of two at once succeeds once', async () => {
    const answers = await Promise.all([undo(), undo()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is for who may change all that the finish has changed', async () => {
    const { userId } = await app.member(booking.workspaceId, 'SETTER');
    await app.writeCalls(booking.workspaceId, 'UPDATE "EventCall" SET "setterId" = $1 WHERE "id" = $2', [
      userId,
      call.id,
    ]);
    const setter = { workspaceId: booking.workspaceId, userId };
    expect((await undo(await app.apiKey(setter))).status).toBe(403);
    const scopes = ['eventCalls:write', 'contacts:write', 'fields:write', 'deals:write'] as const;
    const withoutScope = await app.apiKey(booking.owner, { scopes: [...scopes] });
    expect((await undo(withoutScope)).body.message).toBe('Missing scope: transactions:write');
    expect((await undo()).status).toBe(200);
  });

  test('leaves nothing of the invitee when the contact is erased', async () => {
    await sendJson(app, ['DELETE', `/v1/contacts?id=${call.contactId}`], {}, { key: booking.key });
    expect(await app.sql('SELECT FROM "CallFinish" WHERE "workspaceId" = $1', [booking.workspaceId])).toEqual([]);
  });
});
