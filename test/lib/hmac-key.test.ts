import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { HmacKey } from '#src/lib/secrets/crypto.ts';

test.each([0, 1, 32, 63, 64, 65, 200])('HmacKey signs and derives as Node does with a key of %i bytes', (length) => {
  const key = randomBytes(length);
  for (const content of ['', 'text', 'ü 電話', randomBytes(300)]) {
    const expected = createHmac('sha256', key).update(content).digest();
    expect(new HmacKey(key).sign(content, 'base64')).toBe(expected.toString('base64'));
    const derived = createHmac('sha256', expected).update('more').digest('base64url');
    expect(new HmacKey(key).derive(content).sign('more', 'base64url')).toBe(derived);
  }
});

test('HmacKey reads a key that is a text as UTF-8', () => {
  const expected = createHmac('sha256', 'ключ').update('text').digest('base64');
  expect(new HmacKey('ключ').sign('text', 'base64')).toBe(expected);
});
