import { calendarEntryStatuses, calendarKinds } from '#src/domain/calendars/calendar.ts';
import { enumType } from '../builder.ts';

export const CalendarKindEnum = enumType('CalendarKind', calendarKinds, 'The kind of a calendar connection.', {
  ICS: 'The address of a published calendar. It is read-only.',
  CALDAV: 'A CalDAV server: iCloud, Fastmail, Nextcloud and others.',
  GOOGLE: 'Google Calendar.',
  MICROSOFT: 'Outlook and Microsoft 365.',
});

export const CalendarEntryStatusEnum = enumType(
  'CalendarEntryStatus',
  calendarEntryStatuses,
  'WAITING: it will be written or retried. WRITTEN: it is in the calendar. REMOVED: it was removed because the call was cancelled or has another host. MISSING: the host deleted it from the calendar; the call stays. FAILED: it will not be retried.',
);
