import type { CaldavSecret } from './caldav/dav-client.ts';
import { listCalendars } from './caldav/list-calendars.ts';
import { readBusy } from './caldav/read-busy.ts';
import { putEntry, removeEntry } from './caldav/write-entries.ts';
import type { CalendarProvider } from './provider.ts';

/**
 * Calendars of any CalDAV server (RFC 4791), with a user name and a password. Recurrences are expanded here, because not every
 * server answers free-busy queries or expands as the RFC requires.
 */
export const caldavProvider: CalendarProvider<CaldavSecret> = { listCalendars, readBusy, putEntry, removeEntry };
