import fc from 'fast-check';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import type { TestApp } from './app.ts';
import { bookableEvent } from './bookable-events.ts';
import { contactStage } from './custom-fields.ts';
import { inputs, type Operation } from './document-inputs.ts';
import { valuesOf } from './root-fields/documents.ts';
import { placeOf } from './root-fields/place.ts';
import { endpoints } from './root-fields/registry.ts';
import { deal, transaction } from './sales-factories.ts';
import { webhook } from './webhooks.ts';

type Input = Record<string, unknown>;

export interface FuzzedWorkspace {
  readonly key: string;
  /** Inputs that this workspace accepts. What one refers to is stored when it is made. */
  likely(operation: Operation): fc.Arbitrary<() => Promise<Input>>;
}

const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((value) => value.trim() !== '');
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
  const place = await placeOf(app, owner);
  const scheduleId = await app.schedule(owner);
  const dealId = await deal(app, owner);
  const transactionId = await transaction(app, owner);
  const bookableId = await bookableEvent(app, owner, { linkPrefix: 'owner/growth-review' });
  const reference = fc.constantFrom<Input>({ eventId: bookableId }, { linkPrefix: 'owner/growth-review' });
  const dateTime = fc.nat(100_000).map((hours) => new Date(Date.UTC(2040, 0, 1, hours)).toISOString());
  await contactStage(app, workspaceId);
  const contactIds = [await app.contact(workspaceId), await app.contact(workspaceId)];
  const contactId = fc.constantFrom(...contactIds);
  // An id that no random request to delete one is likely to name.
  const webhookId = await webhook(app, owner, { id: 1_234_567_890 });
  const endpoint = {
    url: fc.integer({ min: 1, max: 1_000 }).map((place) => `https://example.com/hooks/${place}`),
    kinds: fc.subarray(allWebhookKinds, { minLength: 1 }),
    description: fc.option(text),
  };
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
  const installments = fc.constantFrom(null, 2, 6, 120);
  const transactionType = fc.constantFrom('WON', 'RECURRING', 'DEPOSIT');
  const sale = { userId: fc.constant(userId), time: fc.constant('2026-02-01T00:00:00Z') };
  const payer = { name: fc.option(text), email, phoneNumber: person.phoneNumber, description: fc.option(text) };
  const known: Record<string, fc.Arbitrary<Input>> = {
    'POST /v1/deals': fc.record(
      { contactId, value, currency, transactionType, productName: fc.option(text), installments, ...sale },
      { requiredKeys: ['contactId', 'value', 'currency', 'transactionType'] },
    ),
    'PUT /v1/deals': fc.record(
      { id: fc.constant(dealId), contactId, value, currency, productName: fc.option(text), installments, ...sale },
      { requiredKeys: ['id', 'value'] },
    ),
    'POST /v1/transactions': fc.record({ value, currency, ...payer, ...sale }, { requiredKeys: ['value', 'currency'] }),
    'PUT /v1/transactions': fc.record(
      { id: fc.constant(transactionId), value, currency, ...payer, ...sale },
      { requiredKeys: ['id', 'value'] },
    ),
    'POST /v1/webhooks': fc.record(endpoint, { requiredKeys: ['url', 'kinds'] }),
    'PUT /v1/webhooks': fc.record({ id: fc.constant(webhookId), ...endpoint }, { requiredKeys: ['id', 'url'] }),
    'POST /v1/eventCalls': reference.chain((event) =>
      fc
        .record(
          { dateTime, timeZone: fc.constant('Europe/Berlin'), email, firstName: text, notes: text, utm: person.utm },
          { requiredKeys: ['dateTime', 'timeZone', 'email'] },
        )
        .map((booking) => ({ ...event, ...booking })),
    ),
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
    'POST /v1/contacts': fc.record({ email, ...person }, { requiredKeys: ['email'] }),
    'PUT /v1/contacts': fc.record(
      { contactId, ...person, firstName: text },
      { requiredKeys: ['contactId', 'firstName'] },
    ),
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
  };
  return {
    key: await app.apiKey(owner),
    likely(operation) {
      const varied = known[`${operation.method} ${operation.path}`];
      if (varied) return varied.map((input) => async () => input);
      const name = endpoints.find(({ method, path }) => method === operation.method && path === operation.path)?.name;
      return oneFieldOf(operation).map((field) => async () => ({
        ...(name && (await valuesOf(app, owner, place, name))),
        ...field,
      }));
    },
  };
}

/** At most one field of those that name no record. */
function oneFieldOf(operation: Operation): fc.Arbitrary<Input> {
  const names = Object.keys(operation.fields).filter((name) => !/ids?$|linkPrefix|token/i.test(name));
  return fc.subarray(names, { maxLength: Math.min(1, names.length) }).chain((chosen) => {
    const fields = Object.fromEntries(chosen.map((name) => [name, operation.fields[name] ?? {}]));
    return inputs({ ...operation, fields }, 'fitting');
  });
}
