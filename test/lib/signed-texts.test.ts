import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';

const secretKey = 'a secret of this installation, long enough';

describe('SignedTexts', () => {
  const signedTexts = new SignedTexts(secretKey, 'cursors');

  test.each(['', 'text', 'a.b', 'ü 電話', 'x'.repeat(5_000)])('signs %j with HMAC-SHA-256', (text) => {
    const key = createHmac('sha256', secretKey).update('cursors').digest();
    const signature = createHmac('sha256', key).update(text).digest('base64url');
    expect(signedTexts.sign(text)).toBe(`${text}.${signature}`);
    expect(signedTexts.read(`${text}.${signature}`)).toBe(text);
  });

  test('signs with the first of several keys, and reads what any of them signed', () => {
    const earlier = 'the earlier secret of this installation';
    const both = new SignedTexts([earlier.replace('earlier', 'later'), secretKey, earlier], 'cursors');
    expect(both.read(signedTexts.sign('text'))).toBe('text');
    expect(both.read(new SignedTexts(earlier, 'cursors').sign('text'))).toBe('text');
    expect(new SignedTexts(earlier.replace('earlier', 'later'), 'cursors').read(both.sign('text'))).toBe('text');
    expect(signedTexts.read(both.sign('text'))).toBeUndefined();
    expect(both.read(new SignedTexts(secretKey, 'bookings').sign('text'))).toBeUndefined();
    expect(() => new SignedTexts([], 'cursors')).toThrow('at least one key');
  });

  test('reads no text that was changed, cut, or signed for another purpose or with another key', () => {
    const signed = signedTexts.sign('text');
    const others = [new SignedTexts(secretKey, 'bookings'), new SignedTexts(`${secretKey}.`, 'cursors')];
    const changed = [signed.replace('text', 'test'), signed.slice(0, -1), `${signed}=`, 'text', 'text.', '.', ''];
    for (const text of [...changed, ...others.map((other) => other.sign('text'))]) {
      expect(signedTexts.read(text)).toBeUndefined();
    }
  });
});
