export const calendarKinds = ['ICS', 'CALDAV', 'GOOGLE', 'MICROSOFT'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/**
 * UNREADABLE: no read has succeeded for too long, or the first one failed. DISCONNECTED: the provider has refused the
 * credential several times, over some time. Nobody can book the host in either case.
 */
export const calendarStatuses = ['ACTIVE', 'UNREADABLE', 'DISCONNECTED'] as const;
export type CalendarStatus = (typeof calendarStatuses)[number];

/** MISSING: the host deleted the entry in their calendar. */
export const calendarEntryStatuses = ['WAITING', 'WRITTEN', 'REMOVED', 'MISSING', 'FAILED'] as const;
export type CalendarEntryStatus = (typeof calendarEntryStatuses)[number];

interface StatusFacts extends Omit<ConnectionState, 'status'> {
  readonly disconnectedAt: Date | null;
  readonly readableUntil: Date;
}

/** A new connection is ACTIVE until a read fails: nobody can book before its first successful read anyway. */
export function calendarStatus(
  { disconnectedAt, readableUntil, lastReadAt, problem }: StatusFacts,
  now: Date,
): CalendarStatus {
  if (disconnectedAt) return 'DISCONNECTED';
  if (lastReadAt === null && problem !== null) return 'UNREADABLE';
  return readableUntil > now ? 'ACTIVE' : 'UNREADABLE';
}

interface ConnectionState {
  readonly status: CalendarStatus;
  readonly problem: string | null;
  readonly lastReadAt: string | Date | null;
}

/**
 * The problem of a member's connection, as owners and admins read it. The member's own text may name a calendar or the day of
 * an entry, which is private.
 */
export function problemForOthers({ status, problem, lastReadAt }: ConnectionState): string | null {
  if (status === 'DISCONNECTED') return 'The provider rejects the credential.';
  if (problem === null) return null;
  return lastReadAt === null ? 'The calendars have not been read yet.' : 'The calendars could not be read.';
}

/** The maximum per member and workspace. */
export const maxConnections = 10;
/** The maximum per connection. */
export const maxCalendars = 100;

/** OWN: the calls whose host or setter the member is. WORKSPACE: all calls, for owners and admins. */
export const calendarFeedScopes = ['OWN', 'WORKSPACE'] as const;
export type CalendarFeedScope = (typeof calendarFeedScopes)[number];

/** The maximum per member and workspace. */
export const maxFeeds = 10;
