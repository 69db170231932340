import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { onClient } from '#src/db/statement.ts';
import { type ApiRequestRow, insertApiRequests } from '#src/db/writes/api-requests.ts';
import { writeApiKeyUses, writeConnectionUses } from '#src/db/writes/credential-use.ts';
import { summaryOf } from '#src/domain/api-requests/error-summary.ts';
import { DomainError, fieldError } from '#src/domain/errors.ts';
import type { DemoConnection } from './app.ts';
import { type Random, seededRandom } from './random.ts';
import { iso, minuteMs } from './wall-clock.ts';

/** A request with its route and its response. */
interface Call {
  method: 'GET' | 'POST' | 'PUT';
  route: string;
  /** The status; 200 by default. */
  status?: number;
  operationName?: string;
  rootFields?: string;
  error?: DomainError;
}

type Timed = Call & { minutesAgo: number };

/** A caller with their credential. */
interface Caller {
  userId: number;
  apiKeyId: number | null;
  connectionId: string | null;
  clientId: string | null;
  userAgent: string;
  /** An address from a range that RFC 5737 reserves for documentation. */
  address: string;
}

const week: Call = { method: 'POST', route: '/graphql', operationName: 'WeekOfCalls', rootFields: 'eventCalls users' };
const openSlots: Call = { method: 'POST', route: '/v1/events/eventDates' };
const lists = ['/v1/contacts', '/v1/eventCalls', '/v1/deals', '/v1/events'].map(
  (route): Call => ({ method: 'GET', route }),
);
const newContact: Call = { method: 'POST', route: '/v1/contacts', status: 201 };
const newDeal: Call = { method: 'POST', route: '/v1/deals', status: 201 };

const ofScript: readonly Call[] = [...lists, week, week, openSlots, { method: 'GET', route: '/v1/me' }, newDeal];
const ofApp: readonly Call[] = [...lists, ...lists, newContact, { method: 'PUT', route: '/v1/contacts' }];
/** A closer's connection has no write scopes. */
const ofCloser: readonly Call[] = [...lists, { method: 'GET', route: '/v1/eventCalls/detail' }];

const refusedToScript: readonly Timed[] = [
  {
    method: 'POST',
    route: '/v1/contacts',
    minutesAgo: 95,
    error: fieldError('email', 'invalid_format', 'Must be an email address'),
  },
  { method: 'GET', route: '/v1/eventCalls', minutesAgo: 1504, error: new DomainError('RATE_LIMIT_EXCEEDED') },
];
const refusedToApp: readonly Timed[] = [
  { method: 'GET', route: '/v1/contacts/detail', minutesAgo: 212, error: new DomainError('NOT_FOUND') },
];
const scope = 'transactions:read';
const refusedToCloser: readonly Timed[] = [
  {
    method: 'GET',
    route: '/v1/transactions',
    minutesAgo: 52,
    error: new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` }),
  },
];

interface DemoRequests {
  workspaceId: number;
  userId: number;
  apiKeyId: number;
  connections: readonly DemoConnection[];
  now: Date;
}

/** Adds recent requests with the demo's key and app: most succeed, and some have common errors. */
export async function insertRequests(
  client: pg.ClientBase,
  { workspaceId, userId, apiKeyId, connections, now }: DemoRequests,
): Promise<void> {
  const random = seededRandom(0x4e9);
  const rowsOf = (caller: Caller, requests: readonly Timed[]): ApiRequestRow[] =>
    requests.map(({ minutesAgo, ...call }) => ({
      workspaceId,
      ...caller,
      ...answered(call),
      durationMs: random.integer(4, 90),
      time: iso(now.getTime() - minutesAgo * minuteMs - random.integer(0, 59_999)),
      requestId: randomUUID(),
      represents: 1,
    }));
  const key = { userId, apiKeyId, connectionId: null, clientId: null, userAgent: 'node', address: '203.0.113.24' };
  const [owners, closers] = connections.map(({ id, ...connection }) => ({
    ...connection,
    apiKeyId: null,
    connectionId: id,
    userAgent: 'PipelineBoard/3.8 (+https://pipeline-board.example)',
    address: '198.51.100.7',
  })) as [Caller, Caller];
  const withKey = rowsOf(key, [...frequent(random, ofScript, 9), ...refusedToScript]);
  const byOwner = rowsOf(owners, [...frequent(random, ofApp, 14), ...refusedToApp]);
  const byCloser = rowsOf(closers, [...frequent(random, ofCloser, 31), ...refusedToCloser]);
  const runner = onClient(client);
  await insertApiRequests(runner, [...withKey, ...byOwner, ...byCloser]);
  for (const [statement, id, rows] of [
    [writeApiKeyUses, apiKeyId, withKey],
    [writeConnectionUses, owners.connectionId, byOwner],
    [writeConnectionUses, closers.connectionId, byCloser],
  ] as const) {
    const latest = iso(Math.max(...rows.map(({ time }) => Date.parse(time))));
    await runner.run(statement, [[workspaceId], [id], [latest], [latest]]);
  }
}

/** Recent requests, fewer the further back. */
function frequent(random: Random, calls: readonly Call[], latestMinutes: number): Timed[] {
  return Array.from({ length: 16 }, (_, index) => ({
    ...random.pick(calls),
    minutesAgo: Math.round(latestMinutes * 1.42 ** index) + random.integer(0, 5),
  }));
}

function answered({ status = 200, operationName, rootFields, error, ...call }: Call) {
  const document = { operationName: operationName ?? null, rootFields: rootFields ?? null };
  return { ...call, ...document, status: error?.status ?? status, ...summaryOf(error) };
}
