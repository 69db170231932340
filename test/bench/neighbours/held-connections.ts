import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './callers.ts';

/** What the parent sends: what each client does with its connection. */
export interface HeldOrder {
  readonly port: number;
  readonly kind: 'idle' | 'reader' | 'writer';
  readonly connections: number;
  readonly addresses: readonly string[];
  /** How many are opened a second. */
  readonly perSecond: number;
  /** What each sends: at once, or as a `writer` with a pause after each byte of the body. */
  readonly head: string;
  readonly body?: string;
}

const byteMs = 1_000;
const pauseBeforeNextMs = 500;
/** The last ones have this time to get to where they stay. */
const settleMs = 2_000;

/** The child: clients who hold their connections, and open another when the server ends one, until they are stopped. */
async function hold(order: HeldOrder): Promise<() => Outcome> {
  const { kind, connections, addresses, perSecond } = order;
  const counts: Record<string, number> = {};
  const sockets = new Map<number, Socket>();
  const start = performance.now();
  let isStopped = false;
  const open = (client: number) => {
    const localAddress = addresses[client % addresses.length];
    const socket = connect({ host: '127.0.0.1', port: order.port, ...(localAddress && { localAddress }) });
    sockets.set(client, socket);
    socket.on('error', () => undefined);
    if (kind !== 'reader') {
      socket.on('data', (bytes) => {
        if (kind === 'writer') count(bytes.toString('latin1', 9, 12));
      });
    }
    socket.write(order.head);
    const writing = kind === 'writer' ? writeSlowly(socket, order.body ?? '') : undefined;
    socket.on('close', () => {
      clearInterval(writing);
      if (isStopped) return;
      count('ended');
      setTimeout(() => !isStopped && open(client), pauseBeforeNextMs);
    });
    // Nothing is taken from the kernel: its buffers fill, then those of the server.
    if (kind === 'reader') socket.pause();
  };
  const count = (outcome: string) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  for (let client = 0; client < connections; client++) {
    const wait = start + (client * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    open(client);
  }
  await pause(settleMs);
  return () => {
    isStopped = true;
    const held = [...sockets.values()].filter((socket) => !socket.destroyed && !socket.connecting).length;
    for (const socket of sockets.values()) socket.destroy();
    return { held, counts, seconds: (performance.now() - start) / 1000 };
  };
}

function writeSlowly(socket: Socket, body: string): NodeJS.Timeout {
  let next = 0;
  return setInterval(() => {
    if (next < body.length && socket.writable) socket.write(body[next++] as string);
  }, byteMs);
}

let stop: (() => Outcome) | undefined;
process.on('message', async (order: HeldOrder | 'stop') => {
  if (order === 'stop') return process.send?.(stop?.());
  stop = await hold(order);
  return process.send?.('ready');
});
process.on('disconnect', () => process.exit());
// Ctrl-C signals the whole process group, but the bench ends this process itself, by disconnecting.
process.on('SIGINT', () => {});
