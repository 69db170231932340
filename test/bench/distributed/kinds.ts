import type { BenchWorkspace } from '../environment/workspaces.ts';
import { wireRequest } from '../load/request.ts';
import type { BookedEvent } from '../scheduling/booking-team.ts';
import { bookingOf } from '../scheduling/booking-team.ts';

/** The rows that the requests are about, the same on both sides. */
export interface Fixture {
  readonly workspace: BenchWorkspace;
  readonly event: BookedEvent;
}

/** A kind of request, as the bytes of its requests by number. */
export interface Kind {
  readonly title: string;
  readonly status: number;
  /** Of a second of a round: as many as both sides get done in about that time. */
  readonly requestsPerSecond: number;
  request(fixture: Fixture, number: number): string;
}

const relations = JSON.stringify({
  query:
    '{ contacts(limit: 5) { contacts { id email eventCalls { id dateTime name outcome deals { id value currency } } } } }',
});

const read = (path: string | ((fixture: Fixture) => string), title: string): Kind => ({
  title,
  status: 200,
  requestsPerSecond: 200,
  request: (fixture) =>
    wireRequest({ path: typeof path === 'string' ? path : path(fixture), key: fixture.workspace.key }),
});

type KindName = 'calls' | 'contact' | 'deals' | 'relations' | 'openTimes' | 'newContact' | 'booking';

export const kinds: Readonly<Record<KindName, Kind>> = {
  calls: read('/v1/eventCalls', 'GET /v1/eventCalls, 2,000 calls'),
  contact: read(({ workspace }) => `/v1/contacts/detail?contactId=${workspace.contact.id}`, 'GET /v1/contacts/detail'),
  deals: read('/v1/deals', 'GET /v1/deals'),
  relations: {
    title: 'POST /graphql: contacts, their calls, their deals',
    status: 200,
    requestsPerSecond: 100,
    request: ({ workspace }) => wireRequest({ path: '/graphql', key: workspace.key, body: relations }),
  },
  openTimes: {
    title: 'POST /v1/events/eventDates, 10 hosts, 14 days',
    status: 200,
    requestsPerSecond: 50,
    request: ({ event }) => {
      const body = JSON.stringify({ eventId: event.eventId, timeZone: 'Europe/Berlin' });
      return wireRequest({ path: '/v1/events/eventDates', key: event.workspace.key, body });
    },
  },
  newContact: {
    title: 'POST /v1/contacts',
    status: 201,
    requestsPerSecond: 50,
    request: ({ workspace }, number) => {
      const body = JSON.stringify({ email: `new-${number}@example.com`, firstName: 'Ira', lastName: `Cole ${number}` });
      return wireRequest({ path: '/v1/contacts', key: workspace.key, body });
    },
  },
  booking: {
    title: 'POST /v1/eventCalls (booking), 10 hosts',
    status: 201,
    requestsPerSecond: 50,
    request: ({ event }, number) =>
      wireRequest({
        path: '/v1/eventCalls',
        key: event.workspace.key,
        body: JSON.stringify(bookingOf(event, number)),
      }),
  },
};
