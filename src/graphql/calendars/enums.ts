import { calendarEntryStatuses, type calendarKinds } from '#src/domain/calendars/calendar.ts';
import { builder, enumType } from '../builder.ts';

export const CalendarKindEnum = builder.enumType('CalendarKind', {
  description: 'How calendars elsewhere are read.',
  values: {
    ICS: { description: 'An address at which a calendar is published. It is read alone.' },
    CALDAV: { description: 'A CalDAV server: iCloud, Fastmail, Nextcloud and others.' },
    GOOGLE: { description: 'Google Calendar.' },
    MICROSOFT: { description: 'Outlook and Microsoft 365.' },
  } satisfies Record<(typeof calendarKinds)[number], object>,
});

export const CalendarEntryStatusEnum = enumType(
  'CalendarEntryStatus',
  calendarEntryStatuses,
  'WAITING: it will be written, or tried again. WRITTEN: it is there. REMOVED: it was taken out, because the call was cancelled or has another host. MISSING: the host deleted it there; the call stays. FAILED: it is tried no more.',
);
