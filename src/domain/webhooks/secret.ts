import { z } from 'zod';
import { coded, must } from '#src/domain/input.ts';
import { randomBase64 } from '#src/lib/secrets/crypto.ts';

/** The purpose of the key that encrypts stored secrets. */
export const webhookSecretPurpose = 'webhook secrets';

/** A signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBase64(32)}`;
}

/** The secret of a receiver that already has one. Standard Webhooks allows from 24 to 64 bytes. */
export const signingSecret = () =>
  z
    .string(must('Must be a string'))
    .refine(isSigningSecret, coded('invalid_format', 'Must be whsec_ followed by 24 to 64 bytes in base64'));

function isSigningSecret(text: string): boolean {
  const base64 = text.startsWith('whsec_') ? text.slice('whsec_'.length) : '';
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}
