import { getOperationAST, parse } from 'graphql';
import { examplesFor } from '#src/graphql/examples.ts';
import type { Answer } from './app.ts';

/** A server over a database that has the demo workspace. */
interface DemoServer {
  get(path: string, key: string): Promise<Answer>;
  send(method: string, path: string, body: object, key: string): Promise<Answer>;
  graphql(query: string, key?: string, variables?: object): Promise<Answer>;
}

/** Lists with filters by day and by instant, both orders, deep pages, and cursors; `from` and `to` are days. */
function paths(from: string, to: string): string[] {
  const calls = (query: string) => `/v1/eventCalls?limit=10&${query}`;
  return [
    ...['', 'eventType=UPCOMING&orderBy=asc', 'eventType=PAST', 'outcomes=WON', 'search=ma', 'page=40'].map(calls),
    ...[`dateFrom=${from}&dateTo=${to}`, `createdFrom=${from}`, `updatedTo=${to}T12:00:00Z`, `dateTo=${from}`].map(
      calls,
    ),
    ...['orderBy=asc&page=30', 'cursor=start&orderColumn=updatedAt', 'cursor=start'].map(calls),
    ...['contacts', 'deals', 'transactions', 'events', 'users', 'webhooks/events'].map(
      (list) => `/v1/${list}?limit=20`,
    ),
    ...['contacts', 'deals', 'transactions'].map((list) => `/v1/${list}?createdFrom=${from}&orderColumn=updatedAt`),
    ...['deals', 'transactions'].map((list) => `/v1/${list}?timeFrom=${from}&timeTo=${to}&cursor=start`),
    '/v1/userAvailabilities',
    '/v1/fields/contact-stage',
    '/v1/fields/objects?objectType=CONTACT&showSystemFields=false',
  ];
}

export interface Read {
  readonly what: string;
  readonly status: number;
  readonly body: unknown;
}

/** What every kind of read of `/v1`, open slots and every example of GraphiQL return. `today` is the day of the demo. */
export async function demoReads(server: DemoServer, key: string, session: string, today: string): Promise<Read[]> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const reads: Read[] = [];
  for (const what of paths(day(-20), day(5))) reads.push(comparable(what, await server.get(what, key)));
  const slots = { linkPrefix: 'demo/discovery-call', timeZone: 'America/New_York', from: day(1), to: day(10) };
  reads.push(comparable('slots', await server.send('POST', '/v1/events/eventDates', slots, key)));
  for (const { query, variables } of examplesFor()) {
    const operation = getOperationAST(parse(query));
    if (operation?.operation !== 'query') continue;
    reads.push(comparable(operation.name?.value ?? '', await server.graphql(query, session, variables)));
  }
  return reads;
}

const ownOrigin = /^http:\/\/localhost:\d+\//;

/**
 * A cursor is signed anew each time; a cost and a last use depend on what was done before; links lead to the port of
 * the node that was asked.
 */
function comparable(what: string, { status, body }: Answer): Read {
  const text = JSON.stringify(body, (name, value) => {
    if (name === 'extensions' || name === 'nextCursor' || name === 'lastUsedAt') return undefined;
    return typeof value === 'string' ? value.replace(ownOrigin, '/') : value;
  });
  return { what, status, body: JSON.parse(text) };
}
