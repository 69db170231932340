import { Agent, request } from 'undici';
import { eventBody } from '../../../src/domain/webhooks/event.ts';
import { signatureHeaders } from '../../../src/domain/webhooks/signature.ts';

/** What the parent sends. */
export interface ByHandOrder {
  readonly urls: readonly string[];
  readonly eventsEach: number;
  readonly inFlightEach: number;
  readonly secret: string;
  readonly payload: object;
}

/** The child: signs and posts events with undici, so many at the same time to each address, and records nothing. */
const agent = new Agent({ connections: 10 });

async function post(url: string, sequence: number, { secret, payload }: ByHandOrder): Promise<void> {
  const id = `evt_${sequence}`;
  const timestamp = new Date();
  const body = eventBody({
    ...{
      id: String(sequence),
      kind: 'contact.updated',
      createdAt: timestamp,
      workspaceId: 1,
      sequence: String(sequence),
    },
    ...{ payload, previous: { status: 'NEW' } },
  });
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders({ id, timestamp, body, secrets: [secret] }),
  };
  const response = await request(url, { method: 'POST', headers, body, dispatcher: agent });
  await response.body.text();
  if (response.statusCode !== 204) throw new Error(`The receiver answered ${response.statusCode}.`);
}

async function run(order: ByHandOrder): Promise<number> {
  const start = process.cpuUsage();
  const lane = async (url: string, numbers: Iterator<number>) => {
    for (let next = numbers.next(); !next.done; next = numbers.next()) await post(url, next.value, order);
  };
  const lanes = order.urls.flatMap((url) => {
    const numbers = Array.from({ length: order.eventsEach }, (_, index) => index + 1).values();
    return Array.from({ length: order.inFlightEach }, () => lane(url, numbers));
  });
  await Promise.all(lanes);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Answers with the microseconds of processor time. */
process.on('message', async (order: ByHandOrder) => process.send?.(await run(order)));
process.on('disconnect', () => process.exit());
