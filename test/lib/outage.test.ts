import { GraphQLError } from 'graphql';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isLostSession, isOutage } from '#src/lib/network/outage.ts';

const internalError = (message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { severity: 'ERROR', code: 'XX000' });

describe('an internal error', () => {
  // As a worker of Citus was killed under load.
  test.each([
    'could not commit transaction for shard 102279 on at least one active node',
    'failure on connection marked as essential: 127.0.0.1:43383',
  ])('of Citus whose worker broke off is an outage, after which nothing is repeated: %s', (message) => {
    const error = internalError(message);
    expect([isOutage(error), isOutage(new Error('Prisma', { cause: error })), isLostSession(error)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each(['unrecognized node type: 42', 'it could not commit transaction for shard 1'])(
    'else is none: %s',
    (message) => {
      expect(isOutage(internalError(message))).toBe(false);
    },
  );
});

test('an outage that a field of GraphQL met is one for the log too', () => {
  const lost = Object.assign(new pg.DatabaseError('connection to the remote node failed', 0, 'error'), {
    code: '08006',
  });
  const met = (originalError: Error) => new GraphQLError('signIn', { originalError });
  expect([met(lost), met(new Error('Prisma', { cause: lost })), met(new Error('other'))].map(isOutage)).toEqual([
    true,
    true,
    false,
  ]);
});

const coded = (code: string, extra: object = {}) => Object.assign(new Error('x'), { code, ...extra });
const said = (message: string, cause?: unknown) => new Error(message, { cause });
const terminated = said('Connection terminated unexpectedly');

test.each<[outage: boolean, isLost: boolean, error: unknown]>([
  [true, true, coded('08006')],
  [true, true, coded('57P01')],
  [true, true, coded('25006')],
  [true, true, coded('ECONNREFUSED')],
  [true, true, coded('P1017')],
  [true, true, coded('P2010', { meta: { driverAdapterError: coded('x', { cause: { originalCode: '57P01' } }) } })],
  [true, true, coded('P1001', { cause: coded('ECONNRESET') })],
  [true, true, terminated],
  [true, true, said('Client was closed and is not queryable')],
  [true, true, new AggregateError([coded('EPIPE'), terminated])],
  [true, false, new AggregateError([coded('EPIPE'), coded('ETIMEDOUT')])],
  [true, false, said('Connection terminated due to connection timeout', terminated)],
  [true, false, said('Query read timeout')],
  [true, false, said('timeout exceeded when trying to connect')],
  [true, false, coded('57014')],
  [true, false, coded('25P03')],
  [true, false, coded('28P01')],
  [true, false, coded('3D000')],
  [true, false, coded('53300')],
  [true, false, coded('58030')],
  [true, false, coded('ETIMEDOUT')],
  [true, false, coded('P2024')],
  [true, false, coded('22023', { severity: 'FATAL' })],
  [true, false, coded('ENOENT', { syscall: 'connect' })],
  [true, false, coded('P2028', { message: 'Unable to start a transaction in the given time.' })],
  [false, false, coded('ENOENT', { syscall: 'open' })],
  [false, false, coded('P2028', { message: 'Transaction already closed' })],
  [false, false, coded('40P01', { severity: 'ERROR' })],
  [false, false, coded('23505')],
  [false, false, said('a timeout expired')],
  [false, false, undefined],
])('an outage: %s, a lost session: %s: %o', (outage, isLost, error) => {
  expect([isOutage(error), isLostSession(error)]).toEqual([outage, isLost]);
});
