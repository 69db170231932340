import { calendarFeedScopes } from '#src/domain/calendars/calendar.ts';
import {
  type CalendarFeed,
  type CalendarFeedWithUrl,
  calendarFeedListInput,
  createCalendarFeedInput,
  deleteCalendarFeedInput,
} from '#src/domain/calendars/feed.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from '#src/services/calendars/feeds.ts';
import { builder, enumType } from '../builder.ts';
import { mutation, query } from '../root-fields.ts';

const CalendarFeedScopeEnum = enumType(
  'CalendarFeedScope',
  calendarFeedScopes,
  'OWN: the calls that the member hosts or set. WORKSPACE: all calls of the workspace, for owners and admins.',
);

const CalendarFeedType = builder.objectRef<CalendarFeed>('CalendarFeed').implement({
  description:
    'A secret address at which calendar programs read calls, those of the last 30 and the next 400 days. The address is shown once, when the feed is made.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Feed id.' }),
    scope: t.expose('scope', { type: CalendarFeedScopeEnum, description: 'Which calls it shows.' }),
    lastReadAt: t.expose('lastReadAt', {
      ...{ type: 'DateTime', nullable: true },
      description: 'When a program last read it, to within an hour; null if none has.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
});

const CalendarFeedWithUrlType = builder.objectRef<CalendarFeedWithUrl>('CalendarFeedWithUrl').implement({
  description: 'A new feed.',
  fields: (t) => ({
    feed: t.expose('feed', { type: CalendarFeedType, description: 'The feed without its address.' }),
    url: t.exposeString('url', {
      description: 'Its address, shown this once. Whoever has it reads the calls, without signing in.',
    }),
  }),
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
    ...{ schema: createCalendarFeedInput, description: 'A new feed.', argument: 'The feed.' },
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
