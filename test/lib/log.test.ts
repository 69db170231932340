import { describe, expect, test } from 'vitest';
import { readable } from '#src/lib/log.ts';

const entry = { level: 'info', time: '2026-03-04T12:03:04.500Z', msg: 'request' };
const shown = (parts: object) => readable(JSON.stringify({ ...entry, ...parts }));

describe('an entry on a terminal', () => {
  test('is one line with its details', () => {
    expect(shown({ method: 'GET', path: '/v1/users', status: 200, ms: 3.1 })).toBe(
      '12:03:04 INFO  request method=GET path=/v1/users status=200 ms=3.1\n',
    );
  });

  test('has the stack of its error below', () => {
    expect(
      shown({ level: 'error', msg: 'unexpected error', err: { message: 'gone', stack: 'Error: gone\n at x' } }),
    ).toBe('12:03:04 ERROR unexpected error\n      Error: gone\n       at x\n');
  });

  test('escapes what could change the terminal', () => {
    expect(shown({ path: '/\u001b[2J a' })).toBe('12:03:04 INFO  request path="/\\u001b[2J a"\n');
  });

  test('has no control characters in its message and its stack but tabs and the ends of lines', () => {
    const err = { stack: 'Error: b\u001b]0;title\u0007\r\n\tat x\u007f' };
    expect(shown({ msg: 'a\u001b[2J\u009b1m', err })).toBe(
      '12:03:04 INFO  a[2J1m\n      Error: b]0;title\n      \tat x\n',
    );
  });
});
