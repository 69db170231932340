import type { ClientBase } from 'pg';
import {
  type CalendarConnectionRecord,
  listConnections,
  readListedConnection,
} from '#src/db/reads/listed-calendar-connections.ts';
import {
  connectionIdsOfMember,
  makeReadDue,
  removeConnection,
  writeBookingCalendar,
  writeBusyCalendars,
} from '#src/db/writes/calendar-choices.ts';
import { lockMember } from '#src/db/writes/members.ts';
import {
  type CalendarConnection,
  type CalendarConnectionListInput,
  connectionOfRow,
  type UpdateCalendarConnectionInput,
} from '#src/domain/calendars/connection.ts';
import { fieldError, invalidInput, recordNotFound, requireFound } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import type { ById } from '#src/domain/input.ts';
import { isVisible, requireOwner, visibleRows } from '#src/domain/principal/policy.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CallerContext } from '../context.ts';
import { requireVisibleMember } from '../members/visible-member.ts';
import { refreshConnection } from './read-connection.ts';

/** Lists the connections. Owners and admins see those of all members; other members see their own. */
export async function listCalendarConnections(
  context: CallerContext,
  input: CalendarConnectionListInput,
): Promise<CalendarConnection[]> {
  const { db, clock, principal } = context;
  const { workspaceId } = principal;
  const seesAll = !visibleRows('CalendarConnection', principal);
  const { userId = seesAll ? undefined : principal.userId } = input;
  if (userId !== undefined) await requireVisibleMember(context, 'CalendarConnection', userId);
  const now = clock.now();
  return (await listConnections(db, workspaceId, userId)).map((row) => asOf(now, row));
}

/** A connection as its member sees it. */
export function asOf(
  now: Date,
  { disconnectedAt, readableUntil, leasedUntil, ...row }: CalendarConnectionRecord,
): CalendarConnection {
  return { ...row, ...connectionOfRow({ ...row, disconnectedAt, readableUntil, leasedUntil }, now) };
}

/** Chooses which calendars of the caller's own connection count as busy and which one takes bookings. */
export function updateCalendarConnection(
  context: CallerContext,
  { id, busyCalendarIds, bookingCalendarId }: UpdateCalendarConnectionInput,
): Promise<CalendarConnection> {
  const { db, clock, principal } = context;
  const { workspaceId, userId } = principal;
  const key = [workspaceId, id] as const;
  const now = clock.now();
  return db.write(async (client) => {
    await lockMember(client, workspaceId, userId);
    // The calendars stay locked, so that no read deletes one that is chosen here.
    const ofMember = await connectionIdsOfMember(client, [workspaceId, userId]);
    const before = await requireConnection(client, { principal }, id);
    requireOwner('CalendarConnection', 'change', principal, before);
    const problems = [...busyProblems(before, busyCalendarIds), ...bookingProblems(before, bookingCalendarId)];
    if (problems.length > 0) throw invalidInput(problems);
    if (isSame(before, { busyCalendarIds, bookingCalendarId })) return asOf(now, before);
    if (busyCalendarIds) await writeBusyCalendars(client, key, busyCalendarIds);
    if (bookingCalendarId !== undefined) {
      const connectionIds = bookingCalendarId === null ? [id] : ofMember;
      await writeBookingCalendar(client, workspaceId, { connectionIds, calendarId: bookingCalendarId });
    }
    await makeReadDue(client, key, now);
    await recordAudit(client, context, 'calendar.updated', id, auditedChanges({ busyCalendarIds, bookingCalendarId }));
    return asOf(now, requireFound(await readListedConnection(client, key)));
  });
}

type Choices = Pick<UpdateCalendarConnectionInput, 'busyCalendarIds' | 'bookingCalendarId'>;

const notOfConnection = { code: 'not_found', message: 'The connection has no calendar with this id' } as const;

function busyProblems({ calendars }: CalendarConnectionRecord, ids: Choices['busyCalendarIds'] = []): Problem[] {
  return ids.flatMap((calendarId, index): Problem[] => {
    const path = ['busyCalendarIds', index];
    if (!calendars.some(({ id }) => id === calendarId)) return [{ path, ...notOfConnection }];
    if (ids.indexOf(calendarId) === index) return [];
    return [{ path, code: 'duplicate', message: 'Must not contain a calendar twice' }];
  });
}

function bookingProblems({ calendars }: CalendarConnectionRecord, id: Choices['bookingCalendarId']): Problem[] {
  if (id === undefined || id === null) return [];
  const path = ['bookingCalendarId'];
  const calendar = calendars.find((each) => each.id === id);
  if (!calendar) return [{ path, ...notOfConnection }];
  if (calendar.isWritable) return [];
  return [{ path, code: 'not_allowed', message: 'This calendar is read-only: choose another one' }];
}

function isSame({ calendars }: CalendarConnectionRecord, { busyCalendarIds, bookingCalendarId }: Choices): boolean {
  const isSameBusy =
    busyCalendarIds === undefined ||
    calendars.every(({ id, countsAsBusy }) => countsAsBusy === busyCalendarIds.includes(id));
  const booking = calendars.find(({ takesBookings }) => takesBookings)?.id ?? null;
  return isSameBusy && (bookingCalendarId === undefined || bookingCalendarId === booking);
}

/**
 * Deletes a connection and returns it as it was. Owners and admins may delete those of others. It locks the member, because a
 * concurrent booking of the member may add an entry to one of its calendars.
 */
export function deleteCalendarConnection(context: CallerContext, { id }: ById): Promise<CalendarConnection> {
  const { db, clock, principal } = context;
  return db.write(async (client) => {
    const found = await requireConnection(client, { principal }, id);
    await lockMember(client, principal.workspaceId, found.userId);
    await removeConnection(client, [principal.workspaceId, id]);
    await recordAudit(client, context, 'calendar.disconnected', id);
    return asOf(clock.now(), found);
  });
}

/** Reads the calendars of a connection now. A failure is stored as its state and is not thrown. */
export async function refreshCalendarConnection(context: CallerContext, { id }: ById): Promise<CalendarConnection> {
  const { db, clock, principal } = context;
  await requireConnection(db.pool, { principal }, id);
  await refreshConnection(context, [principal.workspaceId, id]);
  return asOf(clock.now(), await requireConnection(db.pool, { principal }, id));
}

async function requireConnection(
  client: Pick<ClientBase, 'query'>,
  { principal }: Pick<CallerContext, 'principal'>,
  id: number,
): Promise<CalendarConnectionRecord> {
  const found = await readListedConnection(client, [principal.workspaceId, id]);
  if (!found || !isVisible('CalendarConnection', principal, { userId: found.userId })) throw recordNotFound('id');
  return found;
}

/** Requires a connection of the caller that gets a new credential. */
export async function requireOwnConnection(
  { db, principal }: CallerContext,
  { kind, connectionId }: { readonly kind: CalendarConnection['kind']; readonly connectionId: number },
): Promise<void> {
  const found = await readListedConnection(db.pool, [principal.workspaceId, connectionId]);
  if (found?.userId !== principal.userId) throw recordNotFound('connectionId');
  if (found.kind === kind) return;
  throw fieldError('kind', 'conflict', `Must be ${found.kind}, the kind of the connection`);
}
