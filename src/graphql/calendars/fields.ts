import { busyTimesInput } from '#src/domain/calendars/busy-times.ts';
import {
  calendarConnectionListInput,
  deleteCalendarConnectionInput,
  refreshCalendarConnectionInput,
  updateCalendarConnectionInput,
} from '#src/domain/calendars/connection.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { listBusyTimes } from '#src/services/calendars/busy-times.ts';
import {
  deleteCalendarConnection,
  listCalendarConnections,
  refreshCalendarConnection,
  updateCalendarConnection,
} from '#src/services/calendars/connections.ts';
import { memberTarget } from '../members/types.ts';
import { addRelationFields } from '../relations/relation-fields.ts';
import { mutation, query, recordById } from '../root-fields.ts';
import { BusyTimesType, CalendarConnectionPayload, CalendarConnectionType, calendarConnectionTarget } from './types.ts';

const { read, write } = recordPolicies.CalendarConnection;
const sessionsOnly = 'For sessions only.';
/** The document cost of reading all calendars of a member. */
const busyTimesCost = 10;
const whose = 'Owners and admins see the connections of all members, closers and setters their own';

query('calendarConnections', {
  type: [CalendarConnectionType],
  description: `Connections with calendars elsewhere, by member: at most 10 of each. ${whose}. A userId that is not of the workspace is NOT_FOUND. ${sessionsOnly}`,
  access: read,
  input: calendarConnectionListInput,
  assumedLength: 20,
  read: listCalendarConnections,
  addRelations: (connections, load) => load(connections, calendarConnectionTarget as never),
});

recordById('calendarConnection', calendarConnectionTarget, {
  description: `One connection; NOT_FOUND if there is none that you see. ${whose}. ${sessionsOnly}`,
});

query('busyTimes', {
  type: BusyTimesType,
  description: `When the connected calendars of a member are busy, of those that count as busy, from yesterday on as far as they are read: their times as they were stored by the last read, and nothing else of them. Owners and admins see those of all members, closers and setters their own. A userId that is not of the workspace, or of a member whose calendars you do not see, is NOT_FOUND. ${sessionsOnly}`,
  access: read,
  input: busyTimesInput,
  ownCost: busyTimesCost,
  read: listBusyTimes,
});

mutation('updateCalendarConnection', {
  type: CalendarConnectionPayload,
  description: `Chooses which calendars of a connection of yours count as busy, and which your bookings are written into. It is read again then. NOT_FOUND if there is none that you see; FORBIDDEN for that of another member. ${sessionsOnly}`,
  access: write,
  input: {
    schema: updateCalendarConnectionInput,
    description: 'Choices for a connection. What is left out stays as it is.',
    argument: 'The choices.',
  },
  perform: async (caller, input) => ({ connection: await updateCalendarConnection(caller, input) }),
});

mutation('deleteCalendarConnection', {
  type: CalendarConnectionPayload,
  description: `Disconnects calendars and forgets all that is known of them. Entries that were written there stay. Owners and admins disconnect those of others as well. NOT_FOUND if there is none that you see. ${sessionsOnly}`,
  access: write,
  input: {
    schema: deleteCalendarConnectionInput,
    description: 'Which connection ends.',
    argument: 'The connection.',
  },
  perform: async (caller, input) => ({ connection: await deleteCalendarConnection(caller, input) }),
  deletes: calendarConnectionTarget as never,
  deletedField: 'connection',
});

mutation('refreshCalendarConnection', {
  refusesKey: true,
  type: CalendarConnectionPayload,
  description: `Reads the calendars of a connection now, and waits up to 20 seconds for it; within 10 seconds of the last read it answers the state as it is. It was read where lastReadAt is newer than before. Where isBeingRead is true, the read goes on, or another one was under way, after which it is read once more: ask for the connection again. What fails is the connection's state and no error. NOT_FOUND if there is none that you see. ${sessionsOnly}`,
  access: write,
  input: {
    schema: refreshCalendarConnectionInput,
    description: 'Which connection is read.',
    argument: 'The connection.',
  },
  perform: async (caller, input) => ({ connection: await refreshCalendarConnection(caller, input) }),
});

addRelationFields(CalendarConnectionType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member whose calendars they are.' },
});
