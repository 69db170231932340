import { availabilitiesQuery, eventCallsQuery } from './graphql.ts';

export interface BenchCase {
  readonly name: string;
  readonly title: string;
  /** The size of the workspace. */
  readonly calls: number;
  /** What is asked of the peer, and of ours without a GraphQL body. */
  readonly path: string;
  /** Asked of ours by POST /graphql instead. */
  readonly graphql?: GraphQLCase;
  /** More of the same endpoint, in which all servers have to agree. */
  readonly alsoAlike: readonly string[];
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
const scheduleVariants = ['/v1/userAvailabilities?unknown=1'];

const rest: BenchCase[] = [
  eventCalls('eventCalls-2k', 2_000),
  eventCalls('eventCalls-100k', 100_000),
  {
    name: 'userAvailabilities',
    title: 'GET /v1/userAvailabilities, workspace with 2,000 calls',
    calls: 2_000,
    path: '/v1/userAvailabilities',
    alsoAlike: scheduleVariants,
  },
];

/** REST against REST, and then our GraphQL against the peer's REST. */
export const cases: readonly BenchCase[] = [...rest, ...rest.map(throughGraphQL)];

function eventCalls(name: string, calls: number): BenchCase {
  const title = `GET /v1/eventCalls, ${calls.toLocaleString('en')} calls`;
  return { name, title, calls, path: '/v1/eventCalls', alsoAlike: callVariants };
}

function throughGraphQL(restCase: BenchCase): BenchCase {
  const isCalls = restCase.path === '/v1/eventCalls';
  const graphql = isCalls ? eventCallsQuery : availabilitiesQuery;
  const title = `POST /graphql against ${restCase.title}`;
  return { ...restCase, name: `${restCase.name}-graphql`, title, graphql };
}
