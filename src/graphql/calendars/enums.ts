import { calendarEntryStatuses, calendarKinds } from '#src/domain/calendars/calendar.ts';
import { enumType } from '../builder.ts';

export const CalendarKindEnum = enumType('CalendarKind', calendarKinds, 'How calendars elsewhere are read.', {
  ICS: 'An address at which a calendar is published. It is read alone.',
  CALDAV: 'A CalDAV server: iCloud, Fastmail, Nextcloud and others.',
  GOOGLE: 'Google Calendar.',
  MICROSOFT: 'Outlook and Microsoft 365.',
});

export const CalendarEntryStatusEnum = enumType(
  'CalendarEntryStatus',
  calendarEntryStatuses,
  'WAITING: it will be written, or tried again. WRITTEN: it is there. REMOVED: it was taken out, because the call was cancelled or has another host. MISSING: the host deleted it there; the call stays. FAILED: it is tried no more.',
);
