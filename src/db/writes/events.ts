import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import type { BookableEvent } from '#src/domain/events/event.ts';
import type { InviteeQuestionInput } from '#src/domain/events/input.ts';
import { readEvents } from '../reads/events.ts';
import { within } from '../within.ts';
import { freeLink, takeLink } from './booking-links.ts';
import { presentColumns } from './rows.ts';

/** The columns of an event that an input may write, besides its link. */
export const writableEventColumns = [
  'name',
  'description',
  'callType',
  'duration',
  'slotInterval',
  'bufferBefore',
  'bufferAfter',
  'minimumNotice',
  'bookingWindow',
  'dailyLimit',
  'maxUpcomingPerInvitee',
  'sendsMail',
  'reminders',
  'location',
  'locationLink',
  'disqualifiesLeads',
  'bookingFlow',
  'isListed',
  'bookedStatus',
  'disqualificationRules',
  'disqualifiedMessage',
  'disqualifiedUrl',
  'redirectUrl',
  'redirectAnswers',
  'status',
] as const satisfies readonly (keyof BookableEvent)[];

export type EventColumns = Pick<BookableEvent, (typeof writableEventColumns)[number]>;

/** Reads the event within this transaction. */
export async function readEvent(
  client: ClientBase,
  [workspaceId, eventId]: RecordKey,
): Promise<BookableEvent | undefined> {
  const { events } = await readEvents(within(client), { workspaceId, offset: 0, limit: 1, eventId });
  return events[0];
}

/**
 * Locks the event until the transaction ends, and then reads it with its hosts and questions. Updates of one event are
 * serialized, so its lists never mix two updates.
 */
export async function lockEvent(client: ClientBase, key: RecordKey): Promise<BookableEvent | undefined> {
  const { rowCount } = await client.query(
    'SELECT FROM "Event" WHERE "workspaceId" = $1 AND "id" = $2 AND "deletedAt" IS NULL FOR NO KEY UPDATE',
    [...key],
  );
  return rowCount ? readEvent(client, key) : undefined;
}

/** Finds the links of the workspace's events that start with `preferred`, with or without a number after it. */
export async function linkPrefixesLike(
  client: ClientBase,
  workspaceId: number,
  preferred: string,
): Promise<Set<string>> {
  const { rows } = await client.query<{ linkPrefix: string }>(
    `SELECT "linkPrefix" FROM "Event" WHERE "workspaceId" = $1 AND "deletedAt" IS NULL AND starts_with("linkPrefix", $2)`,
    [workspaceId, preferred],
  );
  return new Set(rows.map(({ linkPrefix }) => linkPrefix));
}

/** Returns the id of the new event, or undefined if an event of any workspace has its link. */
export async function insertEvent(
  client: ClientBase,
  workspaceId: number,
  { linkPrefix, ...columns }: EventColumns & Pick<BookableEvent, 'linkPrefix'>,
): Promise<number | undefined> {
  if (!(await takeLink(client, linkPrefix, workspaceId))) return undefined;
  const { names, placeholders, values } = presentColumns(asStored(columns));
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Event" ("workspaceId", "linkPrefix"${names}) VALUES ($1, $2${placeholders}) RETURNING "id"`,
    [workspaceId, linkPrefix, ...values],
  );
  return rows[0]?.id;
}

/** Serializes lists for JSON columns: the driver would write them as PostgreSQL arrays. */
function asStored({ disqualificationRules: rules, reminders, ...columns }: Partial<EventColumns>) {
  return {
    ...columns,
    disqualificationRules: rules && JSON.stringify(rules),
    reminders: reminders && JSON.stringify(reminders),
  };
}

/**
 * Locks the events with a disqualification rule that names the custom field, and reads their rules. Events are locked
 * before fields, so call it before the field is locked, as well as after.
 */
export async function lockRulesOfField(
  client: ClientBase,
  [workspaceId, customFieldId]: RecordKey,
): Promise<Pick<BookableEvent, 'id' | 'disqualificationRules'>[]> {
  const { rows } = await client.query<Pick<BookableEvent, 'id' | 'disqualificationRules'>>(
    `SELECT "id", "disqualificationRules" FROM "Event"
     WHERE "workspaceId" = $1 AND "deletedAt" IS NULL AND "disqualificationRules" @> $2::jsonb
     ORDER BY "id" FOR NO KEY UPDATE`,
    [workspaceId, JSON.stringify([{ customFieldId }])],
  );
  return rows;
}

/** Writes the given columns, and the time of the update. */
export async function updateEventColumns(
  client: ClientBase,
  key: RecordKey,
  columns: Partial<EventColumns & Pick<BookableEvent, 'linkPrefix'>>,
): Promise<void> {
  const { updates, values } = presentColumns(asStored(columns));
  await client.query(`UPDATE "Event" SET ${updates}"updatedAt" = now() WHERE "workspaceId" = $1 AND "id" = $2`, [
    ...key,
    ...values,
  ]);
}

/** Keeps the row for the calls of the event, which use its name and its buffers. Its link becomes available. */
export async function markEventDeleted(client: ClientBase, key: RecordKey, linkPrefix: string): Promise<void> {
  await freeLink(client, linkPrefix);
  await replaceHosts(client, key, []);
  await replaceSecondaryQuestions(client, key, []);
  await client.query(
    `UPDATE "Event" SET "status" = 'DEACTIVATED', "deletedAt" = now(), "updatedAt" = now()
     WHERE "workspaceId" = $1 AND "id" = $2`,
    [...key],
  );
}

export type HostRow = Pick<BookableEvent['hosts'][number], 'userId' | 'scheduleId' | 'priority'>;

/** Hosts that remain keep their `lastBookedAt`. */
export async function replaceHosts(client: ClientBase, key: RecordKey, hosts: readonly HostRow[]): Promise<void> {
  await client.query(
    'DELETE FROM "EventHost" WHERE "workspaceId" = $1 AND "eventId" = $2 AND "userId" <> ALL ($3::int[])',
    [...key, hosts.map(({ userId }) => userId)],
  );
  if (hosts.length === 0) return;
  await client.query(
    `INSERT INTO "EventHost" ("workspaceId", "eventId", "userId", "scheduleId", "priority")
     SELECT $1, $2, h."userId", h."scheduleId", h."priority"
     FROM unnest($3::int[], $4::int[], $5::int[]) h("userId", "scheduleId", "priority")
     ON CONFLICT ("workspaceId", "eventId", "userId")
       DO UPDATE SET "scheduleId" = excluded."scheduleId", "priority" = excluded."priority"`,
    [
      ...[...key, hosts.map(({ userId }) => userId), hosts.map(({ scheduleId }) => scheduleId)],
      hosts.map(({ priority }) => priority),
    ],
  );
}

/** Questions are displayed in the order of the list. */
export async function replaceInviteeQuestions(
  client: ClientBase,
  key: RecordKey,
  questions: readonly InviteeQuestionInput[],
): Promise<void> {
  await client.query('DELETE FROM "InviteeQuestion" WHERE "workspaceId" = $1 AND "eventId" = $2', [...key]);
  if (questions.length === 0) return;
  await client.query(
    `INSERT INTO "InviteeQuestion" ("workspaceId", "eventId", "statement", "type", "required", "displayIndex")
     SELECT $1, $2, q."statement", q."type"::"InviteeQuestionType", q."required", q."position" - 1
     FROM unnest($3::text[], $4::text[], $5::boolean[]) WITH ORDINALITY q("statement", "type", "required", "position")
     ORDER BY q."position"`,
    [
      ...[...key, questions.map(({ statement }) => statement), questions.map(({ type }) => type)],
      questions.map(({ required }) => required),
    ],
  );
}

export type SecondaryQuestionRow = Pick<BookableEvent['secondaryQuestions'][number], 'customFieldId' | 'required'>;

export async function replaceSecondaryQuestions(
  client: ClientBase,
  key: RecordKey,
  questions: readonly SecondaryQuestionRow[],
): Promise<void> {
  await client.query('DELETE FROM "EventSecondaryQuestion" WHERE "workspaceId" = $1 AND "eventId" = $2', [...key]);
  if (questions.length === 0) return;
  await client.query(
    `INSERT INTO "EventSecondaryQuestion" ("workspaceId", "eventId", "customFieldId", "required", "displayIndex")
     SELECT $1, $2, q."customFieldId", q."required", q."position" - 1
     FROM unnest($3::int[], $4::boolean[]) WITH ORDINALITY q("customFieldId", "required", "position")`,
    [...key, questions.map(({ customFieldId }) => customFieldId), questions.map(({ required }) => required)],
  );
}

interface HostSchedules {
  readonly memberIds: ReadonlySet<number>;
  readonly schedules: readonly { readonly id: number; readonly userId: number; readonly isDefault: boolean }[];
}

/**
 * Reads which users are members of the workspace, with their default schedules and the given schedules. Locks these against
 * deletion until the transaction ends, in the order of their ids.
 */
export async function lockHostSchedules(
  client: ClientBase,
  workspaceId: number,
  { userIds, scheduleIds }: { readonly userIds: readonly number[]; readonly scheduleIds: readonly number[] },
): Promise<HostSchedules> {
  const members = await client.query<{ userId: number }>(
    `SELECT "userId" FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = ANY($2) AND "removedAt" IS NULL
     ORDER BY "userId" FOR KEY SHARE`,
    [workspaceId, userIds],
  );
  const schedules = await client.query<HostSchedules['schedules'][number]>(
    `SELECT "id", "userId", "isDefault" FROM "Schedule"
     WHERE "workspaceId" = $1 AND "userId" = ANY($2) AND ("isDefault" OR "id" = ANY($3)) ORDER BY "id" FOR KEY SHARE`,
    [workspaceId, userIds, scheduleIds],
  );
  return { memberIds: new Set(members.rows.map(({ userId }) => userId)), schedules: schedules.rows };
}

export async function isUsernameOfMember(client: ClientBase, workspaceId: number, username: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM "Membership" m JOIN "User" u ON u."id" = m."userId"
     WHERE m."workspaceId" = $1 AND m."removedAt" IS NULL AND u."username" = $2`,
    [workspaceId, username],
  );
  return rows.length > 0;
}

export async function usernameOf(client: ClientBase, userId: number): Promise<string> {
  const { rows } = await client.query<{ username: string }>('SELECT "username" FROM "User" WHERE "id" = $1', [userId]);
  return rows[0]?.username as string;
}
