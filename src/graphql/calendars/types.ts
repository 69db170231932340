import type { BusyTimes } from '#src/domain/calendars/busy-times.ts';
import { calendarStatuses, problemForOthers } from '#src/domain/calendars/calendar.ts';
import {
  type CalendarConnection,
  calendarConnectionRecord,
  connectedCalendarRecord,
  connectionOfRow,
} from '#src/domain/calendars/connection.ts';
import { builder, enumType } from '../builder.ts';
import { caller } from '../context.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

/** Two months may have more, but the document cost counts at most a page of records. */
const assumedBusyTimes = 100;

enumType('CalendarStatus', calendarStatuses, 'Whether the busy times of a connection are known.', {
  ACTIVE:
    'They are, or the first read has not ended: lastReadAt is null then, and the member cannot be booked until it has.',
  UNREADABLE:
    'No good read for too long, or the first one failed: the member cannot be booked until one succeeds. It is tried again.',
  DISCONNECTED:
    'The provider has refused the credential at least three times, over 15 minutes or more: the member cannot be booked until there is a new one, or a read succeeds. It is tried once an hour for a week.',
});

const CalendarType = recordType('Calendar', connectedCalendarRecord, {
  description: 'A calendar elsewhere.',
});

export const CalendarConnectionType = builder.prismaObject('CalendarConnection', {
  findUnique: byId,
  description: "A member's access to calendars elsewhere: what they hold as busy cannot be booked.",
  fields: (t) =>
    recordFields(t, calendarConnectionRecord, {
      problem: t.string({
        nullable: true,
        description:
          'Why the last read failed, in a sentence; null after a good one. Of a connection of another member it says no more than the status does.',
        resolve: (connection, _args, context) =>
          connection.userId === caller(context).principal.userId ? connection.problem : problemForOthers(connection),
      }),
      calendars: t.field({
        type: [CalendarType],
        description: 'Its calendars. Those of another member are private, and the list is empty.',
        resolve: ({ userId, calendars }, _args, context) =>
          userId === caller(context).principal.userId ? [...calendars] : [],
      }),
    }),
});

const BusyTimeType = builder.objectRef<BusyTimes['times'][number]>('BusyTime').implement({
  description: 'A time in which the connected calendars of a member hold something as busy. What it is, is not stored.',
  fields: (t) => ({
    startTime: t.expose('startTime', { type: 'DateTime', description: 'When it begins, in whole minutes.' }),
    endTime: t.expose('endTime', { type: 'DateTime', description: 'When it ends; a call may begin then.' }),
  }),
});

export const BusyTimesType = builder.objectRef<BusyTimes>('BusyTimes').implement({
  description: 'What the connected calendars of a member hold as busy in a range.',
  fields: (t) => ({
    times: t.field({
      type: [BusyTimeType],
      description:
        'Ascending and apart from each other, within the range: what overlaps or touches is one, of whatever calendar. Of a connection that cannot be read now, as they were at its last good read.',
      extensions: { assumedLength: assumedBusyTimes },
      resolve: ({ times }) => times,
    }),
    unknownFrom: t.expose('unknownFrom', {
      type: 'DateTime',
      nullable: true,
      description:
        'From when on in the range more may be busy than `times` has, because a connection cannot be read, or is not read as far; null where all of the range is known, or no calendar is connected.',
    }),
  }),
});

export const CalendarConnectionPayload = builder
  .objectRef<{ readonly connection: CalendarConnection }>('CalendarConnectionPayload')
  .implement({
    description: 'A connection that was changed, read or ended.',
    fields: (t) => ({
      connection: t.expose('connection', {
        type: CalendarConnectionType,
        description: 'The connection; after its end, as it was before.',
      }),
    }),
  });

export const calendarConnectionTarget: RelationTarget<Parameters<typeof connectionOfRow>[0]> = {
  type: CalendarConnectionType,
  record: 'CalendarConnection',
  model: 'calendarConnection',
  include: {
    calendars: {
      select: { id: true, name: true, countsAsBusy: true, takesBookings: true, isWritable: true },
      orderBy: { id: 'asc' },
    },
  },
  toRecord: connectionOfRow,
  orderBy: [{ userId: 'asc' }, { id: 'asc' }],
};
