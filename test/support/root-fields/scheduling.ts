import { publishedCalendar } from '../published-calendar.ts';
import { nextSerial } from '../serial.ts';
import {
  anyEmail,
  changes,
  creates,
  freeHour,
  type MutationSample,
  others,
  type PeoplePlace,
  type QuerySample,
} from './sample.ts';

const templates = 'events that can be booked are no records that webhooks report; their calls are';
const hours = 'when a member can be booked is no record that webhooks report';
const day = { startTime: '2026-12-24', endTime: '2026-12-24' };
const week = { name: 'x', timeZone: 'UTC', days: [] };
const again = { isRepeatable: true } as const;
const noKey = { refusesKey: true } as const;

const withToken = async (_: unknown, { bookingToken }: PeoplePlace) => ({ token: await bookingToken() });

/** Events, the hours and calendars of their hosts, and the bookings of invitees. */
export const schedulingMutations = {
  createEvent: creates('Event', templates, (_, { hostId }) => ({
    name: `Event ${nextSerial()}`,
    callType: 'STRATEGY_EVENT',
    duration: 30,
    hosts: [{ userId: hostId }],
  })),
  updateEvent: changes('Event', templates, ({ id }) => ({ id, name: `Event ${nextSerial()}` })),
  updateEventStatus: changes('Event', templates, ({ id }) => ({ eventId: id, status: 'DEACTIVATED' })),
  deleteEvent: changes('Event', templates),
  // A schedule as the target stands for its member.
  createSchedule: creates('Schedule', hours, () => week, {
    also: [{ target: 'Schedule', input: ({ userId }) => ({ userId, ...week }) }],
  }),
  updateSchedule: changes('Schedule', hours, ({ id }) => ({ id, name: `Hours ${nextSerial()}` })),
  deleteSchedule: changes('Schedule', hours),
  createScheduleOverride: changes(
    'ScheduleOverride',
    hours,
    ({ id }) => ({ scheduleId: id, date: '2026-12-24', timings: [] }),
    { target: 'Schedule' },
  ),
  updateScheduleOverride: changes(
    'ScheduleOverride',
    hours,
    async (schedule, { overrideOf }) => ({ id: await overrideOf(schedule), date: '2026-12-24' }),
    { target: 'Schedule' },
  ),
  deleteScheduleOverride: changes(
    'ScheduleOverride',
    hours,
    async (schedule, { overrideOf }) => ({ id: await overrideOf(schedule) }),
    { target: 'Schedule' },
  ),
  createTimeOff: creates('TimeOff', hours, () => day, {
    also: [{ target: 'TimeOff', input: ({ userId }) => ({ userId, ...day }) }],
  }),
  updateTimeOff: changes('TimeOff', hours, ({ id, startTime }) => ({
    id,
    endTime: new Date(Date.parse(String(startTime)) + 3_600_000).toISOString(),
  })),
  deleteTimeOff: changes('TimeOff', hours),
  createCalendarConnection: creates(
    'CalendarConnection',
    hours,
    async () => ({
      kind: 'ICS',
      url: await publishedCalendar(),
    }),
    noKey,
  ),
  updateCalendarConnection: changes('CalendarConnection', hours, ({ id }) => ({ id, busyCalendarIds: [] }), {
    change: 'change',
  }),
  deleteCalendarConnection: changes('CalendarConnection', hours),
  refreshCalendarConnection: changes('CalendarConnection', hours, undefined, noKey),
  createCalendarFeed: creates(
    'CalendarFeed',
    'a credential is no record that webhooks report',
    () => ({
      scope: 'OWN',
    }),
    noKey,
  ),
  deleteCalendarFeed: changes('CalendarFeed', 'a credential is no record that webhooks report'),
  createPublicBooking: others('every caller', ['contact.created', 'call.booked'], (_, { linkPrefix }) => ({
    linkPrefix,
    dateTime: freeHour(),
    timeZone: 'UTC',
    email: anyEmail(),
    firstName: 'Ira',
  })),
  createPublicLead: others(
    'every caller',
    ['contact.created'],
    (_, { linkPrefix }) => ({ linkPrefix, email: anyEmail() }),
    again,
  ),
  reschedulePublicBooking: others('every caller', ['call.rescheduled'], async (_, place) => ({
    ...(await withToken(_, place)),
    dateTime: freeHour(),
  })),
  cancelPublicBooking: others('every caller', ['call.cancelled'], withToken, again),
} satisfies Record<string, MutationSample>;

const instants = { from: '2026-03-05T00:00:00Z', to: '2026-03-06T00:00:00Z' };

export const schedulingQueries: Readonly<Record<string, QuerySample>> = {
  busyTimes: { who: { person: true }, args: instants },
  eventDates: {
    who: { scope: 'events:read' },
    args: (_, { bookableEventId: eventId }) => ({ eventId, timeZone: 'UTC' }),
  },
  previewMail: {
    who: { scope: 'events:read' },
    args: (_, { bookableEventId: eventId }) => ({ eventId, kind: 'REMINDER', recipient: 'HOST' }),
  },
  whyUnavailable: {
    who: { scope: 'events:read' },
    otherScopes: ['eventCalls:read', 'availabilities:read'],
    args: (_, { bookableEventId: eventId, hostId: userId }) => ({ eventId, userId, dateTime: '2040-01-01T00:00:00Z' }),
  },
  whyDisqualified: {
    who: { scope: 'events:read' },
    args: (_, { bookableEventId: eventId }) => ({
      eventId,
      email: 'ira@free.example',
      disqualificationRules: [{ kind: 'EMAIL_DOMAIN', values: ['free.example'] }],
    }),
  },
  publicEvent: { who: 'every caller', args: (_, { linkPrefix }) => ({ linkPrefix }) },
  publicEventDates: { who: 'every caller', args: (_, { linkPrefix }) => ({ linkPrefix, timeZone: 'UTC' }) },
  publicBooking: { who: 'every caller', args: withToken },
};
