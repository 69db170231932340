import type { ClientBase } from 'pg';
import type { Database } from '#src/db/database.ts';
import type { MemberKey } from '#src/db/keys.ts';
import {
  countConnections,
  deleteCalendars,
  hasBookingCalendar,
  insertCalendars,
  insertConnection,
  type LockedConnection,
  lockConnection,
  replaceCredential,
  updateCalendar,
} from '#src/db/writes/calendar-credentials.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { maxCalendars, maxConnections } from '#src/domain/calendars/calendar.ts';
import { fieldError, formError, recordNotFound } from '#src/domain/errors.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import type { AuditContext, RequestOrigin } from '../audit/context.ts';
import { memberWith, recordAuditOf } from '../audit/record-audit.ts';
import { requireBelow } from '../limits.ts';
import type { CalendarGateway } from './gateway.ts';
import type { CalendarSecret, FoundCalendar, FoundCalendars } from './providers/provider.ts';

export interface CalendarContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly calendars: CalendarGateway;
}

export interface NewCredential {
  readonly secret: CalendarSecret;
  /** The calendars that the provider listed with this credential. */
  readonly found: FoundCalendars;
  /** The connection that gets the credential; null for a new connection. */
  readonly connectionId: number | null;
}

export const noCalendar = 'This account has no calendars';

/** Stores a working credential with its calendars. Returns the id of the connection. */
export async function storeConnection(
  context: CalendarContext & AuditContext & RequestOrigin,
  member: MemberKey,
  { secret, found, connectionId }: NewCredential,
): Promise<number> {
  const [workspaceId, userId] = member;
  const calendars = storedCalendars(found.calendars);
  if (calendars.length === 0) throw formError('invalid', noCalendar);
  return context.db.write(async (client) => {
    if (!(await lockMember(client, workspaceId, userId))) throw recordNotFound('userId');
    const stored = { secret, name: fitted(found.name), calendars };
    const id =
      connectionId === null
        ? await insert(context, client, member, stored)
        : await reconnect(context, client, member, { ...stored, connectionId });
    const actor = memberWith(userId, context);
    const changes = auditedChanges({ kind: secret.kind });
    await recordAuditOf(client, context, { workspaceId, action: 'calendar.connected', actor, targetId: id, changes });
    return id;
  });
}

interface Stored {
  readonly secret: CalendarSecret;
  readonly name: string;
  readonly calendars: readonly FoundCalendar[];
}

/** The main calendar counts as busy, and takes bookings if the member has no other calendar for them. */
async function insert(
  { calendars: gateway, clock }: CalendarContext,
  client: ClientBase,
  member: MemberKey,
  { secret, name, calendars }: Stored,
): Promise<number> {
  const [workspaceId, userId] = member;
  const message = `A member can have at most ${maxConnections} calendar connections: disconnect one first`;
  requireBelow(maxConnections, await countConnections(client, member), message);
  const now = clock.now();
  // Before the first read nothing is known, so no slots are offered. The member is not warned until the maximum age has passed.
  const readableUntil = new Date(now.getTime() + gateway.maxAgeMs);
  const sealed = gateway.seal(secret);
  const columns = { userId, kind: secret.kind, name, secret: sealed, now, readableUntil };
  const id = await insertConnection(client, workspaceId, columns);
  const main = calendars.find(({ isPrimary }) => isPrimary) ?? calendars[0];
  const hasOther = await hasBookingCalendar(client, member);
  await insertCalendars(
    client,
    [workspaceId, id],
    calendars.map((calendar) => ({
      ...calendar,
      countsAsBusy: calendar === main,
      takesBookings: calendar === main && calendar.isWritable && !hasOther,
    })),
  );
  return id;
}

/**
 * Gives a connection a new credential and keeps the member's choices. A busy calendar that has disappeared stays, because its
 * content is unknown: the next read reports it, and the member chooses a replacement.
 */
async function reconnect(
  { calendars: gateway, clock }: CalendarContext,
  client: ClientBase,
  member: MemberKey,
  { secret, name, calendars, connectionId }: Stored & { readonly connectionId: number },
): Promise<number> {
  const [workspaceId] = member;
  const before = await lockConnection(client, member, connectionId);
  if (!before) throw recordNotFound('connectionId');
  if (before.kind !== secret.kind)
    throw fieldError('connectionId', 'invalid_state', 'The connection is of another kind');
  const same = sameCalendars(before, calendars);
  if (same.size === 0) {
    throw fieldError('connectionId', 'conflict', 'This is a different account than before: add it as a new connection');
  }
  await replaceCredential(client, [workspaceId, connectionId], {
    name,
    secret: gateway.seal(secret),
    now: clock.now(),
  });
  const there = new Set(same.values());
  const gone = before.calendars.filter((each) => !there.has(each) && !each.countsAsBusy && !each.takesBookings);
  await deleteCalendars(
    client,
    workspaceId,
    gone.map(({ id }) => id),
  );
  for (const [calendar, { id, takesBookings }] of same) {
    const columns = { ...calendar, takesBookings: takesBookings && calendar.isWritable };
    await updateCalendar(client, [workspaceId, id], { ...columns, isElsewhere: secret.kind === 'ICS' });
  }
  const room = Math.max(0, maxCalendars - (before.calendars.length - gone.length));
  const added = calendars.filter((calendar) => !same.has(calendar)).slice(0, room);
  const columns = added.map((calendar) => ({ ...calendar, countsAsBusy: false, takesBookings: false }));
  await insertCalendars(client, [workspaceId, connectionId], columns);
  return connectionId;
}

type StoredChoices = LockedConnection['calendars'][number];

/** Maps each found calendar to its stored one. A feed has one calendar, whose address may have changed. */
function sameCalendars(
  { kind, calendars: stored }: LockedConnection,
  found: readonly FoundCalendar[],
): Map<FoundCalendar, StoredChoices> {
  const [storedFeed, foundFeed] = [stored[0], found[0]];
  if (kind === 'ICS' && storedFeed && foundFeed) return new Map([[foundFeed, storedFeed]]);
  const byId = new Map(stored.map((calendar) => [calendar.externalId, calendar]));
  return new Map(
    found.flatMap((calendar) => {
      const before = byId.get(calendar.externalId);
      return before ? [[calendar, before] as const] : [];
    }),
  );
}

/** Each calendar once, the main one first, up to the limit, with texts that fit the columns. */
export function storedCalendars(calendars: readonly FoundCalendar[]): FoundCalendar[] {
  const storable = calendars.filter(
    ({ externalId }) =>
      externalId !== '' && externalId.length <= 2048 && !externalId.includes('\0') && externalId.isWellFormed(),
  );
  const once = new Map(storable.map((calendar) => [calendar.externalId, calendar]));
  const inOrder = [...once.values()].sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  return inOrder.slice(0, maxCalendars).map((calendar) => ({
    ...calendar,
    name: fitted(calendar.name),
    timeZone: calendar.timeZone && calendar.timeZone.length <= 64 ? calendar.timeZone : null,
  }));
}

const maxNameLength = 255;

/** Shortens and cleans a name, which comes from another server. */
function fitted(name: string): string {
  const text = name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed();
  return text || 'Calendar';
}
