import type { BusyTime } from '#src/domain/calendars/busy.ts';
import type { OutgoingClient } from '#src/lib/network/outgoing-client.ts';

/** What a connection is opened with. It is stored sealed. */
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

/** What a provider needs for the calls of one connection. */
export interface CalendarAccess<Secret extends CalendarSecret = CalendarSecret> {
  readonly secret: Secret;
  readonly http: Pick<OutgoingClient, 'request'>;
  /** Ends every request. */
  readonly signal: AbortSignal;
  /** Whose turn the reading of a large text takes. */
  readonly workspaceId: number;
  /** Whether a booking waits for the answer. */
  readonly isCheck?: boolean | undefined;
  /** For all-day and floating times where the calendar has no zone of its own: that of the member. */
  readonly timeZone: string;
  /** The host of BASE_URL: entries with UIDs of it are ours. */
  readonly host: string;
  /** Replaces an access token that the provider refuses before its time. Absent where the secret has none. */
  readonly renew?: (refusedToken: string) => Promise<Secret>;
}

export interface FoundCalendar {
  readonly externalId: string;
  readonly name: string;
  readonly timeZone: string | null;
  readonly isWritable: boolean;
  /** The one that new connections count as busy and, where it is writable, offer for bookings. */
  readonly isPrimary: boolean;
}

export interface FoundCalendars {
  /** The account or the host. */
  readonly name: string;
  readonly calendars: readonly FoundCalendar[];
}

export interface ReadRange {
  /** `[from, until)` in epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** A time of an entry of ours, as the calendar has it. */
export interface OwnTime extends BusyTime {
  readonly uid: string;
}

export interface BusyRead {
  /** What overlaps the range and is busy: opaque, not cancelled, not declined by the host, not ours. In any order. */
  readonly busy: readonly BusyTime[];
  /** When entries with UIDs of ours are busy. Whose calls they are, and whether the host has moved them, is not known here. */
  readonly own: readonly OwnTime[];
  /** The UIDs of entries of ours that overlap the range, whether or not they are busy. */
  readonly ownUids: readonly string[];
  /** Given to the next read. */
  readonly syncState: string | null;
}

/** A call as it is written into a calendar. */
export interface CallEntry {
  /** `<previewId>@<host>`, for the life of the call. */
  readonly uid: string;
  readonly sequence: number;
  readonly start: Date;
  readonly end: Date;
  /** IANA zone of the host. */
  readonly timeZone: string;
  readonly summary: string;
  readonly description: string;
  readonly location: string | null;
}

export interface EntryPlace {
  readonly calendar: { readonly externalId: string };
  readonly uid: string;
  /** What an earlier write returned; null where its answer was lost or there was none. */
  readonly externalId: string | null;
}

/**
 * One kind of calendar. Every method rejects with a CalendarProblem where the provider does not do it. Writing is idempotent:
 * after a lost answer the same call leaves one entry.
 */
export interface CalendarProvider<Secret extends CalendarSecret = CalendarSecret> {
  listCalendars(access: CalendarAccess<Secret>): Promise<FoundCalendars>;
  /**
   * Reads the range. `unchanged` where the provider says that nothing has changed since `syncState`, which the caller gives only
   * where the range, the zone and the host are those of that read.
   */
  readBusy(
    access: CalendarAccess<Secret>,
    calendar: { readonly externalId: string; readonly timeZone: string | null; readonly syncState: string | null },
    range: ReadRange,
  ): Promise<BusyRead | 'unchanged'>;
  /** Creates or replaces the entry; returns the provider's id of it. Absent where the kind is read alone. */
  putEntry?(access: CalendarAccess<Secret>, place: EntryPlace, entry: CallEntry): Promise<string>;
  /** Deletes the entry; one that is gone already is no problem. */
  removeEntry?(access: CalendarAccess<Secret>, place: EntryPlace): Promise<void>;
  /** Has the provider send changes of the calendar to an address of ours; renews a channel where it can. */
  watch?(access: CalendarAccess<Secret>, request: WatchRequest): Promise<Channel>;
}

export interface WatchRequest {
  readonly calendar: { readonly externalId: string };
  /** The channel that ends soon. */
  readonly channelId: string | null;
  /** Where changes are sent to, and what proves that they are of this channel. */
  readonly url: string;
  readonly token: string;
  readonly now: Date;
}

export interface Channel {
  readonly id: string;
  readonly until: Date;
}
