import type { BusyTime } from '#src/domain/calendars/busy.ts';
import type { OutgoingClient } from '#src/lib/network/outgoing-client.ts';

/** The credential of a connection. It is stored sealed. */
export type CalendarSecret =
  | { readonly kind: 'ICS'; readonly url: string }
  | { readonly kind: 'CALDAV'; readonly url: string; readonly username: string; readonly password: string }
  | {
      readonly kind: 'GOOGLE' | 'MICROSOFT';
      readonly refreshToken: string;
      readonly accessToken: string;
      /** Epoch milliseconds. */
      readonly expiresAt: number;
    };

export type OAuthSecret = Extract<CalendarSecret, { readonly refreshToken: string }>;

/** What the provider calls of one connection need. */
export interface CalendarAccess<Secret extends CalendarSecret = CalendarSecret> {
  readonly secret: Secret;
  readonly http: Pick<OutgoingClient, 'request'>;
  /** Aborts every request. */
  readonly signal: AbortSignal;
  /** The workspace in whose queue a large text waits to be read. */
  readonly workspaceId: number;
  /** True if a booking waits for the response. */
  readonly isCheck?: boolean | undefined;
  /** The member's zone, for all-day and floating times if the calendar has no zone of its own. */
  readonly timeZone: string;
  /** The host part of our entries' UIDs, from BASE_URL. */
  readonly host: string;
  /** Replaces an access token that the provider refused early. Absent if the secret has none. */
  readonly renew?: (refusedToken: string) => Promise<Secret>;
}

export interface FoundCalendar {
  readonly externalId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly isWritable: boolean;
  /** The calendar that counts as busy in a new connection, and takes bookings if it is writable. */
  readonly isPrimary: boolean;
}

export interface FoundCalendars {
  /** The name of the account or the host. */
  readonly name: string;
  readonly calendars: readonly FoundCalendar[];
}

export interface ReadRange {
  /** `[from, until)` in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** The time of one of our own entries in the calendar. */
export interface OwnTime extends BusyTime {
  readonly uid: string;
}

export interface BusyRead {
  /** The busy times in the range: opaque, not cancelled, not declined by the host and not ours. In any order. */
  readonly busy: readonly BusyTime[];
  /** The busy times of entries with our UIDs. The provider does not know their calls, or if the host has moved them. */
  readonly own: readonly OwnTime[];
  /** The UIDs of our entries that overlap the range, busy or not. */
  readonly ownUids: readonly string[];
  /** Passed to the next read. */
  readonly syncState: string | null;
}

/** The entry of a call in a calendar. */
export interface CallEntry {
  /** `<previewId>@<host>`, stable for the life of the call. */
  readonly uid: string;
  readonly sequence: number;
  readonly start: Date;
  readonly end: Date;
  /** The host's IANA zone. */
  readonly timeZone: string;
  readonly summary: string;
  readonly description: string;
  readonly location: string | null;
}

export interface EntryPlace {
  readonly calendar: { readonly externalId: string };
  readonly uid: string;
  /** The result of an earlier write; null if its response was lost or there was none. */
  readonly externalId: string | null;
}

/**
 * One kind of calendar. Every method rejects with a CalendarProblem if the provider fails. Writing is idempotent: repeating a
 * call whose response was lost leaves one entry.
 */
export interface CalendarProvider<Secret extends CalendarSecret = CalendarSecret> {
  listCalendars(access: CalendarAccess<Secret>): Promise<FoundCalendars>;
  /**
   * Reads the range. Returns `unchanged` if the provider reports no change since `syncState`. The caller passes it only if the
   * range, the zone and the host are those of that read.
   */
  readBusy(
    access: CalendarAccess<Secret>,
    calendar: { readonly externalId: string; readonly timeZone: string | null; readonly syncState: string | null },
    range: ReadRange,
  ): Promise<BusyRead | 'unchanged'>;
  /** Creates or replaces the entry, and returns the provider's id for it. Absent if the kind is read-only. */
  putEntry?(access: CalendarAccess<Secret>, place: EntryPlace, entry: CallEntry): Promise<string>;
  /** Deletes the entry. A missing entry is no problem. */
  removeEntry?(access: CalendarAccess<Secret>, place: EntryPlace): Promise<void>;
  /** Subscribes to changes of the calendar at our URL; renews a channel if the provider can. */
  watch?(access: CalendarAccess<Secret>, request: WatchRequest): Promise<Channel>;
}

export interface WatchRequest {
  readonly calendar: { readonly externalId: string };
  /** The channel that is about to end. */
  readonly channelId: string | null;
  /** The URL to which changes are sent, and the token that proves their channel. */
  readonly url: string;
  readonly token: string;
  readonly now: Date;
}

export interface Channel {
  readonly id: string;
  readonly until: Date;
}
