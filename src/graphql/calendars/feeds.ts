import { calendarFeedScopes } from '#src/domain/calendars/calendar.ts';
import {
  calendarFeedListInput,
  calendarFeedRecord,
  calendarFeedWithUrlRecord,
  createCalendarFeedInput,
  deleteCalendarFeedInput,
} from '#src/domain/calendars/feed.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from '#src/services/calendars/feeds.ts';
import { enumType } from '../builder.ts';
import { recordType } from '../record-types.ts';
import { mutation, query } from '../root-fields.ts';

const CalendarFeedScopeEnum = enumType(
  'CalendarFeedScope',
  calendarFeedScopes,
  'OWN: the calls that the member hosts or set. WORKSPACE: all calls of the workspace, for owners and admins.',
);

const CalendarFeedType = recordType('CalendarFeed', calendarFeedRecord, {
  description:
    'A secret address at which calendar programs read calls, those of the last 30 and the next 400 days. The address is shown once, when the feed is made.',
});

const CalendarFeedWithUrlType = recordType('CalendarFeedWithUrl', calendarFeedWithUrlRecord, {
  description: 'A new feed.',
});

const { read, write } = recordPolicies.CalendarFeed;
const sessionsOnly = 'For sessions only, of whatever role.';

query('calendarFeeds', {
  type: [CalendarFeedType],
  description: `The feeds that you have made in the workspace, newest first: at most 10. ${sessionsOnly}`,
  access: read,
  input: calendarFeedListInput,
  assumedLength: 10,
  read: listCalendarFeeds,
});

mutation('createCalendarFeed', {
  hasSecret: true,
  type: CalendarFeedWithUrlType,
  description: `Makes a feed of your calls, or as an owner or admin of all calls. Its address is shown once. A member has at most 10. ${sessionsOnly}`,
  access: write,
  input: {
    schema: createCalendarFeedInput,
    description: 'A new feed.',
    argument: 'The feed.',
    types: { scope: CalendarFeedScopeEnum },
  },
  perform: createCalendarFeed,
});

mutation('deleteCalendarFeed', {
  type: CalendarFeedType,
  description: `Revokes a feed of yours at once: its address answers 404. NOT_FOUND if you have none of this id. ${sessionsOnly}`,
  access: write,
  input: { schema: deleteCalendarFeedInput, description: 'Which feed is revoked.', argument: 'The feed.' },
  perform: deleteCalendarFeed,
});
