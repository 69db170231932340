import type { BusyTimes } from '#src/domain/calendars/busy-times.ts';
import { type calendarStatuses, problemForOthers } from '#src/domain/calendars/calendar.ts';
import { type CalendarConnection, type ConnectedCalendar, connectionOfRow } from '#src/domain/calendars/connection.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';
import { CalendarKindEnum } from './enums.ts';

/** Two months have more, of which a document counts no more than a page of records. */
const assumedBusyTimes = 100;

const CalendarStatusEnum = builder.enumType('CalendarStatus', {
  description: 'Whether the busy times of a connection are known.',
  values: {
    ACTIVE: {
      description:
        'They are, or the first read has not ended: lastReadAt is null then, and the member cannot be booked until it has.',
    },
    UNREADABLE: {
      description:
        'No good read for too long, or the first one failed: the member cannot be booked until one succeeds. It is tried again.',
    },
    DISCONNECTED: {
      description:
        'The provider has refused the credential at least three times, over 15 minutes or more: the member cannot be booked until there is a new one, or a read succeeds. It is tried once an hour for a week.',
    },
  } satisfies Record<(typeof calendarStatuses)[number], object>,
});

const CalendarType = builder.objectRef<ConnectedCalendar>('Calendar').implement({
  description: 'A calendar elsewhere.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Calendar id.' }),
    name: t.exposeString('name', { description: 'Its name there.' }),
    countsAsBusy: t.exposeBoolean('countsAsBusy', {
      description: 'Whether the member cannot be booked while it holds something as busy.',
    }),
    takesBookings: t.exposeBoolean('takesBookings', {
      description: "Whether the member's bookings are written into it: one calendar of a member at most.",
    }),
    isWritable: t.exposeBoolean('isWritable', { description: 'Whether bookings can be written into it.' }),
  }),
});

export const CalendarConnectionType = builder.prismaObject('CalendarConnection', {
  findUnique: byId,
  description: "A member's access to calendars elsewhere: what they hold as busy cannot be booked.",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Connection id.' }),
    userId: t.exposeInt('userId', { description: 'User id of the member whose calendars they are.' }),
    kind: t.expose('kind', { type: CalendarKindEnum, description: 'How it is read.' }),
    name: t.exposeString('name', {
      description: 'The account, of CalDAV with the host of its server, or the host of the address.',
    }),
    status: t.expose('status', { type: CalendarStatusEnum, description: 'Whether its busy times are known.' }),
    problem: t.string({
      nullable: true,
      description:
        'Why the last read failed, in a sentence; null after a good one. Of a connection of another member it says no more than the status does.',
      resolve: (connection, _args, context) =>
        connection.userId === caller(context).principal.userId ? connection.problem : problemForOthers(connection),
    }),
    lastReadAt: t.expose('lastReadAt', {
      ...{ type: 'DateTime', nullable: true },
      description: 'When it was last read without a failure; null if never.',
    }),
    isBeingRead: t.exposeBoolean('isBeingRead', {
      description: 'Whether a read is under way; what comes of it is not in the answer yet.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was connected.' }),
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
      ...{ type: 'DateTime', nullable: true },
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
