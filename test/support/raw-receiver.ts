import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface RawReceiver extends AsyncDisposable {
  readonly port: number;
  /** All that it read, in the order in which it came. */
  readonly received: () => string;
  /** How many connections it accepted, and how many of them are open. */
  readonly connections: () => number;
  readonly open: () => number;
}

/** A receiver below HTTP: `answer` writes the bytes of its choice when the first bytes of a request have come. */
export async function rawReceiver(answer: (socket: Socket) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let received = '';
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      received += chunk;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
