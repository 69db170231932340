import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the parent sends: how many receivers to open, or which figures to return. */
export type ReceiverOrder = { readonly open: number } | { readonly report: 'count' | 'all' } | { readonly reset: true };

/** What came since the last reset. */
export interface Arrivals {
  readonly count: number;
  /** Milliseconds from the writing of each event to its arrival. */
  readonly delays: readonly number[];
}

/** The child: receivers of webhooks, each on a port of its own. */
const servers: Server[] = [];
let delays: number[] = [];

async function open(count: number): Promise<number[]> {
  while (servers.length < count) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        note(Buffer.concat(chunks).toString());
        response.writeHead(204).end();
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  return servers.map((server) => (server.address() as AddressInfo).port);
}

function note(body: string): void {
  const at = performance.timeOrigin + performance.now();
  delays.push(at - Date.parse(/"timestamp":"([^"]+)"/.exec(body)?.[1] ?? ''));
}

process.on('message', async (order: ReceiverOrder) => {
  if ('open' in order) return process.send?.(await open(order.open));
  if ('reset' in order) delays = [];
  const shown = 'report' in order && order.report === 'all' ? delays : [];
  return process.send?.({ count: delays.length, delays: shown } satisfies Arrivals);
});
process.on('disconnect', () => process.exit());
