import type { RecordType } from '#src/domain/principal/policy.ts';
import { type Row, storage } from '../../policy/records.ts';
import type { TestApp } from '../app.ts';
import { bookableEvent, openEventOf } from '../bookable-events.ts';
import { finishOf } from '../call-finishes.ts';
import { merging } from '../contact-merges.ts';
import { customField } from '../custom-fields.ts';
import type { Member } from '../factories.ts';
import { notification } from '../notifications.ts';
import { password, setPassword } from '../people.ts';
import { scheduleOverride } from '../schedules.ts';
import { nextSerial } from '../serial.ts';
import type { MutationSample, PeoplePlace, QuerySample } from './sample.ts';

/** What inputs of samples refer to in the workspace of this owner. */
export async function placeOf(app: TestApp, owner: Member): Promise<PeoplePlace> {
  const { workspaceId, userId } = owner;
  const linkPrefix = `user-${userId}/any-hour-${nextSerial()}`;
  const bookableEventId = await bookableEvent(app, owner, { linkPrefix, bookingFlow: 'FORM_FIRST' });
  for (const [displayIndex, type] of ['EMAIL', 'NAME'].entries()) {
    const question = { type, statement: `Your ${type}?`, required: false, displayIndex };
    await app.insert('InviteeQuestion', { workspaceId, eventId: bookableEventId, ...question });
  }
  await app.schedule(owner, { isDefault: true });
  const opened = new Set<unknown>();
  return {
    contactFieldId: await customField(app, workspaceId, { identifier: `note-${nextSerial()}` }),
    callFieldId: await customField(app, workspaceId, { identifier: `note-${nextSerial()}`, type: 'CALL' }),
    contactId: await app.contact(workspaceId),
    otherContactId: () => app.contact(workspaceId),
    async mergedInto({ id }) {
      const mergedContactId = await app.contact(workspaceId);
      const { merge } = merging(app, await app.apiKey(owner));
      const { status } = await merge(Number(id), mergedContactId);
      if (status !== 200) throw new Error(`The merge was refused with ${status}`);
      return mergedContactId;
    },
    ...{ linkPrefix, bookableEventId, hostId: userId },
    async open(call) {
      if (!opened.has(call.id)) await openEventOf(app, call);
      opened.add(call.id);
    },
    finishOf: (call) => finishOf(app, call),
    notificationOf: async (call) => (await notification(app, call)).id,
    overrideOf: ({ id, workspaceId }) => scheduleOverride(app, { workspaceId: Number(workspaceId) }, Number(id)),
    async otherWorkspaceId() {
      const other = await app.workspace();
      await app.insert('Membership', { workspaceId: other.workspaceId, userId, role: 'CLOSER' });
      return other.workspaceId;
    },
    async invitationId() {
      const row = { email: `invited-${nextSerial()}@example.com`, role: 'CLOSER', tokenHash: Buffer.from('x') };
      const expiresAt = '2026-03-05T12:00:00Z';
      return (await app.insert('Invitation', { workspaceId, ...row, invitedBy: userId, expiresAt })).id;
    },
    async sessionId() {
      const known = (await sessionsOf(app, userId)).map(({ id }) => id);
      await app.session(owner);
      return String((await sessionsOf(app, userId)).find(({ id }) => !known.includes(id))?.id);
    },
    account: async () => ({ email: await setPassword(app, userId), password }),
    async bookingToken() {
      const query = 'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }';
      const input = {
        linkPrefix,
        dateTime: bookingHour(),
        timeZone: 'UTC',
        email: `token-${nextSerial()}@example.com`,
      };
      return (await app.graphql(query, undefined, { input })).body.data.createPublicBooking.token;
    },
  };
}

const bookingHour = () => new Date(Date.UTC(2042, 0, 1, nextSerial())).toISOString();
const sessionsOf = (app: TestApp, userId: number) =>
  app.sql<{ id: string }>('SELECT "id" FROM "Session" WHERE "userId" = $1', [userId]);

/** A new record of the member; a member is the record itself. */
export async function newRow(app: TestApp, type: RecordType, owner: Member): Promise<Row> {
  const { workspaceId, userId } = owner;
  if (type === 'Member') return { id: userId, userId, workspaceId };
  const { create, table } = storage[type];
  const rows = () => app.sql<Row>(`SELECT * FROM "${table}" WHERE "workspaceId" = $1`, [workspaceId]);
  const known = new Set((await rows()).map(({ id }) => id));
  await create(app, owner);
  const made = (await rows()).filter(({ id }) => !known.has(id));
  if (made.length !== 1) throw new Error(`${made.length} new rows of ${table} were stored, not one ${type}`);
  return made[0] as Row;
}

/** A valid input of a mutation that its owner may make; undefined for one without. */
export async function inputOf(app: TestApp, owner: Member, sample: MutationSample, place: PeoplePlace) {
  const target = sample.input && sample.target ? await targetOf(app, sample.target, owner) : {};
  return sample.input?.(target, place);
}

/** Arguments of a query that is no read of one record by its id. */
export async function argsOf(app: TestApp, owner: Member, sample: QuerySample | undefined, place: PeoplePlace) {
  const { args, target } = sample ?? {};
  return typeof args === 'function' ? args(target ? await targetOf(app, target, owner) : {}, place) : { ...args };
}

/** A record for an input to name; as a member, one who is not the owner. */
async function targetOf(app: TestApp, type: RecordType, owner: Member): Promise<Row> {
  return newRow(app, type, type === 'Member' ? await app.member(owner.workspaceId, 'CLOSER') : owner);
}

const noId = 2_147_483_647;

/** Names no stored record, except a member who can host an event, where there is one. */
export function placeOfNothing(hostId: number = noId): PeoplePlace {
  return {
    ...{ contactFieldId: noId, callFieldId: noId, contactId: noId, bookableEventId: noId, linkPrefix: 'a/b', hostId },
    otherContactId: async () => noId - 1,
    mergedInto: async () => noId,
    open: async () => undefined,
    overrideOf: async () => noId,
    finishOf: async () => undefined,
    notificationOf: async () => noId,
    otherWorkspaceId: async () => noId,
    invitationId: async () => noId,
    sessionId: async () => '00000000-0000-4000-8000-000000000000',
    account: async () => ({ email: 'nobody@example.com', password: 'x' }),
    bookingToken: async () => 'x',
  };
}

/** The key of no record, as the field that returns it has it. */
export function noKey(type: RecordType): number | string {
  const { prefix } = storage[type];
  if (type === 'Connection') return 'con_x';
  return prefix === undefined ? noId : `${prefix}${noId}`;
}

/** A row that is not stored. */
export const noRow = (type: RecordType): Row => ({
  ...{ id: type === 'Connection' ? noKey(type) : noId, clientId: 'x', startTime: '2026-12-24T00:00:00.000Z' },
});
