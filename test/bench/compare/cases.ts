import type { BenchWorkspace } from '../stand/workspaces.ts';
import { availabilitiesQuery, eventCallsQuery } from './graphql.ts';

export interface BenchCase {
  readonly name: string;
  readonly title: string;
  /** The size of the workspace. */
  readonly calls: number;
  /** What is asked of the peer, and of ours without a GraphQL body. */
  path(workspace: BenchWorkspace): string;
  /** Asked of ours by POST /graphql instead. */
  readonly graphql?: GraphQLCase;
  /** More of the same endpoint, in which all servers have to agree. */
  alsoAlike(workspace: BenchWorkspace): readonly string[];
}

export interface GraphQLCase {
  readonly body: string;
  /** The answer as the REST endpoint gives it. */
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
  alsoAlike: () => ['/v1/userAvailabilities?unknown=1'],
};

const contactDetail: BenchCase = {
  name: 'contactDetail',
  title: 'GET /v1/contacts/detail, workspace with 2,000 calls',
  calls: 2_000,
  path: ({ contact }) => `/v1/contacts/detail?contactId=${contact.id}`,
  alsoAlike: ({ contact }) => [`/v1/contacts/detail?email=${encodeURIComponent(contact.email.toUpperCase())}`],
};

const fieldsObjects: BenchCase = {
  name: 'fieldsObjects',
  title: 'GET /v1/fields/objects, 500 fields with 50 options each',
  calls: 2_000,
  path: () => '/v1/fields/objects?objectType=EVENT',
  alsoAlike: () => [
    '/v1/fields/objects?objectType=EVENT&page=3&limit=7',
    '/v1/fields/objects?objectType=EVENT&limit=100',
    '/v1/fields/objects?objectType=EVENT&page=2147483647',
    '/v1/fields/objects?objectType=CONTACT',
  ],
};

/** REST against REST, and then our GraphQL against the peer's REST. */
export const cases: readonly BenchCase[] = [
  ...[calls2k, calls100k, availabilities, contactDetail, fieldsObjects, sales('deals'), sales('transactions')],
  ...[calls2k, calls100k].map((each) => throughGraphQL(each, eventCallsQuery)),
  throughGraphQL(availabilities, availabilitiesQuery),
];

function eventCalls(name: string, calls: number): BenchCase {
  const title = `GET /v1/eventCalls, ${calls.toLocaleString('en')} calls`;
  return { name, title, calls, path: () => '/v1/eventCalls', alsoAlike: () => callVariants };
}

function sales(noun: 'deals' | 'transactions'): BenchCase {
  const path = `/v1/${noun}`;
  return {
    name: noun,
    title: `GET ${path}, workspace with 2,000 calls`,
    calls: 2_000,
    path: () => path,
    alsoAlike: ({ contact }) => [
      `${path}?page=3&limit=7`,
      `${path}?limit=100`,
      `${path}?page=2147483647`,
      `${path}?contactId=${contact.id}`,
    ],
  };
}

function throughGraphQL(restCase: BenchCase, graphql: GraphQLCase): BenchCase {
  const title = `POST /graphql against ${restCase.title}`;
  return { ...restCase, name: `${restCase.name}-graphql`, title, graphql };
}
