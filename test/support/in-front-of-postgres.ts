import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { databaseAt, socketOf } from '../access/rate-limit.support.ts';

export interface InFrontOfPostgres {
  /** The database's URL through this server. */
  readonly url: string;
  close(): Promise<void>;
}

/** Stands in front of a real PostgreSQL. `pass` says what passes between a client and PostgreSQL; both ends close together. */
export async function inFrontOfPostgres(
  databaseUrl: string,
  pass: (client: Socket, postgres: Socket) => void,
): Promise<InFrontOfPostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const postgres = dial(socketOf(databaseUrl));
    for (const [end, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => other.destroy());
    }
    pass(client, postgres);
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
