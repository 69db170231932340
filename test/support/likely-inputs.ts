import fc from 'fast-check';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import type { TestApp } from './app.ts';
import { bookableEvent } from './bookable-events.ts';
import { contactStage, customField } from './custom-fields.ts';
import type { Operation } from './document-inputs.ts';
import { fullEvent } from './full-event.ts';
import { deal, transaction } from './sales-factories.ts';
import { deliveryOf, webhook } from './webhooks.ts';

type Input = Record<string, unknown>;

export interface FuzzedWorkspace {
  readonly key: string;
  /** Inputs that this workspace accepts, for an operation as `POST /v1/contacts`. */
  likely(operation: Operation): fc.Arbitrary<Input>;
}

const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((value) => value.trim() !== '');
const page = { page: fc.constantFrom(0, 1), limit: fc.integer({ min: 1, max: 100 }) };
const status = fc.constantFrom('POTENTIAL', 'QUALIFIED', 'DISQUALIFIED');
const email = fc.integer({ min: 1, max: 20 }).map((place) => `lead-${place}@example.com`);

/** A workspace with one record of each type, so that there is something to find, to change and to refer to. */
export async function fuzzedWorkspace(app: TestApp): Promise<FuzzedWorkspace> {
  const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  const { workspaceId, userId } = owner;
  // Ids that no random request to delete a record is likely to name.
  for (const table of ['Contact', 'Deal', 'Event', 'Schedule', 'Transaction']) {
    await app.sql(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), 1234567890)`);
  }
  await app.call(owner);
  const scheduleId = await app.schedule(owner);
  const { id: eventId, linkPrefix } = await fullEvent(app, owner);
  const dealId = await deal(app, owner);
  const transactionId = await transaction(app, owner);
  const bookableId = await bookableEvent(app, owner, { linkPrefix: 'owner/growth-review' });
  const callId = await app.call(owner, { eventId: bookableId });
  const cancelledId = await app.call(owner, { eventId: bookableId });
  const reference = fc.constantFrom<Input>({ eventId: bookableId }, { linkPrefix: 'owner/growth-review' });
  const freeHour = fc.nat(100_000).map((hours) => ({ dateTime: new Date(Date.UTC(2040, 0, 1, hours)).toISOString() }));
  const deletable: number[] = [];
  const deletableDeals: number[] = [];
  const erasable: number[] = [];
  for (let count = 0; count < 150; count++) {
    deletable.push(await transaction(app, owner));
    deletableDeals.push(await deal(app, owner));
    erasable.push(await app.contact(workspaceId));
  }
  const deletableSchedules: number[] = [];
  const closer = await app.member(workspaceId, 'CLOSER');
  for (let count = 0; count < 40; count++) deletableSchedules.push(await app.schedule(closer, { isDefault: false }));
  const deletableEvents: number[] = [];
  for (let count = 0; count < 40; count++) deletableEvents.push(await app.event(owner));
  const changedEventId = await app.event(owner);
  await contactStage(app, workspaceId);
  const customFieldId = await customField(app, workspaceId, { identifier: 'note' });
  const contactIds = [await app.contact(workspaceId), await app.contact(workspaceId)];
  const contactId = fc.constantFrom(...contactIds);
  const field = fc.constantFrom<Input>({ customFieldId }, { identifier: 'note' });
  const answer = fc.array(text, { maxLength: 1 });
  // An id that no random request to delete one is likely to name.
  const webhookId = await webhook(app, owner, { id: 1_234_567_890 });
  const deletableWebhooks: number[] = [];
  for (let count = 0; count < 9; count++) deletableWebhooks.push(await webhook(app, owner));
  const endpoint = {
    url: fc.integer({ min: 1, max: 1_000 }).map((place) => `https://example.com/hooks/${place}`),
    kinds: fc.subarray(allWebhookKinds, { minLength: 1 }),
    description: fc.option(text),
  };
  const delivery = { workspaceId, webhookId };
  const deliveryId = await deliveryOf(app, delivery, { status: 'FAILED', attempts: 8, sentAt: '2026-03-01T00:00:00Z' });
  const person = {
    firstName: fc.option(text),
    lastName: fc.option(text),
    phoneNumber: fc.constantFrom(null, '+14155550101'),
    tag: fc.option(text),
    timeZone: fc.constantFrom(null, 'Europe/Berlin', 'UTC'),
    country: fc.constantFrom(null, 'DE', 'US'),
    userId: fc.constantFrom(null, userId),
    status,
    utm: fc.array(fc.record({ utmKey: text, utmValue: text }), { maxLength: 2 }),
  };
  const value = fc.constantFrom(0, 0.1, 20, 1999.9, 9_999_999_999_999.99);
  const currency = fc.constantFrom('USD', 'EUR', 'JPY');
  const transactionType = fc.constantFrom('WON', 'RECURRING', 'DEPOSIT');
  const sale = { userId: fc.constant(userId), time: fc.constant('2026-02-01T00:00:00Z') };
  const payer = { name: fc.option(text), email, phoneNumber: person.phoneNumber, description: fc.option(text) };
  const known: Record<string, fc.Arbitrary<Input>> = {
    'POST /v1/deals': fc.record(
      { contactId, value, currency, transactionType, productName: fc.option(text), ...sale },
      { requiredKeys: ['contactId', 'value', 'currency', 'transactionType'] },
    ),
    'PUT /v1/users': fc.record(
      { id: fc.constant(userId), firstName: text, lastName: text, timeZone: fc.constantFrom('Europe/Berlin', 'UTC') },
      { requiredKeys: ['id', 'lastName'] },
    ),
    'PUT /v1/deals': fc.record(
      { id: fc.constant(dealId), contactId, value, currency, productName: fc.option(text), ...sale },
      { requiredKeys: ['id', 'value'] },
    ),
    'POST /v1/transactions': fc.record({ value, currency, ...payer, ...sale }, { requiredKeys: ['value', 'currency'] }),
    'PUT /v1/transactions': fc.record(
      { id: fc.constant(transactionId), value, currency, ...payer, ...sale },
      { requiredKeys: ['id', 'value'] },
    ),
    // Each can be deleted once.
    'DELETE /v1/transactions': fc.constant(null).map(() => ({ id: deletable.pop() ?? 2_147_483_647 })),
    'DELETE /v1/deals': fc.constant(null).map(() => ({ id: deletableDeals.pop() ?? 2_147_483_647 })),
    'DELETE /v1/contacts': fc.constant(null).map(() => ({ id: erasable.pop() ?? 2_147_483_647 })),
    'POST /v1/webhooks': fc.record(endpoint, { requiredKeys: ['url', 'kinds'] }),
    'PUT /v1/webhooks': fc.record({ id: fc.constant(webhookId), ...endpoint }, { requiredKeys: ['id', 'url'] }),
    'DELETE /v1/webhooks': fc.constant(null).map(() => ({ id: deletableWebhooks.pop() ?? webhookId + 1 })),
    'POST /v1/webhooks/test': fc.constant({ id: webhookId }),
    'POST /v1/webhooks/deliveries/resend': fc.constant({ id: `dlv_${deliveryId}` }),
    'POST /v1/events/eventDates': merged(
      reference,
      fc.record(
        {
          timeZone: fc.constantFrom('Asia/Tokyo', 'UTC'),
          from: fc.constant('2026-03-28'),
          to: fc.constant('2026-04-01'),
        },
        { requiredKeys: ['timeZone'] },
      ),
    ),
    'POST /v1/eventCalls': merged(
      ...[reference, freeHour],
      fc.record(
        { timeZone: fc.constant('Europe/Berlin'), email, firstName: text, notes: text, utm: person.utm },
        { requiredKeys: ['timeZone', 'email'] },
      ),
    ),
    'PUT /v1/eventCalls/reschedule': merged(fc.constant({ id: callId }), freeHour),
    'PUT /v1/eventCalls/cancel': fc.record(
      { id: fc.constant(cancelledId), cancelReason: text },
      { requiredKeys: ['id'] },
    ),
    'POST /v1/outcomes': fc.record(
      { eventCallId: fc.constant(callId), outcome: fc.constant('WON'), objection: text, notes: text },
      { requiredKeys: ['eventCallId', 'outcome'] },
    ),
    'GET /v1/eventCalls/detail': fc.constant({ id: callId }),
    'GET /v1/deals/detail': fc.constant({ id: dealId }),
    'GET /v1/users/detail': fc.constant({ id: userId }),
    'GET /v1/transactions/detail': fc.constant({ id: transactionId }),
    'GET /v1/userAvailabilities/detail': fc.constant({ id: scheduleId }),
    'POST /v1/userAvailabilities': fc.record({
      name: text,
      timeZone: fc.constantFrom('Asia/Tokyo', 'UTC'),
      days: fc.constantFrom([], [{ name: 'monday', timings: [{ startTime: '09:00', endTime: '17:30' }] }]),
    }),
    'PUT /v1/userAvailabilities': fc.record({ id: fc.constant(scheduleId), name: text }),
    'DELETE /v1/userAvailabilities': fc.constant(null).map(() => ({ id: deletableSchedules.pop() ?? 2_147_483_647 })),
    'POST /v1/events': fc.record(
      {
        name: text,
        callType: fc.constantFrom('STRATEGY_EVENT', 'DISCOVERY_EVENT'),
        duration: fc.integer({ min: 1, max: 1_440 }),
        hosts: fc.constant([{ userId, scheduleId }]),
        description: fc.option(text),
        dailyLimit: fc.option(fc.integer({ min: 1, max: 1_000 })),
        maxUpcomingPerInvitee: fc.integer({ min: 1, max: 100 }),
        sendsMail: fc.boolean(),
        reminders: fc.constantFrom([], [{ minutesBefore: 60, recipient: 'HOST' }]),
        bookingFlow: fc.constantFrom('TIME_FIRST', 'FORM_FIRST'),
        isListed: fc.boolean(),
        bookedStatus: fc.constantFrom(null, 'QUALIFIED'),
        disqualificationRules: fc.subarray([
          { kind: 'FREE_EMAIL' },
          { kind: 'PHONE_COUNTRY', values: ['NG', 'US'] },
          { kind: 'ANSWER', questionType: 'EMAIL', operator: 'CONTAINS', values: ['.*'] },
        ]),
        disqualifiedMessage: fc.option(text),
        redirectUrl: fc.constantFrom(null, 'https://example.com/thanks?from=slotline'),
        redirectAnswers: fc.subarray(['EMAIL', 'NAME']),
      },
      { requiredKeys: ['name', 'callType', 'duration', 'hosts'] },
    ),
    'PUT /v1/events': fc.record({ id: fc.constant(changedEventId), name: text }),
    'DELETE /v1/events': fc.constant(null).map(() => ({ id: deletableEvents.pop() ?? 2_147_483_647 })),
    'GET /v1/userAvailabilities': fc.record({ userId: fc.constant(userId) }, { requiredKeys: [] }),
    'POST /v1/contacts': fc.record({ email, ...person }, { requiredKeys: ['email'] }),
    'PUT /v1/contacts': fc.record(
      { contactId, ...person, firstName: text },
      { requiredKeys: ['contactId', 'firstName'] },
    ),
    'GET /v1/contacts/detail': fc.record({ contactId }),
    'GET /v1/fields/contact-stage': fc.constant({}),
    'GET /v1/fields/objects': fc.record({ objectType: fc.constantFrom('CONTACT', 'CALL'), ...page }),
    'GET /v1/events/detail': fc.constantFrom<Input>({ eventId }, { linkPrefix }),
    'PUT /v1/events/status': fc.record({
      eventId: fc.constant(eventId),
      status: fc.constantFrom('ACTIVATED', 'DEACTIVATED'),
    }),
    'POST /v1/fields/answer': merged(field, fc.record({ contactId, answer })),
    'POST /v1/fields/answer/bulk': merged(
      field,
      fc.record(
        { contactIds: fc.subarray(contactIds, { minLength: 1 }), answer, overrideExisting: fc.boolean() },
        { requiredKeys: ['contactIds', 'answer'] },
      ),
    ),
    'POST /v1/fields/inviteeAnswers': fc.record({
      linkPrefix: fc.constant(linkPrefix),
      contactId,
      inviteeQuestionAnswers: email.map((value) => [{ type: 'EMAIL', answer: value }]),
    }),
    'POST /v1/fields': fc.record(
      {
        name: text,
        type: fc.constantFrom('CONTACT', 'CALL', 'EVENT'),
        inputType: fc.constantFrom('TEXT', 'TEXT_AREA', 'DATE', 'URL'),
        identifier: fc.uuid(),
        description: fc.option(text),
        displayIndex: fc.nat(1_000_000),
      },
      { requiredKeys: ['name', 'type', 'inputType', 'identifier'] },
    ),
    'PUT /v1/fields': fc.record(
      { id: fc.constant(customFieldId), name: text, description: fc.option(text), hidden: fc.boolean() },
      { requiredKeys: ['id', 'name'] },
    ),
  };
  return {
    key: await app.apiKey(owner),
    likely: ({ method, path }) => known[`${method} ${path}`] ?? fc.record(page, { requiredKeys: [] }),
  };
}

function merged(...parts: readonly fc.Arbitrary<Input>[]): fc.Arbitrary<Input> {
  return fc.tuple(...parts).map((inputs) => Object.assign({}, ...inputs));
}
