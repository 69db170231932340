import { type GraphQLInputObjectType, getNamedType, isNonNullType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { storage } from '../policy/records.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { documentOf } from '../support/root-fields/documents.ts';
import { inputOf, placeOf } from '../support/root-fields/place.ts';
import { mutationFields, mutationSamples } from '../support/root-fields/registry.ts';

let owner: Member;
let session: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
});

const updates = Object.keys(mutationFields).filter((name) => name.startsWith('update'));

function update(name: string, input: object) {
  const { document, variables } = documentOf(name, { input }, '__typename');
  return app.graphql(document, session, variables);
}

/** The fields of the input that must be there: those that name the record. */
function keysOf(name: string): string[] {
  const type = getNamedType(mutationFields[name]?.args[0]?.type) as GraphQLInputObjectType;
  return Object.values(type.getFields())
    .filter((field) => isNonNullType(field.type))
    .map((field) => field.name);
}

/** They have one field to change, which is required. */
const withRequiredChange = ['updateEventStatus', 'updateEventCallGuests'];

test.each(updates.filter((name) => !withRequiredChange.includes(name)))(
  '%s is refused where no field to change is named',
  async (name) => {
    const input = Object.fromEntries(keysOf(name).map((field) => [field, 1]));
    const { body } = await update(name, input);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { formErrors: ['At least one field to change is required'], fieldErrors: {} },
    });
  },
);

interface Repetition {
  readonly change: object;
  /** The same change, written in another way. */
  readonly again: object;
  /** Stored before in the record. */
  readonly before?: object;
}

const lunch = [{ startTime: '12:00', endTime: '13:00' }];
const dinner = [{ startTime: '18:00', endTime: '19:00' }];

/** Changes that can be written in several ways. Any other update is repeated as its sample has it. */
const repetitionsOf = ({ userId }: Member): Readonly<Record<string, Repetition>> => ({
  updateContact: {
    change: { joinedTime: '2026-01-01T12:00:00Z', utm: [{ utmKey: 'a', utmValue: 'b' }], tag: null },
    again: { joinedTime: '2026-01-01T13:00:00.000+01:00', utm: [{ utmValue: 'b', utmKey: 'a' }] },
  },
  updateCustomField: {
    before: { inputType: 'NUMBER' },
    change: { configuration: { min: 1, max: 5 }, description: null },
    again: { configuration: { max: 5, min: 1, step: null } },
  },
  updateDeal: {
    change: { value: '10', time: '2026-01-01T12:00:00Z' },
    again: { value: '10.00', time: '2026-01-01T07:00:00-05:00' },
  },
  updateTransaction: {
    change: { value: '10.50', time: '2026-01-01T12:00:00Z' },
    again: { value: '010.5', time: '2026-01-01T12:00:00.000Z' },
  },
  updateOAuthClient: {
    change: {
      name: 'App',
      allowedScopes: ['deals:read', 'users:read'],
      redirectUris: ['https://a.test/', 'https://b.test/'],
    },
    again: {
      ...{ allowedScopes: ['users:read', 'deals:read', 'users:read'], homepageUrl: null, name: ' App ' },
      redirectUris: ['https://b.test/', 'https://a.test/'],
    },
  },
  updateCalendarConnection: {
    change: { busyCalendarIds: [] },
    again: { busyCalendarIds: [], bookingCalendarId: null },
  },
  updateSchedule: {
    change: { days: [{ name: 'MONDAY', timings: [...lunch, ...dinner] }] },
    again: {
      days: [
        { name: 'MONDAY', timings: [...dinner, ...lunch] },
        { name: 'SUNDAY', timings: [] },
      ],
    },
  },
  updateScheduleOverride: {
    change: { timings: [...lunch, ...dinner] },
    again: { timings: [...dinner, ...lunch] },
  },
  updateWebhook: {
    change: { kinds: ['deal.created', 'contact.created'], description: null, status: 'PAUSED' },
    again: { kinds: ['contact.created', 'deal.created'], url: 'https://example.com/webhooks', status: 'PAUSED' },
  },
  updateWorkspace: {
    change: { embedOrigins: ['https://a.example'], keepsUnbookedLeads: false },
    again: { embedOrigins: ['https://a.example'] },
  },
  updateTimeOff: {
    change: { startTime: '2030-01-01T00:00:00Z', endTime: '2030-01-02T00:00:00Z' },
    again: { endTime: '2030-01-02T01:00:00+01:00' },
  },
  updateEvent: {
    change: { hosts: [{ userId, priority: 1 }], description: 'x' },
    again: { hosts: [{ priority: 1, userId }] },
  },
  updateUser: { change: { lastName: 'Price', role: 'SETTER' }, again: { role: 'SETTER' } },
  updateViewer: { change: { timeZone: 'Asia/Tokyo' }, again: { timeZone: 'Asia/Tokyo' } },
});

/** The tables of updates that are about no type of the policy table. */
const otherTables: Readonly<Record<string, string>> = { updateViewer: 'User', updateWorkspace: 'Workspace' };

test.each(updates)('%s to what is there already writes nothing', async (name) => {
  const sample = mutationSamples[name];
  if (!sample) throw new Error(`${name} has no sample`);
  const table = 'record' in sample ? storage[sample.record].table : otherTables[name];
  const input: Record<string, unknown> = { ...(await inputOf(app, owner, sample, await placeOf(app, owner))) };
  const { change, again, before } = repetitionsOf(owner)[name] ?? { change: input, again: input };
  const key = Object.fromEntries(keysOf(name).map((field) => [field, input[field]]));
  for (const [column, value] of Object.entries(before ?? {})) {
    await app.sql(`UPDATE "${table}" SET "${column}" = $1 WHERE "id" = $2`, [value, key.id]);
  }
  const rows = () => app.sql(`SELECT * FROM "${table}" ORDER BY 1, 2`);
  const events = () => app.sql('SELECT * FROM "WebhookEvent" ORDER BY "workspaceId", "id"');
  expect((await update(name, { ...key, ...change })).body.errors).toBeUndefined();
  const written = { rows: await rows(), events: await events() };
  for (const each of [change, again]) {
    expect((await update(name, { ...key, ...each })).body.errors).toBeUndefined();
    expect({ rows: await rows(), events: await events() }).toEqual(written);
  }
});
