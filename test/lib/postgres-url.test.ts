import { describe, expect, test } from 'vitest';
import { parsePostgresUrl } from '#src/lib/network/postgres-url.ts';

describe('a URL of one host', () => {
  test.each([
    'postgres://localhost/slotline',
    'postgresql:///slotline?host=/run',
    'postgresql://me@/slotline',
    'postgresql://me:secret@db.internal:5433/slotline?sslmode=require',
    'postgresql://me@db.internal/slotline?target_session_attrs=any',
    'postgresql://[::1]:5433/slotline',
  ])('is left to the driver: %s', (url) => {
    expect(parsePostgresUrl(url)).toBe(undefined);
  });

  test('is checked where it asks for a primary', () => {
    expect(parsePostgresUrl('postgresql://me@db.internal:5433/slotline?target_session_attrs=primary')).toEqual({
      urls: ['postgresql://me@/slotline?host=db.internal&port=5433'],
      target: 'primary',
      connectTimeoutMs: undefined,
    });
  });
});

test('a URL of one host may say how long it may take to answer', () => {
  expect(parsePostgresUrl('postgresql://me@db.internal/slotline?sslmode=require&connect_timeout=3')).toEqual({
    urls: ['postgresql://me@/slotline?sslmode=require&host=db.internal'],
    target: 'any',
    connectTimeoutMs: 3000,
  });
  expect(() => parsePostgresUrl('postgresql://me@db.internal/slotline?connect_timeout=0')).toThrow(
    'connect_timeout must be a number of seconds from 1, but is "0".',
  );
});

test('a URL of one host that has two ports, or an unknown sslmode, is refused', () => {
  const faultOf = (url: string) => () => parsePostgresUrl(url);
  expect(faultOf('postgres://h1/db?port=1,2')).toThrow('it has 1 host and 2 ports. Name one port for all hosts');
  expect(faultOf('postgres://h1/db?sslmode=of%20course')).toThrow(
    'sslmode must be one of disable, prefer, require, verify-ca, verify-full, no-verify, but is "of course".',
  );
});

describe('a URL of several hosts', () => {
  test('has a URL for each, with all that they share', () => {
    const url =
      'postgresql://me:s%40cret@h1:5432,h2:5433/slotline?sslmode=no-verify&target_session_attrs=read-write&connect_timeout=3';
    expect(parsePostgresUrl(url)).toEqual({
      urls: [
        'postgresql://me:s%40cret@/slotline?sslmode=no-verify&host=h1&port=5432',
        'postgresql://me:s%40cret@/slotline?sslmode=no-verify&host=h2&port=5433',
      ],
      target: 'read-write',
      connectTimeoutMs: 3000,
    });
  });

  test.each([
    ['postgres://h1,h2/db', ['?host=h1', '?host=h2']],
    ['postgres://h1,h2:5433/db', ['?host=h1', '?host=h2&port=5433']],
    ['postgres://h1,h2/db?port=5433', ['?host=h1&port=5433', '?host=h2&port=5433']],
    ['postgres://h1:1,h2:2/db?port=5433', ['?host=h1&port=5433', '?host=h2&port=5433']],
    ['postgres:///db?host=h1,h2&port=5432,5433', ['?host=h1&port=5432', '?host=h2&port=5433']],
    ['postgres:///db?host=h1,h2&port=,5433', ['?host=h1', '?host=h2&port=5433']],
    ['postgres://h0/db?host=h1,h2', ['?host=h1', '?host=h2']],
    ['postgres://[::1]:5433,[fd00::2]/db', ['?host=%3A%3A1&port=5433', '?host=fd00%3A%3A2']],
    ['postgres://%2Frun%2Fpg,h2/db', ['?host=%2Frun%2Fpg', '?host=h2']],
  ])('reads the hosts and ports of %s', (url, parameters) => {
    expect(parsePostgresUrl(url)).toMatchObject({
      urls: parameters.map((each) => `postgres:///db${each}`),
      target: 'any',
    });
  });

  test.each([
    ['postgres://h1,h2/db?port=1,2,3', 'it has 2 hosts and 3 ports. Name one port for all hosts, or one for each.'],
    ['postgres://h1,,h3/db', 'host 2 of 3 has no name.'],
    ['postgres://h1,h2:70000/db', 'the port of host 2 must be a whole number from 1 to 65535.'],
    ['postgres://h1:abc,h2/db', 'the port of host 1 must be a whole number from 1 to 65535.'],
    ['postgres://h1,%zz/db', 'a host contains a % that does not begin a percent-encoded character.'],
    ['postgres://h1,h2/db?connect_timeout=soon', 'connect_timeout must be a number of seconds from 1, but is "soon".'],
    [
      'postgres://me:hunter2@h1,h2/db?target_session_attrs=standby',
      'target_session_attrs must be read-write, primary or any, because the server writes, but is "standby".',
    ],
  ])('says what is wrong with %s', (url, fault) => {
    expect(() => parsePostgresUrl(url)).toThrow(fault);
  });
});
