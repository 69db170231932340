import { randomBase64 } from '#src/lib/secrets/crypto.ts';

/** What the key that encrypts stored secrets is for. */
export const webhookSecretPurpose = 'webhook secrets';

/** A signing secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBase64(32)}`;
}
