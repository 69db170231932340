import { createDecipheriv, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';

const secretKey = 'a secret of this installation, long enough';

describe('SealedTexts', () => {
  const sealedTexts = new SealedTexts(secretKey, 'webhook secrets');

  test.each(['', 'text', 'whsec_Zm9v', 'ü 電話', 'x'.repeat(5_000)])('opens %j that it sealed', (text) => {
    expect(sealedTexts.open(sealedTexts.seal(text))).toBe(text);
  });

  test('encrypts with AES-256-GCM and a key derived from the secret key', () => {
    const sealed = sealedTexts.seal('text');
    const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'webhook secrets', 32));
    const decryption = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
    decryption.setAuthTag(sealed.subarray(12, 28));
    expect(decryption.update(sealed.subarray(28), undefined, 'utf8') + decryption.final('utf8')).toBe('text');
  });

  test('seals the same text differently each time', () => {
    const sealed = Array.from({ length: 100 }, () => sealedTexts.seal('text').toString('hex'));
    expect(new Set(sealed).size).toBe(100);
  });

  test('seals with the first of several keys, opens what any of them sealed, and seals that anew', () => {
    const both = new SealedTexts(['the later secret of this installation', secretKey], 'webhook secrets');
    const sealed = sealedTexts.seal('text');
    expect(both.open(sealed)).toBe('text');
    expect(sealedTexts.open(both.seal('text'))).toBeUndefined();
    const anew = both.sealAnew(sealed) as Buffer;
    expect(new SealedTexts('the later secret of this installation', 'webhook secrets').open(anew)).toBe('text');
    expect(both.sealAnew(anew)).toBeUndefined();
    expect(both.sealAnew(new SealedTexts('a secret of nobody', 'webhook secrets').seal('text'))).toBeUndefined();
  });

  test('opens nothing that was sealed with another key or for another purpose', () => {
    const others = [new SealedTexts(`${secretKey}.`, 'webhook secrets'), new SealedTexts(secretKey, 'cursors')];
    for (const other of others) expect(sealedTexts.open(other.seal('text'))).toBeUndefined();
  });

  test('opens nothing that was altered or truncated, whichever byte it is', () => {
    const sealed = sealedTexts.seal('text');
    for (const [position, byte] of sealed.entries()) {
      const altered = Buffer.from(sealed);
      altered[position] = byte ^ 1;
      expect(sealedTexts.open(altered)).toBeUndefined();
      expect(sealedTexts.open(sealed.subarray(0, position))).toBeUndefined();
    }
  });
});
