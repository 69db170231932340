import { expect, test } from 'vitest';
import { signingSecret } from '#src/domain/webhooks/secret.ts';

test.each([
  [23, false],
  [24, true],
  [64, true],
  [65, false],
])('a secret of %i bytes can sign: %s', (length, expected) => {
  const secret = `whsec_${Buffer.alloc(length, 7).toString('base64')}`;
  expect(signingSecret().safeParse(secret).success).toBe(expected);
});
