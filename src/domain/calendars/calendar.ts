export const calendarKinds = ['ICS', 'CALDAV', 'GOOGLE', 'MICROSOFT'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/**
 * UNREADABLE: no good read for too long, or the first one failed. DISCONNECTED: the provider has refused the credential several times,
 * over some time. Both close the host.
 */
export const calendarStatuses = ['ACTIVE', 'UNREADABLE', 'DISCONNECTED'] as const;
export type CalendarStatus = (typeof calendarStatuses)[number];

/** MISSING: the host deleted the entry there. */
export const calendarEntryStatuses = ['WAITING', 'WRITTEN', 'REMOVED', 'MISSING', 'FAILED'] as const;
export type CalendarEntryStatus = (typeof calendarEntryStatuses)[number];

interface StatusFacts extends Omit<ConnectionState, 'status'> {
  readonly disconnectedAt: Date | null;
  readonly readableUntil: Date;
}

/** A connection that was never read is believed until a read fails: nothing can be booked before the first good one in any case. */
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
 * The problem of a member's connection, as owners and admins read it. The sentence that the member reads may name a calendar, or
 * the day of an entry, which are nobody else's matter.
 */
export function problemForOthers({ status, problem, lastReadAt }: ConnectionState): string | null {
  if (status === 'DISCONNECTED') return 'The provider refuses the credential.';
  if (problem === null) return null;
  return lastReadAt === null ? 'The calendars could not be read yet.' : 'The calendars could not be read.';
}

/** Connections of a member in a workspace. */
export const maxConnections = 10;
/** Calendars of a connection. */
export const maxCalendars = 100;

/** OWN: the calls that a member hosts or set. WORKSPACE: all, for owners and admins. */
export const calendarFeedScopes = ['OWN', 'WORKSPACE'] as const;
export type CalendarFeedScope = (typeof calendarFeedScopes)[number];

/** Feeds of a member in a workspace. */
export const maxFeeds = 10;
