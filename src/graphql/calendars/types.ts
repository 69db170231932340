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

enumType('CalendarStatus', calendarStatuses, 'The status of a calendar connection: whether its busy times are known.', {
  ACTIVE:
    'The busy times are known, or the first read has not finished. In that case lastReadAt is null, and the member cannot be booked until it has finished.',
  UNREADABLE:
    'No read has succeeded for too long, or the first read failed. The member cannot be booked until a read succeeds. Reads are retried.',
  DISCONNECTED:
    'The provider has rejected the credential at least three times over 15 minutes or more. The member cannot be booked until the connection gets a new credential or a read succeeds. Reads are retried once an hour for a week.',
});

const CalendarType = recordType('Calendar', connectedCalendarRecord, {
  description: 'A calendar of a connection.',
});

export const CalendarConnectionType = builder.prismaObject('CalendarConnection', {
  findUnique: byId,
  description:
    "A member's connection to calendars of another provider. The member cannot be booked at their busy times.",
  fields: (t) =>
    recordFields(t, calendarConnectionRecord, {
      problem: t.string({
        nullable: true,
        description:
          "Why the last read failed, in a sentence; null after a successful read. For another member's connection, it states no more than the status.",
        resolve: (connection, _args, context) =>
          connection.userId === caller(context).principal.userId ? connection.problem : problemForOthers(connection),
      }),
      calendars: t.field({
        type: [CalendarType],
        description: "The calendars of the connection. Another member's calendars are private, so the list is empty.",
        resolve: ({ userId, calendars }, _args, context) =>
          userId === caller(context).principal.userId ? [...calendars] : [],
      }),
    }),
});

const BusyTimeType = builder.objectRef<BusyTimes['times'][number]>('BusyTime').implement({
  description: "A time at which a member's connected calendars are busy. The reason is not stored.",
  fields: (t) => ({
    startTime: t.expose('startTime', { type: 'DateTime', description: 'Start, in whole minutes.' }),
    endTime: t.expose('endTime', { type: 'DateTime', description: 'End, exclusive: a call may begin then.' }),
  }),
});

export const BusyTimesType = builder.objectRef<BusyTimes>('BusyTimes').implement({
  description: "The busy times of a member's connected calendars in a range.",
  fields: (t) => ({
    times: t.field({
      type: [BusyTimeType],
      description:
        'The busy times within the range, ascending and separate from each other: times that overlap or touch are merged, across calendars. For a connection that cannot be read, as of its last successful read.',
      extensions: { assumedLength: assumedBusyTimes },
      resolve: ({ times }) => times,
    }),
    unknownFrom: t.expose('unknownFrom', {
      type: 'DateTime',
      nullable: true,
      description:
        'The instant from which `times` may be incomplete, because a connection cannot be read or has not been read that far; null if the whole range is known or no calendar is connected.',
    }),
  }),
});

export const CalendarConnectionPayload = builder
  .objectRef<{ readonly connection: CalendarConnection }>('CalendarConnectionPayload')
  .implement({
    description: 'The result of changing, reading or deleting a calendar connection.',
    fields: (t) => ({
      connection: t.expose('connection', {
        type: CalendarConnectionType,
        description: 'The connection. After a deletion, its last state.',
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
