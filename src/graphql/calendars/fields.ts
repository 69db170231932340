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
const sessionsOnly = 'Only for sessions.';
/** The document cost of reading all calendars of a member. */
const busyTimesCost = 10;
const whose = 'Owners and admins see the connections of all members, closers and setters only their own';

query('calendarConnections', {
  type: [CalendarConnectionType],
  description: `Calendar connections, by member; at most 10 per member. ${whose}. NOT_FOUND if userId is not a member of the workspace. ${sessionsOnly}`,
  access: read,
  input: calendarConnectionListInput,
  assumedLength: 20,
  read: listCalendarConnections,
  addRelations: (connections, load) => load(connections, calendarConnectionTarget as never),
});

recordById('calendarConnection', calendarConnectionTarget, {
  description: `One calendar connection by id. NOT_FOUND if it does not exist or you cannot see it. ${whose}. ${sessionsOnly}`,
});

query('busyTimes', {
  type: BusyTimesType,
  description: `The busy times of a member's connected calendars that count as busy, from yesterday to as far as they have been read. Only the times are stored, as of the last read. Owners and admins see the busy times of all members, closers and setters only their own. NOT_FOUND if userId is not a member of the workspace, or you cannot see the member's calendars. ${sessionsOnly}`,
  access: read,
  input: busyTimesInput,
  ownCost: busyTimesCost,
  read: listBusyTimes,
});

mutation('updateCalendarConnection', {
  type: CalendarConnectionPayload,
  description: `Chooses which calendars of one of your connections count as busy, and which one your bookings are written to. The connection is then read again. NOT_FOUND if it does not exist or you cannot see it. FORBIDDEN for another member's connection. ${sessionsOnly}`,
  access: write,
  changes: ['calendarConnections', 'busyTimes', 'eventDates', 'whyUnavailable'],
  input: {
    schema: updateCalendarConnectionInput,
    description: 'Changes to a calendar connection. Omitted fields stay as they are.',
    argument: 'The changes.',
  },
  perform: async (caller, input) => ({ connection: await updateCalendarConnection(caller, input) }),
});

mutation('deleteCalendarConnection', {
  type: CalendarConnectionPayload,
  description: `Deletes a calendar connection and all data read from it. Entries that were written to the calendars stay there. Owners and admins can also delete the connections of other members. NOT_FOUND if it does not exist or you cannot see it. ${sessionsOnly}`,
  access: write,
  changes: ['calendarConnections', 'busyTimes', 'eventDates', 'whyUnavailable'],
  input: {
    schema: deleteCalendarConnectionInput,
    description: 'The connection to delete.',
    argument: 'The connection.',
  },
  perform: async (caller, input) => ({ connection: await deleteCalendarConnection(caller, input) }),
  deletes: calendarConnectionTarget as never,
  deletedField: 'connection',
});

mutation('refreshCalendarConnection', {
  refusesKey: true,
  type: CalendarConnectionPayload,
  description: `Reads the calendars of a connection now, and waits up to 20 seconds for the result. Within 10 seconds of the last read, it returns the current state instead. If lastReadAt is newer than before, the read has succeeded. If isBeingRead is true, the read is still in progress, or will follow another one that is: query the connection again later. A failed read changes the connection's status and is not an error. NOT_FOUND if it does not exist or you cannot see it. ${sessionsOnly}`,
  access: write,
  changes: ['busyTimes', 'eventDates', 'whyUnavailable'],
  input: {
    schema: refreshCalendarConnectionInput,
    description: 'The connection to read.',
    argument: 'The connection.',
  },
  perform: async (caller, input) => ({ connection: await refreshCalendarConnection(caller, input) }),
});

addRelationFields(CalendarConnectionType, {
  member: { one: memberTarget, relation: 'membership', description: 'The member who owns the calendars.' },
});
