import { expect, test } from 'vitest';
import { connectionOf, connectionTo } from '#src/db/connection.ts';

test.each([
  [
    'postgresql://me:pass@db1:5432/slotline?sslmode=require',
    'postgresql://me:pass@worker:5433/slotline?sslmode=require',
  ],
  ['postgresql://me:pass@/slotline?host=db1&port=5432', 'postgresql://me:pass@worker:5433/slotline'],
  ['postgresql:///slotline?host=%2Frun%2Fpostgresql', 'postgresql://worker:5433/slotline'],
])('a node is reached by what %s says besides the host', (connectionString, expected) => {
  expect(connectionTo({ host: 'worker', port: 5433 }, { connectionString })).toEqual({ connectionString: expected });
});

test('a node is reached where the coordinator is one of several hosts', () => {
  const coordinators = connectionOf('postgresql://me:pass@db1,db2/slotline?target_session_attrs=read-write');
  expect(connectionTo({ host: '::1', port: 5433 }, coordinators)).toEqual({
    connectionString: 'postgresql://me:pass@[::1]:5433/slotline',
  });
});
