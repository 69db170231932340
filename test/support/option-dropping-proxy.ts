import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { databaseAt, socketOf } from '../access/rate-limit.support.ts';

export interface OptionDroppingProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

/** A proxy in front of a real PostgreSQL that drops the startup parameter `options`, as some poolers do. */
export async function optionDroppingProxy(databaseUrl: string): Promise<OptionDroppingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = dial(socketOf(databaseUrl));
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => other.destroy());
    }
    client.once('data', (packet) => {
      upstream.write(withoutOptions(Buffer.from(packet)));
      client.pipe(upstream);
    });
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: databaseAt(databaseUrl, { host: '127.0.0.1', port: (server.address() as AddressInfo).port }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The startup packet: its length, the version of the protocol, and names and values that each end with a zero. */
function withoutOptions(packet: Buffer): Buffer {
  const texts = packet.toString('latin1', 8, packet.length - 2).split('\0');
  const pairs = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : []));
  const kept = pairs.filter(([name]) => name !== 'options').flat();
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  packet.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
