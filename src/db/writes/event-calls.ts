import type { ClientBase, QueryConfig } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { RecordKey } from '#src/db/keys.ts';
import { preparedStatement, queryConfig } from '#src/db/statement.ts';
import { type CallFacts, sourceOf } from '#src/domain/event-calls/call-facts.ts';
import type { EventCall, SetOutcome } from '#src/domain/event-calls/event-call.ts';
import { mailboxKeyOf } from '#src/domain/event-calls/upcoming-calls.ts';
import type { Language } from '#src/domain/languages/language.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { callJoins, eventCalls } from '../reads/event-calls/record.ts';
import type { JsonRow } from '../reads/json-record.ts';
import type { EventReference } from '../reads/scheduling.ts';
import { addInvitee, type InviteeColumns, inviteeKeyOf } from './invitees.ts';
import { addRollups, type CountedCall, countedColumns } from './rollups.ts';
import { presentColumns } from './rows.ts';

/** $3 is the lock of an address, which is taken before those of rows. PostgreSQL tests a condition without columns first. */
const withAddress = `coalesce((SELECT pg_advisory_xact_lock($3::bigint)::text), '') = ''`;

const lockHostsStatement = (name: string, condition: string) =>
  preparedStatement(
    `eventCalls.lockHosts.${name}`,
    `SELECT m."userId", m."meetingLink" FROM "Event" e
     JOIN "EventHost" h ON h."workspaceId" = $1 AND h."eventId" = e."id"
     JOIN "Membership" m ON m."workspaceId" = $1 AND m."userId" = h."userId" AND m."removedAt" IS NULL
     WHERE e."workspaceId" = $1 AND ${condition} AND e."status" = 'ACTIVATED' AND e."deletedAt" IS NULL
     ORDER BY m."userId" FOR NO KEY UPDATE OF m`,
  );

const lockHostsById = lockHostsStatement('byId', `e."id" = $2::int AND ${withAddress}`);
const lockHostsByLink = lockHostsStatement('byLink', `e."linkPrefix" = $2::text AND ${withAddress}`);
const lockHostsOfCall = lockHostsStatement(
  'ofCall',
  'e."id" = (SELECT c."eventId" FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."id" = $2::int)',
);

/** The meeting link of each host. */
export type LockedHosts = ReadonlyMap<number, string | null>;

/**
 * Locks the hosts of a live event, or of the event of a call, in the order of their ids, until the transaction ends. Every
 * transaction that assigns a call to a host holds this lock, so calls read afterwards are complete. Returns the meeting link of
 * each host; undefined if there is no such event. Also takes the lock of the address of a contact that the transaction may create.
 */
export async function lockHosts(
  client: ClientBase,
  workspaceId: number,
  event: EventReference | { readonly callId: number },
  address?: bigint,
): Promise<LockedHosts | undefined> {
  const { rows } = await client.query<{ userId: number; meetingLink: string | null }>(
    hostsOf(workspaceId, event, address ?? null),
  );
  return rows.length === 0 ? undefined : new Map(rows.map(({ userId, meetingLink }) => [userId, meetingLink]));
}

function hostsOf(workspaceId: number, event: Parameters<typeof lockHosts>[2], address: bigint | null): QueryConfig {
  if ('callId' in event) return queryConfig(lockHostsOfCall, [workspaceId, event.callId]);
  if (event.eventId !== undefined) return queryConfig(lockHostsById, [workspaceId, event.eventId, address]);
  return queryConfig(lockHostsByLink, [workspaceId, event.linkPrefix, address]);
}

interface NewCall
  extends InviteeColumns,
    Pick<
      EventCall,
      'eventId' | 'contactId' | 'userId' | 'setterId' | 'callType' | 'dateTime' | 'duration' | 'timeZone'
    >,
    Pick<EventCall, 'notes' | 'location' | 'locationLink' | 'utm' | 'guests'> {
  readonly workspaceId: number;
  readonly language: Language;
}

// Only this file and `generated-calls.ts` write calls, each time together with their rollups. No trigger does this, because
// Citus allows no triggers on distributed tables.

/** SQL for the columns of a call that the rollups count. */
const countedOf = (alias: string) => countedColumns.map((column) => `${alias}."${column}"`).join(', ');

const insertStatement = preparedStatement(
  'eventCalls.insert',
  `INSERT INTO "EventCall" AS c ("workspaceId", "previewId", "eventId", "contactId", "userId", "setterId", "callType",
     "dateTime", "endTime", "duration", "timeZone", "inviteeName", "inviteeEmail", "phoneNumber", "notes", "location",
     "locationLink", "utm", "language", "mailboxKey", "guests", "source", "inviteeKey")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz + make_interval(mins => $9::int), $9::int, $10,
     $11::text, $12::text, $13::text, $14, $15, $16, $17, $18, $19::bigint, $20::text[], $21, ${inviteeKeyOf({ name: '$11::text', email: '$12::text', phoneNumber: '$13::text' })})
   RETURNING c."id", ${countedOf('c')}`,
);

/** Inserts a call and returns its id. The database rejects a call that overlaps another call of its host. */
export async function insertCall(client: ClientBase, call: NewCall): Promise<number> {
  await addInvitee(client, call.workspaceId, call);
  const { rows } = await client.query<{ id: number } & CountedCall>(
    queryConfig(insertStatement, [
      ...[call.workspaceId, `call_${randomBase62(22)}`, call.eventId, call.contactId, call.userId, call.setterId],
      ...[call.callType, call.dateTime, call.duration, call.timeZone, call.inviteeName, call.inviteeEmail],
      ...[call.phoneNumber, call.notes, call.location, call.locationLink, JSON.stringify(call.utm), call.language],
      ...[mailboxKeyOf(call.workspaceId, call.inviteeEmail), call.guests, sourceOf(call.utm)],
    ]),
  );
  const [inserted] = rows;
  if (!inserted) throw new Error('PostgreSQL inserted no call.');
  await addRollups(client, call.workspaceId, { added: [inserted] });
  return inserted.id;
}

function callOf(row: JsonRow, now: Date): EventCall {
  return eventCalls.of([row], now.toISOString())[0] as EventCall;
}

const readStatement = preparedStatement(
  'eventCalls.one',
  `SELECT ${eventCalls.record} FROM "EventCall" c ${callJoins} WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

/** Reads a call within this transaction. */
export async function readCall(client: ClientBase, [workspaceId, id]: RecordKey, now: Date): Promise<EventCall> {
  const { rows } = await client.query<JsonRow>(queryConfig(readStatement, [workspaceId, id]));
  return callOf(rows[0] as JsonRow, now);
}

const readManyStatement = preparedStatement(
  'eventCalls.many',
  `SELECT ${eventCalls.record} FROM "EventCall" c ${callJoins} WHERE c."workspaceId" = $1 AND c."id" = ANY($2::int[])
   ORDER BY c."dateTime", c."id"`,
);

/** Reads calls within this transaction, earliest first. */
export async function readCalls(
  client: ClientBase,
  workspaceId: number,
  { ids, now }: { readonly ids: readonly number[]; readonly now: Date },
): Promise<EventCall[]> {
  const { rows } = await client.query<JsonRow>(queryConfig(readManyStatement, [workspaceId, ids]));
  return rows.map((row) => callOf(row, now));
}

const readByPreviewId = preparedStatement(
  'eventCalls.byPreviewId',
  `SELECT ${eventCalls.record} FROM "EventCall" c ${callJoins} WHERE c."workspaceId" = $1 AND c."previewId" = $2`,
);

export async function findCallByPreviewId(
  { run }: Pick<Database, 'run'>,
  { workspaceId, previewId }: { readonly workspaceId: number; readonly previewId: string },
  now: Date,
): Promise<EventCall | undefined> {
  const [row] = await run<JsonRow>(readByPreviewId, [workspaceId, previewId]);
  return row && callOf(row, now);
}

/** Reads the language of the invitee of a call. */
export async function readLanguage(client: ClientBase, key: RecordKey): Promise<Language> {
  const { rows } = await client.query<{ language: Language }>(
    'SELECT "language" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2',
    [...key],
  );
  return rows[0]?.language ?? 'en';
}

const lockStatement = (name: string, condition = '') =>
  preparedStatement(
    `eventCalls.${name}`,
    `SELECT FROM "EventCall" c WHERE c."workspaceId" = $1 AND c."id" = $2 ${condition} FOR NO KEY UPDATE`,
  );

const lockAny = lockStatement('lock');
const lockOwn = ({ columns }: OwnRows) =>
  lockStatement('lockOwn', `AND (${columns.map((column) => `c."${column}" = $3`).join(' OR ')})`);

/**
 * Reads a call that the caller sees. It stays as it is until the transaction ends. One statement for both would read the answers,
 * the event and the host as they were before it waited for the lock.
 */
export async function lockCall(
  client: ClientBase,
  { workspaceId, visible }: { readonly workspaceId: number; readonly visible: OwnRows | undefined },
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<EventCall | undefined> {
  const key = [workspaceId, id] as const;
  const { rowCount } = await client.query(
    visible ? queryConfig(lockOwn(visible), [...key, visible.owner]) : queryConfig(lockAny, [...key]),
  );
  return rowCount === 0 ? undefined : readCall(client, key, now);
}

const lockHostStatement = preparedStatement(
  'eventCalls.lockHost',
  `SELECT m."userId" FROM "EventCall" c
   JOIN "Membership" m ON m."workspaceId" = $1 AND m."userId" = c."userId" AND m."removedAt" IS NULL
   WHERE c."workspaceId" = $1 AND c."id" = $2 FOR KEY SHARE OF m`,
);

/** Locks the host of a call against removal until the transaction ends; undefined if the host is no longer a member. */
export async function lockHostOfCall(client: ClientBase, key: RecordKey): Promise<number | undefined> {
  const { rows } = await client.query<{ userId: number }>(queryConfig(lockHostStatement, [...key]));
  return rows[0]?.userId;
}

type CallUpdate = Partial<
  Pick<EventCall, 'status' | 'userId' | 'dateTime' | 'endTime' | 'duration' | 'timeZone' | 'rescheduleReason'> &
    Pick<
      EventCall,
      'cancelReason' | 'noSaleReason' | 'objectionKind' | 'objection' | 'notes' | 'location' | 'locationLink' | 'guests'
    >
> &
  CallFacts & { readonly outcome?: SetOutcome | null };

/** The counted columns that an update of a call returns, with their values before and after. */
type Counted = CountedCall & { readonly [Column in keyof CountedCall as `${Column}Before`]: CountedCall[Column] };

const countedBefore = countedColumns.map((column) => `b."${column}" AS "${column}Before"`).join(', ');

/**
 * Updates the given columns of a call. The statement locks the row before it reads the earlier values for the rollups, so they
 * are what it replaces despite concurrent updates. `sequence` counts updates of the time, the host or the status, as
 * invitations do.
 */
export async function updateCall(client: ClientBase, [workspaceId, id]: RecordKey, change: CallUpdate): Promise<void> {
  const { outcomeAt, ...columns } = change;
  const { updates, values } = presentColumns(columns);
  const first = outcomeAt ? `"firstOutcomeAt" = coalesce(c."firstOutcomeAt", $${values.length + 3}), ` : '';
  const changesInvitation = change.status !== undefined || change.userId !== undefined;
  const { rows } = await client.query<Counted>(
    `UPDATE "EventCall" c SET ${updates}${first}${changesInvitation ? '"sequence" = c."sequence" + 1, ' : ''}"updatedAt" = now()
     FROM (SELECT "id", ${countedColumns.map((column) => `"${column}"`).join(', ')} FROM "EventCall"
       WHERE "workspaceId" = $1 AND "id" = $2 FOR NO KEY UPDATE) b
     WHERE c."workspaceId" = $1 AND c."id" = b."id" RETURNING ${countedOf('c')}, ${countedBefore}`,
    [workspaceId, id, ...values, ...(outcomeAt ? [outcomeAt] : [])],
  );
  await addRollups(client, workspaceId, { added: rows, removed: rows.map(before) });
}

/** Forgets the first outcome of a call if it was set at that instant, and is taken back. No rollup counts it. */
export async function forgetFirstOutcome(
  client: ClientBase,
  [workspaceId, id]: RecordKey,
  setAt: string,
): Promise<void> {
  await client.query(
    'UPDATE "EventCall" SET "firstOutcomeAt" = NULL WHERE "workspaceId" = $1 AND "id" = $2 AND "firstOutcomeAt" = $3',
    [workspaceId, id, setAt],
  );
}

function before(row: Counted): CountedCall {
  return {
    userId: row.userIdBefore,
    setterId: row.setterIdBefore,
    eventId: row.eventIdBefore,
    outcome: row.outcomeBefore,
    status: row.statusBefore,
    callType: row.callTypeBefore,
    dateTime: row.dateTimeBefore,
  };
}
