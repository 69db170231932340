import { type GraphQLField, getNamedType, isNonNullType } from 'graphql';
import { objectTypes } from '#src/domain/custom-fields/custom-field.ts';
import type { RecordType } from '#src/domain/principal/policy.ts';
import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import { schema } from '#src/graphql/schema.ts';
import type { Answer, Body, TestApp } from '../support/app.ts';
import { bearer } from '../support/app.ts';
import { restRequest } from '../support/lists.ts';
import { publishedCalendar } from '../support/published-calendar.ts';
import { nodesAt } from '../support/relations.ts';
import { nextSerial } from '../support/serial.ts';
import { type Row, storage } from './records.ts';

type Path = readonly string[];
type Fields = Readonly<Record<string, GraphQLField<unknown, unknown>>>;

export const queryFields: Fields = schema.getQueryType()?.getFields() ?? {};
export const mutationFields: Fields = schema.getMutationType()?.getFields() ?? {};

/**
 * Root fields that return no record of the policy table: those about the caller, the removal of a member, erasure, invitations,
 * those for invitees without a credential, the busy times of calendars, the open slots and the mails of an event, and how attempts
 * for webhooks went. Their access and tenancy have tests of their own.
 */
export const withoutRecords = [
  ...['signIn', 'signOut', 'switchWorkspace', 'updateViewer', 'viewer', 'workspace'],
  ...['sessions', 'revokeSession', 'revokeOtherSessions', 'changePassword', 'removeUser'],
  ...['server', 'invitations', 'createInvitation', 'revokeInvitation', 'createPasswordResetLink', 'createWorkspace'],
  'dismissPasswordLinkNotice',
  'updateWorkspace',
  ...['publicEvent', 'publicEventDates', 'publicBooking'],
  ...['createPublicBooking', 'createPublicLead', 'reschedulePublicBooking', 'cancelPublicBooking'],
  ...['eraseContact', 'eventDates', 'whyUnavailable', 'webhookStatistics', 'webhookActivity', 'previewMail'],
  'busyTimes',
];

interface ListRead {
  readonly record: RecordType;
  /** The ways from the field's value to its records, in GraphQL and in `/v1`. */
  readonly paths: readonly Path[];
  readonly args?: Readonly<Record<string, string | number>>;
  /** Which records of the type the list is for. */
  readonly where?: (row: Row) => boolean;
}

const limit = { limit: 100 };
const page = (record: RecordType, name: string): ListRead => ({ record, paths: [[name]], args: limit });

/** Every root field that returns several records, or the record of a purpose. */
export const lists: Readonly<Record<string, ListRead>> = {
  apiKeys: page('ApiKey', 'apiKeys'),
  calendarConnections: { record: 'CalendarConnection', paths: [[]] },
  calendarFeeds: { record: 'CalendarFeed', paths: [[]] },
  connections: page('Connection', 'connections'),
  contacts: page('Contact', 'contacts'),
  contactStage: { record: 'CustomField', paths: [[]], where: ({ identifier }) => identifier === 'contact-stage' },
  customFields: {
    record: 'CustomField',
    paths: [['data']],
    args: { ...limit, objectType: 'CONTACT' },
    where: ({ type }) => type === 'CONTACT',
  },
  customFieldsByType: { record: 'CustomField', paths: objectTypes.map((type) => [type, 'data']), args: limit },
  deals: page('Deal', 'deals'),
  eventCalls: page('EventCall', 'eventCalls'),
  events: page('Event', 'events'),
  oauthClients: page('OAuthClient', 'oauthClients'),
  requests: page('ApiRequest', 'requests'),
  timeOffs: page('TimeOff', 'timeOffs'),
  transactions: page('Transaction', 'transactions'),
  userAvailabilities: { record: 'Schedule', paths: [[]] },
  users: page('Member', 'users'),
  webhookDeliveries: page('WebhookDelivery', 'deliveries'),
  webhookEvents: page('WebhookEvent', 'events'),
  webhooks: page('Webhook', 'webhooks'),
};

interface SingleRead {
  readonly record: RecordType;
  /** The argument that names the record. */
  readonly argument: string;
  readonly code: 'NOT_FOUND' | 'EVENT_NOT_FOUND';
}

const single = (record: RecordType): SingleRead => ({ record, argument: 'id', code: 'NOT_FOUND' });

/** Every root field of one record by its id. */
export const singles: Readonly<Record<string, SingleRead>> = {
  apiKey: single('ApiKey'),
  calendarConnection: single('CalendarConnection'),
  connection: single('Connection'),
  contact: { record: 'Contact', argument: 'contactId', code: 'NOT_FOUND' },
  customField: single('CustomField'),
  deal: single('Deal'),
  event: { record: 'Event', argument: 'eventId', code: 'EVENT_NOT_FOUND' },
  eventCall: single('EventCall'),
  oauthClient: single('OAuthClient'),
  schedule: single('Schedule'),
  timeOff: single('TimeOff'),
  transaction: single('Transaction'),
  user: single('Member'),
  webhookDelivery: single('WebhookDelivery'),
  webhookEvent: single('WebhookEvent'),
  webhook: single('Webhook'),
};

/** What writes refer to in the caller's workspace. */
interface WritePlace {
  readonly contactFieldId: number;
  readonly callFieldId: number;
  readonly linkPrefix: string;
  readonly contactId: number;
  /** An event that can be booked at every hour. */
  readonly bookableEventId: number;
  /** Makes the event of a call bookable with the host of the call. */
  readonly open: (call: Row) => Promise<void>;
  /** A member with a default schedule. */
  readonly hostId: number;
  /** Stores an override of this schedule. */
  readonly overrideOf: (schedule: Row) => Promise<number>;
  /** A mail about a call. */
  readonly notificationOf: (call: Row) => Promise<number>;
}

/** Whole hours long after those of all other calls, each once. */
const freeHour = () => new Date(Date.UTC(2040, 0, 1, nextSerial())).toISOString();

interface Write {
  readonly field: string;
  /** The type whose `write` access it needs. */
  readonly record: RecordType;
  /** The entry of the type that says who may: `write` by default. */
  readonly access?: 'write' | 'rotate';
  /** The type of the record that the input names. */
  readonly target?: RecordType;
  /** Its entry among the changes that only an owner makes. */
  readonly change?: string;
  readonly input: (target: Row, place: WritePlace) => object | Promise<object>;
}

/** A change of a record that only its owner makes. */
const change = (field: string, record: RecordType, name: string, more: object = {}): Write => ({
  ...{ field, record, target: record, change: name },
  input: ({ id }) => ({ id, ...more }),
});

/** Every mutation, once for each type of record that its input may name. `revokeAllConnections` has a test of its own. */
export const writes: readonly Write[] = [
  { field: 'createContact', record: 'Contact', input: () => ({ email: `made-${nextSerial()}@example.com` }) },
  { field: 'updateContact', record: 'Contact', target: 'Contact', input: ({ id }) => ({ contactId: id, tag: 'x' }) },
  {
    field: 'updateUser',
    record: 'Member',
    target: 'Member',
    input: ({ id }) => ({ id, lastName: `Price ${nextSerial()}` }),
  },
  {
    field: 'createDeal',
    record: 'Deal',
    input: (_, { contactId }) => ({ contactId, currency: 'USD', transactionType: 'WON', value: 5 }),
  },
  { field: 'updateDeal', record: 'Deal', target: 'Deal', input: ({ id }) => ({ id, productName: 'x' }) },
  { field: 'deleteDeal', record: 'Deal', target: 'Deal', input: ({ id }) => ({ id }) },
  { field: 'createTransaction', record: 'Transaction', input: () => ({ currency: 'USD', value: 5 }) },
  {
    field: 'updateTransaction',
    record: 'Transaction',
    target: 'Transaction',
    input: ({ id }) => ({ id, description: 'x' }),
  },
  { field: 'deleteTransaction', record: 'Transaction', target: 'Transaction', input: ({ id }) => ({ id }) },
  {
    field: 'createCustomField',
    record: 'CustomField',
    input: () => ({ name: `Field ${nextSerial()}`, type: 'CALL', inputType: 'TEXT' }),
  },
  {
    field: 'updateCustomField',
    record: 'CustomField',
    target: 'CustomField',
    input: ({ id }) => ({ id, name: `Field ${nextSerial()}` }),
  },
  {
    field: 'answerCustomField',
    record: 'ContactAnswer',
    target: 'Contact',
    input: ({ id }, { contactFieldId }) => ({ contactId: id, customFieldId: contactFieldId, answer: ['x'] }),
  },
  {
    field: 'answerCustomField',
    record: 'ContactAnswer',
    target: 'EventCall',
    input: ({ id }, { callFieldId }) => ({ eventCallId: id, customFieldId: callFieldId, answer: ['x'] }),
  },
  {
    field: 'answerCustomFieldInBulk',
    record: 'ContactAnswer',
    target: 'Contact',
    input: ({ id }, { contactFieldId }) => ({ contactIds: [id], customFieldId: contactFieldId, answer: ['x'] }),
  },
  {
    field: 'insertInviteeAnswers',
    record: 'ContactAnswer',
    target: 'Contact',
    input: ({ id }, { linkPrefix }) => ({
      ...{ linkPrefix, contactId: id },
      inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }],
    }),
  },
  {
    field: 'createEventCall',
    record: 'EventCall',
    input: (_, { bookableEventId: eventId }) => ({
      ...{ eventId, dateTime: freeHour(), timeZone: 'UTC', email: `invitee-${nextSerial()}@example.com` },
    }),
  },
  {
    field: 'rescheduleEventCall',
    record: 'EventCall',
    target: 'EventCall',
    input: async (call, { open }) => {
      await open(call);
      return { id: call.id, dateTime: freeHour() };
    },
  },
  { field: 'cancelEventCall', record: 'EventCall', target: 'EventCall', input: ({ id }) => ({ id }) },
  {
    field: 'setOutcome',
    record: 'EventCall',
    target: 'EventCall',
    input: ({ id }) => ({ eventCallId: id, outcome: 'WON' }),
  },
  {
    field: 'createEvent',
    record: 'Event',
    input: (_, { hostId }) => ({
      ...{ name: `Event ${nextSerial()}`, callType: 'STRATEGY_EVENT', duration: 30 },
      hosts: [{ userId: hostId }],
    }),
  },
  {
    field: 'updateEvent',
    record: 'Event',
    target: 'Event',
    input: ({ id }) => ({ id, name: `Event ${nextSerial()}` }),
  },
  {
    field: 'updateEventStatus',
    record: 'Event',
    target: 'Event',
    input: ({ id }) => ({ eventId: id, status: 'DEACTIVATED' }),
  },
  { field: 'deleteEvent', record: 'Event', target: 'Event', input: ({ id }) => ({ id }) },
  { field: 'createApiKey', record: 'ApiKey', input: () => ({ name: 'x', scopes: ['deals:read'] }) },
  change('rotateApiKey', 'ApiKey', 'rotate'),
  { field: 'revokeApiKey', record: 'ApiKey', target: 'ApiKey', input: ({ id }) => ({ id }) },
  {
    field: 'createOAuthClient',
    record: 'OAuthClient',
    input: () => ({
      ...{ name: 'x', clientType: 'PUBLIC' },
      ...{ redirectUris: ['https://a.test/'], allowedScopes: ['deals:read'] },
    }),
  },
  change('updateOAuthClient', 'OAuthClient', 'change', { name: 'y' }),
  change('deleteOAuthClient', 'OAuthClient', 'delete'),
  change('rotateOAuthClientSecret', 'OAuthClient', 'change'),
  change('requestOAuthClientApproval', 'OAuthClient', 'change'),
  {
    field: 'createSchedule',
    record: 'Schedule',
    input: () => ({ name: 'x', timeZone: 'UTC', days: [] }),
  },
  {
    field: 'createSchedule',
    record: 'Schedule',
    // The schedule stands for its member.
    target: 'Schedule',
    input: ({ userId }) => ({ userId, name: 'x', timeZone: 'UTC', days: [] }),
  },
  {
    field: 'updateSchedule',
    record: 'Schedule',
    target: 'Schedule',
    input: ({ id }) => ({ id, name: `Hours ${nextSerial()}` }),
  },
  { field: 'deleteSchedule', record: 'Schedule', target: 'Schedule', input: ({ id }) => ({ id }) },
  {
    field: 'resendNotification',
    record: 'Notification',
    target: 'EventCall',
    input: async (call, { notificationOf }) => ({ id: await notificationOf(call) }),
  },
  {
    field: 'createScheduleOverride',
    record: 'ScheduleOverride',
    target: 'Schedule',
    input: ({ id }) => ({ scheduleId: id, date: '2026-12-24', timings: [] }),
  },
  {
    field: 'updateScheduleOverride',
    record: 'ScheduleOverride',
    target: 'Schedule',
    input: async (schedule, { overrideOf }) => ({ id: await overrideOf(schedule), date: '2026-12-24' }),
  },
  {
    field: 'deleteScheduleOverride',
    record: 'ScheduleOverride',
    target: 'Schedule',
    input: async (schedule, { overrideOf }) => ({ id: await overrideOf(schedule) }),
  },
  {
    field: 'createTimeOff',
    record: 'TimeOff',
    input: () => ({ startTime: '2026-12-24', endTime: '2026-12-24' }),
  },
  {
    field: 'createTimeOff',
    record: 'TimeOff',
    target: 'TimeOff',
    input: ({ userId }) => ({ userId, startTime: '2026-12-24', endTime: '2026-12-24' }),
  },
  {
    field: 'updateTimeOff',
    record: 'TimeOff',
    target: 'TimeOff',
    input: ({ id, startTime }) => ({ id, endTime: new Date(Date.parse(String(startTime)) + 3_600_000).toISOString() }),
  },
  { field: 'deleteTimeOff', record: 'TimeOff', target: 'TimeOff', input: ({ id }) => ({ id }) },
  {
    field: 'createWebhook',
    record: 'Webhook',
    input: () => ({ url: 'https://example.com/webhooks', kinds: ['connection.revoked'] }),
  },
  {
    field: 'updateWebhook',
    record: 'Webhook',
    target: 'Webhook',
    input: ({ id }) => ({ id, description: `Endpoint ${nextSerial()}` }),
  },
  { field: 'rotateWebhookSecret', record: 'Webhook', access: 'rotate', target: 'Webhook', input: ({ id }) => ({ id }) },
  { field: 'deleteWebhook', record: 'Webhook', target: 'Webhook', input: ({ id }) => ({ id }) },
  {
    field: 'createCalendarConnection',
    record: 'CalendarConnection',
    input: async () => ({ kind: 'ICS', url: await publishedCalendar() }),
  },
  change('updateCalendarConnection', 'CalendarConnection', 'change', { busyCalendarIds: [] }),
  {
    field: 'deleteCalendarConnection',
    record: 'CalendarConnection',
    target: 'CalendarConnection',
    input: ({ id }) => ({ id }),
  },
  {
    field: 'refreshCalendarConnection',
    record: 'CalendarConnection',
    target: 'CalendarConnection',
    input: ({ id }) => ({ id }),
  },
  { field: 'createCalendarFeed', record: 'CalendarFeed', input: () => ({ scope: 'OWN' }) },
  { field: 'deleteCalendarFeed', record: 'CalendarFeed', target: 'CalendarFeed', input: ({ id }) => ({ id }) },
  { field: 'revokeConnection', record: 'Connection', target: 'Connection', input: ({ id }) => ({ id }) },
  {
    field: 'resendWebhookDelivery',
    record: 'WebhookDelivery',
    target: 'WebhookDelivery',
    input: ({ id }) => ({ id: `dlv_${id}` }),
  },
  { field: 'sendWebhookTest', record: 'WebhookDelivery', target: 'Webhook', input: ({ id }) => ({ id }) },
];

/** The result of a root field: the keys of its records, or its refusal. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly keys: readonly unknown[];
}

/** Reads a root field by GraphQL, and by `/v1` where it is an endpoint. */
export async function read(
  app: TestApp,
  token: string,
  name: string,
  { record, paths, args = {} }: ListRead,
): Promise<Outcome[]> {
  const [, key] = storage[record].key;
  const list = Object.entries(args).map(([argument, value]) => `${argument}: ${value}`);
  const selection = paths.map((path) => path.reduceRight((inner, step) => `${step} { ${inner} }`, key));
  const query = `{ ${name}${list.length > 0 ? `(${list})` : ''} { ${selection.join(' ')} } }`;
  const keysIn = (value: Body) => paths.flatMap((path) => nodesAt(value, ...path)).map((node) => node[key]);
  const outcomes = [graphqlOutcome(await app.graphql(query, token), (data) => keysIn(data[name]))];
  const endpoint = endpointOf(queryFields[name] as GraphQLField<unknown, unknown>);
  if (!endpoint) return outcomes;
  const parameters = new URLSearchParams(Object.entries(args).map(([argument, value]) => [argument, `${value}`]));
  const response = await app.get(`/v1${endpoint.path}?${parameters}`, token);
  return [...outcomes, restOutcome(response, (body) => keysIn(endpoint.envelope === 'data' ? body.data : body))];
}

/** Runs a mutation by GraphQL, and with another input by `/v1`, or by one of these doors. Those that are no endpoint have only GraphQL. */
export async function write(
  app: TestApp,
  token: string,
  name: string,
  input: () => Promise<object>,
  door?: 'graphql' | 'rest',
): Promise<Outcome[]> {
  const field = mutationFields[name] as GraphQLField<unknown, unknown>;
  const type = field.args[0]?.type;
  if (!isNonNullType(type)) throw new Error(`${name} has no required input`);
  const query = `mutation ($input: ${getNamedType(type).name}!) { ${name}(input: $input) { __typename } }`;
  const noKeys = () => [];
  const endpoint = endpointOf(field);
  const outcomes: Outcome[] = [];
  if (!endpoint || door !== 'rest') {
    outcomes.push(graphqlOutcome(await app.graphql(query, token, { input: decimalsAsText(await input()) }), noKeys));
  }
  if (endpoint && door !== 'graphql') {
    const request = restRequest(endpoint.method, `/v1${endpoint.path}`, await input());
    const headers = { ...bearer(token), ...request.headers };
    outcomes.push(restOutcome(await app.request(request.path, { ...request, headers }), noKeys));
  }
  return outcomes;
}

/** GraphQL has decimals as text, `/v1` as numbers. */
function decimalsAsText(input: object): object {
  const entries = Object.entries(input).map(([name, value]) => [name, name === 'value' ? String(value) : value]);
  return Object.fromEntries(entries);
}

function graphqlOutcome({ status, body }: Answer, keysIn: (data: Body) => unknown[]): Outcome {
  if (!body.errors) return { status, keys: keysIn(body.data).sort() };
  const [{ message, extensions }] = body.errors;
  return { status, code: extensions.code, message, keys: [] };
}

function restOutcome({ status, body }: Answer, keysIn: (body: Body) => unknown[]): Outcome {
  if (status < 300) return { status, keys: keysIn(body).sort() };
  return { status, code: body.code, message: body.message, keys: [] };
}
