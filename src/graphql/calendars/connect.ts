import { createCalendarConnectionInput } from '#src/domain/calendars/connection.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createCalendarConnection, type NewConnection } from '#src/services/calendars/connect.ts';
import { builder } from '../builder.ts';
import { mutation } from '../root-fields.ts';
import { CalendarKindEnum } from './enums.ts';
import { CalendarConnectionType } from './types.ts';

const NewCalendarConnectionType = builder.objectRef<NewConnection>('NewCalendarConnection').implement({
  description: 'A calendar connection that was created, or the address at which to continue.',
  fields: (t) => ({
    connection: t.expose('connection', {
      type: CalendarConnectionType,
      nullable: true,
      description:
        'The connection, after its first read. Null for GOOGLE and MICROSOFT, whose connection is created when the member grants access.',
    }),
    authorizationUrl: t.exposeString('authorizationUrl', {
      nullable: true,
      description:
        'For GOOGLE and MICROSOFT: the URL at which the member grants access, within ten minutes and while signed in here.',
    }),
  }),
});

mutation('createCalendarConnection', {
  refusesKey: true,
  type: NewCalendarConnectionType,
  description: `Connects your calendars, or gives a connection a new credential. The address and the password are tested immediately, and a failure is an error of the field. A member can have at most 10 connections. Only for sessions.`,
  access: recordPolicies.CalendarConnection.write,
  changes: ['calendarConnections', 'busyTimes', 'eventDates', 'whyUnavailable'],
  input: {
    schema: createCalendarConnectionInput,
    description: 'The calendars to connect.',
    argument: 'The calendars.',
    types: { kind: CalendarKindEnum },
  },
  perform: createCalendarConnection,
});
