import { GraphQLError } from 'graphql';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isLostSession, isOutage } from '#src/lib/outage.ts';

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
