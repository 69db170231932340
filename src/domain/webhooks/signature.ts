import { HmacKey } from '#src/lib/secrets/crypto.ts';

const secretPrefix = 'whsec_';

interface SignedDelivery {
  /** The id of the event, so that it is the same in every attempt. */
  readonly id: string;
  readonly timestamp: Date;
  readonly body: string;
  /** In the form `whsec_…`; two during a rotation. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks 1.0: one signature for each secret, separated by spaces. */
export function signatureHeaders({ id, timestamp, body, secrets }: SignedDelivery): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const content = `${id}.${seconds}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, content)}`).join(' '),
  };
}

function signature(secret: string, content: string): string {
  return new HmacKey(Buffer.from(secret.slice(secretPrefix.length), 'base64')).sign(content, 'base64');
}
