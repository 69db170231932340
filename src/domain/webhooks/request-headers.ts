import { version } from '#src/lib/version.ts';
import { exampleHeader } from './event.ts';
import { signatureHeaders } from './signature.ts';

interface Signed {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly isExample: boolean;
}

/** The headers of every request to a receiver. */
export function requestHeaders({ id, sentAt, body, secrets, isExample }: Signed): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': `Slotline/${version}`,
    ...signatureHeaders({ id, timestamp: sentAt, body, secrets }),
    ...(isExample && { [exampleHeader]: 'true' }),
  };
}
