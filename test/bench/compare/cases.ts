import type { BenchWorkspace } from '../environment/workspaces.ts';
import { availabilitiesQuery, eventCallsQuery } from './graphql.ts';

export interface BenchCase {
  readonly name: string;
  readonly title: string;
  /** The size of the workspace. */
  readonly calls: number;
  /** The path that the peers get, and ours too unless `graphql` is set. */
  path(workspace: BenchWorkspace): string;
  /** Our server gets this POST /graphql instead. */
  readonly graphql?: GraphQLCase;
  /** More paths of the same endpoint for which all servers must send the same bytes. */
  alsoCompared(workspace: BenchWorkspace): readonly string[];
}

export interface GraphQLCase {
  readonly body: string;
  /** Converts the response to the body of the REST endpoint. */
  asRest(body: string): string;
}

const callVariants = [
  '/v1/eventCalls?page=3&limit=7',
  '/v1/eventCalls?limit=100&orderBy=asc',
  '/v1/eventCalls?eventType=UPCOMING&orderBy=asc&limit=50',
  '/v1/eventCalls?eventType=PAST&page=1',
  '/v1/eventCalls?page=2147483647',
];

const calls2k = eventCalls('eventCalls-2k', 2_000);
const calls100k = eventCalls('eventCalls-100k', 100_000);
const availabilities: BenchCase = {
  name: 'userAvailabilities',
  title: 'GET /v1/userAvailabilities, workspace with 2,000 calls',
  calls: 2_000,
  path: () => '/v1/userAvailabilities',
  alsoCompared: () => ['/v1/userAvailabilities?unknown=1'],
};

const contactDetail: BenchCase = {
  name: 'contactDetail',
  title: 'GET /v1/contacts/detail, workspace with 2,000 calls',
  calls: 2_000,
  path: ({ contact }) => `/v1/contacts/detail?contactId=${contact.id}`,
  alsoCompared: ({ contact }) => [`/v1/contacts/detail?email=${encodeURIComponent(contact.email.toUpperCase())}`],
};

/** Our REST against the peers' REST, then our GraphQL against the peers' REST. */
export const cases: readonly BenchCase[] = [
  ...[calls2k, calls100k, availabilities, contactDetail],
  ...[calls2k, calls100k].map((each) => throughGraphQL(each, eventCallsQuery)),
  throughGraphQL(availabilities, availabilitiesQuery),
];

function eventCalls(name: string, calls: number): BenchCase {
  const title = `GET /v1/eventCalls, ${calls.toLocaleString('en')} calls`;
  return { name, title, calls, path: () => '/v1/eventCalls', alsoCompared: () => callVariants };
}

function throughGraphQL(restCase: BenchCase, graphql: GraphQLCase): BenchCase {
  const title = `POST /graphql against ${restCase.title}`;
  return { ...restCase, name: `${restCase.name}-graphql`, title, graphql };
}
