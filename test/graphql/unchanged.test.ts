import { type GraphQLInputObjectType, getNamedType, isNonNullType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { useApp } from '../support/app.ts';
import { calendarConnection } from '../support/calendar-connections.ts';
import type { Member } from '../support/factories.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import { scheduleOverride, timeOff } from '../support/schedules.ts';
import { webhook } from '../support/webhooks.ts';

let owner: Member;
let session: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
});

const inputTypes = new Map(
  Object.entries(schema.getMutationType()?.getFields() ?? {})
    .filter(([name]) => name.startsWith('update'))
    .map(([name, { args }]) => [name, getNamedType(args[0]?.type) as GraphQLInputObjectType]),
);

function update(name: string, input: object) {
  const document = `mutation ($input: ${inputTypes.get(name)?.name}!) { ${name}(input: $input) { __typename } }`;
  return app.graphql(document, session, { input });
}

const keysOf = (name: string) =>
  Object.values(inputTypes.get(name)?.getFields() ?? {}).filter(({ type }) => isNonNullType(type));

/** It has one field to change, which is required. */
const withRequiredChange = 'updateEventStatus';

test.each([...inputTypes.keys()].filter((name) => name !== withRequiredChange))(
  '%s is refused where no field to change is named',
  async (name) => {
    const input = Object.fromEntries(keysOf(name).map((field) => [field.name, 1]));
    const { body } = await update(name, input);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { formErrors: ['At least one field to change is required'], fieldErrors: {} },
    });
  },
);

interface Repetition {
  readonly table: string;
  /** Makes a record; its key is in the input. */
  readonly record: () => Promise<object>;
  readonly change: () => object;
  /** The same change, written in another way. */
  readonly again: () => object;
}

const lunch = [{ startTime: '12:00', endTime: '13:00' }];
const dinner = [{ startTime: '18:00', endTime: '19:00' }];

/** Every update, by the table of its record. */
const repetitions: Readonly<Record<string, Repetition>> = {
  updateContact: {
    table: 'Contact',
    record: async () => ({ contactId: await app.contact(owner.workspaceId) }),
    change: () => ({ joinedTime: '2026-01-01T12:00:00Z', utm: [{ utmKey: 'a', utmValue: 'b' }], tag: null }),
    again: () => ({ joinedTime: '2026-01-01T13:00:00.000+01:00', utm: [{ utmValue: 'b', utmKey: 'a' }] }),
  },
  updateCustomField: {
    table: 'CustomField',
    record: async () => {
      const row = { workspaceId: owner.workspaceId, name: 'Size', identifier: 'size', type: 'CALL' };
      return { id: (await app.insert('CustomField', { ...row, inputType: 'NUMBER' })).id };
    },
    change: () => ({ configuration: { min: 1, max: 5 }, description: null }),
    again: () => ({ configuration: { max: 5, min: 1, step: null } }),
  },
  updateDeal: {
    table: 'Deal',
    record: async () => ({ id: await deal(app, owner) }),
    change: () => ({ value: '10', time: '2026-01-01T12:00:00Z' }),
    again: () => ({ value: '10.00', time: '2026-01-01T07:00:00-05:00' }),
  },
  updateTransaction: {
    table: 'Transaction',
    record: async () => ({ id: await transaction(app, owner) }),
    change: () => ({ value: '10.50', time: '2026-01-01T12:00:00Z' }),
    again: () => ({ value: '010.5', time: '2026-01-01T12:00:00.000Z' }),
  },
  updateUser: {
    table: 'Membership',
    record: async () => ({ id: owner.userId }),
    change: () => ({ lastName: 'Price', role: 'OWNER' }),
    again: () => ({ lastName: 'Price', role: 'OWNER' }),
  },
  updateViewer: {
    table: 'User',
    record: async () => ({}),
    change: () => ({ timeZone: 'Asia/Tokyo' }),
    again: () => ({ timeZone: 'Asia/Tokyo' }),
  },
  updateEvent: {
    table: 'Event',
    record: async () => {
      await app.schedule(owner, { isDefault: true });
      return { id: await app.event(owner) };
    },
    change: () => ({ hosts: [{ userId: owner.userId, priority: 1 }], description: 'x' }),
    again: () => ({ hosts: [{ priority: 1, userId: owner.userId }], description: 'x' }),
  },
  updateEventStatus: {
    table: 'Event',
    record: async () => ({ eventId: await app.event(owner) }),
    change: () => ({ status: 'DEACTIVATED' }),
    again: () => ({ status: 'DEACTIVATED' }),
  },
  updateOAuthClient: {
    table: 'OAuthClient',
    record: async () => {
      const lists = { redirectUris: ['https://a.test/'], allowedScopes: ['deals:read'] };
      const row = { ...owner, clientId: `ocl_${owner.workspaceId}`, name: 'App', clientType: 'PUBLIC' };
      return { id: (await app.insert('OAuthClient', { ...row, ...lists, grantTypes: ['AUTHORIZATION_CODE'] })).id };
    },
    change: () => ({
      allowedScopes: ['deals:read', 'users:read'],
      redirectUris: ['https://a.test/', 'https://b.test/'],
    }),
    again: () => ({
      ...{ allowedScopes: ['users:read', 'deals:read', 'users:read'], homepageUrl: null, name: ' App ' },
      redirectUris: ['https://b.test/', 'https://a.test/'],
    }),
  },
  updateCalendarConnection: {
    table: 'CalendarConnection',
    record: async () => ({ id: (await calendarConnection(app, owner)).id }),
    change: () => ({ busyCalendarIds: [] }),
    again: () => ({ busyCalendarIds: [], bookingCalendarId: null }),
  },
  updateSchedule: {
    table: 'Schedule',
    record: async () => ({ id: await app.schedule(owner) }),
    change: () => ({ days: [{ name: 'MONDAY', timings: [...lunch, ...dinner] }] }),
    again: () => ({
      days: [
        { name: 'MONDAY', timings: [...dinner, ...lunch] },
        { name: 'SUNDAY', timings: [] },
      ],
    }),
  },
  updateScheduleOverride: {
    table: 'ScheduleOverride',
    record: async () => ({ id: await scheduleOverride(app, owner, await app.schedule(owner)) }),
    change: () => ({ timings: [...lunch, ...dinner] }),
    again: () => ({ timings: [...dinner, ...lunch] }),
  },
  updateWebhook: {
    table: 'Webhook',
    record: async () => ({ id: await webhook(app, owner) }),
    change: () => ({ kinds: ['deal.created', 'contact.created'], description: null, status: 'PAUSED' }),
    again: () => ({
      kinds: ['contact.created', 'deal.created'],
      url: 'https://example.com/webhooks',
      status: 'PAUSED',
    }),
  },
  updateWorkspace: {
    table: 'Workspace',
    record: async () => ({}),
    change: () => ({ embedOrigins: ['https://a.example'], keepsUnbookedLeads: false }),
    again: () => ({ embedOrigins: ['https://a.example'] }),
  },
  updateTimeOff: {
    table: 'TimeOff',
    record: async () => ({ id: await timeOff(app, owner) }),
    change: () => ({ startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-02T00:00:00Z' }),
    again: () => ({ endTime: '2030-01-02T01:00:00+01:00' }),
  },
};

test('every update of the schema is repeated here', () => {
  expect(Object.keys(repetitions).sort()).toEqual([...inputTypes.keys()].sort());
});

test.each(Object.entries(repetitions))('%s to what is there already writes nothing', async (name, repetition) => {
  const { table, record, change, again } = repetition;
  const key = await record();
  const rows = () => app.sql(`SELECT * FROM "${table}" ORDER BY 1, 2`);
  const events = () => app.sql('SELECT * FROM "WebhookEvent" ORDER BY "workspaceId", "id"');
  expect((await update(name, { ...key, ...change() })).body.errors).toBeUndefined();
  const before = { rows: await rows(), events: await events() };
  for (const input of [change(), again()]) {
    expect((await update(name, { ...key, ...input })).body.errors).toBeUndefined();
    expect({ rows: await rows(), events: await events() }).toEqual(before);
  }
});
