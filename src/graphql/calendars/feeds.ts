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
  'OWN: the calls that the member hosts or set. WORKSPACE: all calls of the workspace, only for owners and admins.',
);

const CalendarFeedType = recordType('CalendarFeed', calendarFeedRecord, {
  description:
    'A secret address at which calendar programs can read the calls of the last 30 and the next 400 days. The address is shown only once, when the feed is created.',
});

const CalendarFeedWithUrlType = recordType('CalendarFeedWithUrl', calendarFeedWithUrlRecord, {
  description: 'A new feed.',
});

const { read, write } = recordPolicies.CalendarFeed;
const sessionsOnly = 'Only for sessions, of any role.';

query('calendarFeeds', {
  type: [CalendarFeedType],
  description: `The feeds that you have created in the workspace, newest first; at most 10. ${sessionsOnly}`,
  access: read,
  input: calendarFeedListInput,
  assumedLength: 10,
  read: listCalendarFeeds,
});

mutation('createCalendarFeed', {
  hasSecret: true,
  type: CalendarFeedWithUrlType,
  description: `Creates a feed of your calls or, as an owner or admin, of all calls. Its address is shown only once. A member can have at most 10 feeds. ${sessionsOnly}`,
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
  description: `Revokes one of your feeds immediately: its address then returns 404. NOT_FOUND if you have no feed with this id. ${sessionsOnly}`,
  access: write,
  input: { schema: deleteCalendarFeedInput, description: 'The feed to revoke.', argument: 'The feed.' },
  perform: deleteCalendarFeed,
});
