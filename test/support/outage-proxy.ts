import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { databaseAt, socketOf } from '../access/rate-limit.support.ts';

/** How a PostgreSQL that is away answers: not at all, or with an error of this SQLSTATE to every new connection. */
type Absence = 'refuses' | { readonly sqlState: string };

export interface OutageProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Cuts all connections, those with statements in flight included, and lets in no other. */
  goAway(absence: Absence): Promise<void>;
  /** Cuts all connections; new ones succeed at once. */
  cut(): void;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy in front of a real PostgreSQL that can be away as a server that restarts or moves is. */
export async function outageProxy(databaseUrl: string): Promise<OutageProxy> {
  const sockets = new Set<Socket>();
  let absence: Absence | undefined;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (typeof absence === 'object') {
      const refusal = startupError(absence.sqlState);
      return socket.once('data', () => socket.end(refusal));
    }
    const upstream = dial(socketOf(databaseUrl)).on('error', () => undefined);
    sockets.add(upstream);
    return socket.pipe(upstream).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const stopListening = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: databaseAt(databaseUrl, { host: '127.0.0.1', port }),
    async goAway(how) {
      absence = how;
      if (how === 'refuses') await stopListening();
      else cut();
    },
    cut,
    async comeBack() {
      absence = undefined;
      cut();
      if (!server.listening) await listen(port);
    },
    close: stopListening,
  };
}

/** The ErrorResponse of PostgreSQL's protocol. */
function startupError(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mnot now\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
