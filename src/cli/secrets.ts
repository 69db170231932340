import { z } from 'zod';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { calendarSecretPurpose } from '#src/services/calendars/gateway.ts';
import { resealSecrets } from '#src/services/sealed-secrets.ts';
import { command } from './command.ts';

export const secretsRotate = command({
  name: 'secrets rotate',
  summary:
    'Encrypt the stored secrets of webhooks and calendars, and the keys of audit logs, with the first key of SECRET_KEY, where an earlier one did. The server can keep running.',
  options: {},
  input: z.object({}),
  async run(context) {
    const { secretKeys } = context.config;
    const webhooks = new SealedTexts(secretKeys, webhookSecretPurpose);
    const calendars = new SealedTexts(secretKeys, calendarSecretPurpose);
    const counts = await resealSecrets(context, { webhooks, calendars, audit: context.auditKeys });
    const { resealed, current, unreadable } = counts;
    const text = [
      `${resealed} secrets are encrypted with the first key now; ${current} were already.`,
      ...(unreadable > 0
        ? [`${unreadable} secrets are of none of the keys: rotate the webhooks and connect the calendars again.`]
        : ['The earlier keys of SECRET_KEY are needed for no stored secret any more.']),
    ].join('\n');
    return { json: counts, text, ...(unreadable > 0 && { failed: true }) };
  },
});
