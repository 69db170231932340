import { createCalendarConnectionInput } from '#src/domain/calendars/connection.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { createCalendarConnection, type NewConnection } from '#src/services/calendars/connect.ts';
import { builder } from '../builder.ts';
import { mutation } from '../root-fields.ts';
import { CalendarKindEnum } from './enums.ts';
import { CalendarConnectionType } from './types.ts';

const NewCalendarConnectionType = builder.objectRef<NewConnection>('NewCalendarConnection').implement({
  description: 'Calendars that were connected, or where that goes on.',
  fields: (t) => ({
    connection: t.expose('connection', {
      type: CalendarConnectionType,
      nullable: true,
      description: 'The connection, read once. Null for GOOGLE and MICROSOFT, where it comes with the consent.',
    }),
    authorizationUrl: t.exposeString('authorizationUrl', {
      nullable: true,
      description:
        'For GOOGLE and MICROSOFT: where the browser goes on, so that the member allows the access; within ten minutes, and signed in here.',
    }),
  }),
});

mutation('createCalendarConnection', {
  refusesKey: true,
  type: NewCalendarConnectionType,
  description: `Connects calendars of yours, or gives a connection a new credential. An address and a password are tried at once: why they do not work is an error of their field. A member has at most 10. For sessions only.`,
  access: recordPolicies.CalendarConnection.write,
  input: {
    schema: createCalendarConnectionInput,
    description: 'Calendars to connect.',
    argument: 'The calendars.',
    types: { kind: CalendarKindEnum },
  },
  perform: createCalendarConnection,
});
