import { randomInt } from 'node:crypto';
import type { SendExamplesInput } from '#src/domain/webhooks/delivery.ts';
import { type EventExample, eventBody, eventId } from '#src/domain/webhooks/event.ts';
import { requestHeaders } from '#src/domain/webhooks/request-headers.ts';
import { isAcknowledged } from '#src/domain/webhooks/retries.ts';
import { schema } from '#src/graphql/schema.ts';
import { openSender } from '#src/jobs/webhooks/send.ts';
import { documentedExamples } from '#src/rest/openapi/document.ts';
import type { Output } from './command.ts';

/** The workspace of all examples. */
const workspaceId = 42;

/** Sends an example of each of these kinds in turn. Stops at the first one without any response. */
export async function sendExamples({ url, kinds, secret }: SendExamplesInput): Promise<Output> {
  const exampleOf = documentedExamples(schema);
  // Loopback is allowed: anyone who can run a command can reach this machine anyway.
  const sender = openSender({ allowsLoopback: true });
  const deliveries = [];
  try {
    for (const [index, kind] of kinds.entries()) {
      const request = signed(exampleOf(kind), index + 1, secret);
      const { status, error, latencyMs } = await sender.send({ url, ...request });
      deliveries.push({ kind, status, error, latencyMs, ...request });
      if (status === null) break;
    }
  } finally {
    await sender.close();
  }
  const lines = deliveries.map(({ kind, status, error, latencyMs }) =>
    [kind, status ?? 'no response', `${latencyMs} ms`, ...(error === null ? [] : [error])].join('  '),
  );
  const unsent = kinds.length - deliveries.length;
  if (unsent > 0) lines.push(`${unsent} more ${unsent === 1 ? 'was' : 'were'} not sent.`);
  return {
    json: { url, secret, deliveries },
    text: [...lines, `Signed with ${secret}`].join('\n'),
    failed: unsent > 0 || !deliveries.every(isAcknowledged),
  };
}

/** Each example has its own id, because receivers ignore ids that they have seen. */
function signed(example: EventExample, sequence: number, secret: string) {
  const id = randomInt(1, 2 ** 47);
  const sentAt = new Date();
  const event = { id, kind: example.type, payload: example.data, previous: example.previous };
  const body = eventBody({ ...event, createdAt: sentAt, workspaceId, sequence });
  const headers = requestHeaders({ id: eventId(id), sentAt, body, secrets: [secret], isExample: true });
  return { headers, body };
}
