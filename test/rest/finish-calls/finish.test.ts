import { beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { type Body, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { product } from '../../support/sales-factories.ts';
import { contactStages } from '../../support/stages.ts';
import { eventsOf, writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();
const tables = ['Deal', 'Transaction', 'EventCall', 'CallFinish', 'WebhookEvent', 'CustomFieldAnswer'];
let booking: Booking;
let call: Body;

beforeEach(async () => {
  booking = await bookingIn(app);
  await contactStages(app, booking.workspaceId, ['Lead', 'Opportunity', 'Customer']);
  call = await booking.booked({ dateTime: march('05T10:00') });
});

const finish = (input: object, as = booking.key, headers = {}) =>
  sendJson(app, ['POST', '/v1/eventCalls/finish'], { eventCallId: call.id, ...input }, { key: as, headers });
const sale = { value: 1500, currency: 'EUR', transactionType: 'WON' };
const deals = () => app.sql('SELECT FROM "Deal" WHERE "workspaceId" = $1', [booking.workspaceId]);
const stored = () => writtenRows(app, booking.workspaceId, tables);

describe('POST /v1/eventCalls/finish', () => {
  test('stores the outcome, the deal, its payments, the next call and the contact in one transaction', async () => {
    const productId = await product(app, booking.owner, { name: 'Growth plan' });
    const written = (await eventsOf(app, booking.workspaceId)).length;
    const { status, body } = await finish({
      outcome: 'WON',
      notes: 'Starts in May',
      contact: { status: 'QUALIFIED', stage: 'Opportunity', userId: booking.owner.userId },
      deal: { ...sale, productName: 'growth plan' },
      payments: [{ value: 500.25, source: 'Stripe', description: 'Deposit' }, { value: 1 }],
      followUp: { dateTime: march('06T09:00') },
    });
    expect([status, body.data]).toMatchObject([
      201,
      {
        eventCall: { id: call.id, outcome: 'WON', notes: 'Starts in May' },
        deal: { ...sale, productId, contactId: call.contactId, eventCallId: call.id, userId: booking.owner.userId },
        payments: [
          { value: 500.25, currency: 'EUR', source: 'Stripe', description: 'Deposit', contactId: call.contactId },
          { value: 1, currency: 'EUR', source: 'Other' },
        ],
        followUp: { dateTime: march('06T09:00'), contactId: call.contactId, eventId: booking.eventId },
        undoUntil: march('04T12:10'),
      },
    ]);
    const contact = (await app.get(`/v1/contacts/detail?contactId=${call.contactId}`, booking.key)).body.data;
    expect(contact).toMatchObject({ status: 'QUALIFIED', userId: booking.owner.userId });
    expect(contact.customFieldAnswers).toMatchObject([{ identifier: 'contact-stage', answer: ['Opportunity'] }]);
    // One event of each kind, but for two payments.
    const kinds = (await eventsOf(app, booking.workspaceId, written)).map(({ kind }) => kind);
    expect([...kinds].sort()).toEqual([
      ...['call.booked', 'call.outcome_added', 'contact.answers_changed', 'contact.status_changed', 'contact.updated'],
      ...['deal.created', 'transaction.created', 'transaction.created'],
    ]);
  });

  test('changes status and owner of the contact in one event of each kind', async () => {
    const { userId } = await app.member(booking.workspaceId, 'CLOSER');
    const written = (await eventsOf(app, booking.workspaceId)).length;
    expect((await finish({ outcome: 'WON', contact: { status: 'QUALIFIED', userId } })).status).toBe(201);
    const kinds = (await eventsOf(app, booking.workspaceId, written)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual([
      ...['call.outcome_added', 'contact.answers_changed', 'contact.status_changed', 'contact.updated'],
    ]);
  });

  test('lets a closer take over a contact only from the owner whom the request names', async () => {
    const { userId } = await app.member(booking.workspaceId, 'CLOSER');
    await app.writeCalls(booking.workspaceId, 'UPDATE "EventCall" SET "userId" = $1 WHERE "id" = $2', [
      userId,
      call.id,
    ]);
    const closer = await app.apiKey({ workspaceId: booking.workspaceId, userId });
    const refused = await finish({ outcome: 'WON', contact: { userId } }, closer);
    const expectedUserId = booking.owner.userId;
    expect([refused.status, refused.body.message.details.fieldErrors]).toEqual([
      400,
      { contact: [expect.stringContaining(`expectedUserId ${expectedUserId}`)] },
    ]);
    expect(
      (await finish({ outcome: 'WON', contact: { expectedUserId } }, closer)).body.message.details.fieldErrors,
    ).toEqual({
      contact: ['At least one of status, stage and userId is required'],
    });
    const taken = await finish({ outcome: 'WON', contact: { userId, expectedUserId } }, closer);
    expect(taken.status).toBe(201);
  });

  test('names the time of the next call where the contact has too many', async () => {
    await app.sql('UPDATE "Event" SET "maxUpcomingPerInvitee" = 1 WHERE "id" = $1', [booking.eventId]);
    const { status, body } = await finish({ outcome: 'WON', followUp: { dateTime: march('06T09:00') } });
    expect([status, body.message.details.errors]).toMatchObject([
      400,
      [{ path: 'followUp.dateTime', code: 'limit_reached' }],
    ]);
  });

  test('with the outcome alone creates nothing else', async () => {
    const { status, body } = await finish({ outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' });
    expect([status, body.data]).toMatchObject([
      201,
      { eventCall: { outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' }, deal: null, payments: [], followUp: null },
    ]);
  });

  test.each([
    ['of a wrong outcome', { outcome: 'APPROVED' }, { outcome: [expect.stringContaining('WON, NO_SALE')] }],
    ['without a reason', { outcome: 'NO_SALE' }, { noSaleReason: ['Is required for NO_SALE'] }],
    [
      'with a deal of nothing',
      { outcome: 'NO_SALE', noSaleReason: 'BAD_FIT', deal: sale },
      { deal: ['Is not allowed for NO_SALE, REJECTED, UNQUALIFIED'] },
    ],
    ['with payments alone', { outcome: 'WON', payments: [{ value: 5 }] }, { payments: ['Is only allowed with deal'] }],
    [
      'with a wrong payment',
      { outcome: 'WON', deal: sale, payments: [{ value: 1 }, { value: 1.234 }] },
      { payments: ['value: Must have at most 2 decimals'] },
    ],
    [
      'with an empty contact',
      { outcome: 'WON', contact: {} },
      { contact: ['At least one of status, stage and userId is required'] },
    ],
    [
      'with an unknown stage',
      { outcome: 'WON', deal: sale, contact: { stage: 'Nowhere' } },
      { contact: [expect.stringMatching(/^stage: .*Lead/)] },
    ],
    [
      'with an owner from elsewhere',
      { outcome: 'WON', contact: { userId: 999_999 } },
      { contact: ['userId: Must be a member of the workspace'] },
    ],
    [
      'with a closer from elsewhere',
      { outcome: 'WON', deal: { ...sale, userId: 999_999 } },
      { deal: ['userId: Must be a member of the workspace'] },
    ],
    [
      'with a next call in the past',
      { outcome: 'WON', deal: sale, followUp: { dateTime: march('04T10:00') } },
      { followUp: ['dateTime: Must be in the future'] },
    ],
  ])('%s is refused, and nothing is stored', async (_, input, expected) => {
    const before = await stored();
    const { status, body } = await finish(input);
    expect([status, body.message.details?.fieldErrors]).toEqual([400, expected]);
    expect(await stored()).toEqual(before);
  });

  test('names the next times where the next call cannot be booked', async () => {
    const taken = await booking.booked({ dateTime: march('06T09:00'), email: 'someone@example.com' });
    const { status, body } = await finish({ outcome: 'WON', deal: sale, followUp: { dateTime: taken.dateTime } });
    expect([status, body.message.details]).toMatchObject([
      400,
      {
        errors: [{ path: 'followUp.dateTime', code: 'not_available' }],
        nextAvailable: [march('06T10:00'), march('06T11:00'), march('06T12:00')],
      },
    ]);
    expect(await deals()).toEqual([]);
  });

  test('asks no question of the event again for the next call', async () => {
    await app.insert('InviteeQuestion', {
      ...{ workspaceId: booking.workspaceId, eventId: booking.eventId, type: 'PHONE_NO' },
      ...{ statement: 'Your number?', required: true },
    });
    const { status, body } = await finish({ outcome: 'WON', followUp: { dateTime: march('06T09:00') } });
    expect([status, body.data?.followUp.inviteeEmail]).toEqual([201, 'ira@example.com']);
  });

  test('of two at once stores one, and the other hears who was faster', async () => {
    const answers = await Promise.all([finish({ outcome: 'WON', deal: sale }), finish({ outcome: 'WON', deal: sale })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.message.details.errors).toMatchObject([{ path: 'outcome', code: 'conflict' }]);
    expect(await deals()).toHaveLength(1);
  });

  test('replaces the outcome that the caller names', async () => {
    await booking.setOutcome({ eventCallId: call.id, outcome: 'NO_SALE', noSaleReason: 'OTHER' });
    expect((await finish({ outcome: 'WON', deal: sale })).status).toBe(400);
    expect((await finish({ outcome: 'WON', deal: sale, expectedOutcome: 'NO_SALE' })).status).toBe(201);
  });

  test('repeated with its key has the response of the first, and stores nothing more', async () => {
    const input = { outcome: 'WON', deal: sale, payments: [{ value: 5 }], followUp: { dateTime: march('06T09:00') } };
    const first = await finish(input, booking.key, { 'Idempotency-Key': 'lost-answer' });
    const rows = await stored();
    const again = await finish(input, booking.key, { 'Idempotency-Key': 'lost-answer' });
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await stored()).toEqual(rows);
  });

  test('needs the scope of each part', async () => {
    const part = async (scopes: Scope[], input: object) => {
      const key = await app.apiKey(booking.owner, { scopes: ['eventCalls:write', ...scopes] });
      const { status, body } = await finish({ outcome: 'WON', ...input }, key);
      return [status, body.message];
    };
    const missing = (scope: string) => [403, `Missing scope: ${scope}`];
    expect(await part([], { deal: sale })).toEqual(missing('deals:write'));
    expect(await part(['deals:write'], { deal: sale, payments: [{ value: 1 }] })).toEqual(
      missing('transactions:write'),
    );
    expect(await part([], { contact: { status: 'QUALIFIED' } })).toEqual(missing('contacts:write'));
    expect(await part([], { contact: { stage: 'Lead' } })).toEqual(missing('fields:write'));
    expect((await part([], {}))[0]).toBe(201);
  });

  test('of a call of somebody else is a 404 for a closer, and without a contact only the outcome is possible', async () => {
    const { userId } = await app.member(booking.workspaceId, 'CLOSER');
    const closer = await app.apiKey({ workspaceId: booking.workspaceId, userId });
    expect((await finish({ outcome: 'WON' }, closer)).status).toBe(404);
    await sendJson(app, ['DELETE', `/v1/contacts?id=${call.contactId}`], {}, { key: booking.key });
    const { status, body } = await finish({ outcome: 'WON', deal: sale });
    expect([status, body.message?.details?.fieldErrors]).toEqual([
      400,
      { deal: ['The contact of the call was erased'] },
    ]);
    expect((await finish({ outcome: 'WON' })).status).toBe(201);
  });
});
