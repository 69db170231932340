import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';

/** What the parent sends. */
export interface CallersOrder {
  readonly port: number;
  /** Sent over and over in this order, each by the caller that is free first. */
  readonly requests: readonly string[];
  readonly callers: number;
  /** The address of each caller; without them all have that of the neighbour. */
  readonly addresses?: readonly string[];
  /** How many requests are sent a second, of all callers together; without it as many as are answered. */
  readonly perSecond?: number;
  /** Callers who go away so long after each request, and come again with a new connection. */
  readonly goneAfterMs?: number;
}

/** What the callers got: how many answers by status, and how many connections the server or the caller ended. */
export interface Outcome {
  readonly counts: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** How many connections were open at the end, where these are the load. */
  readonly held?: number;
}

const pauseAfterLossMs = 20;

/** The child: callers who each have one request under way, until they are stopped. */
function startCallers({ port, requests, callers, addresses, perSecond, goneAfterMs }: CallersOrder): () => Outcome {
  const counts: Record<string, number> = {};
  const start = performance.now();
  let next = 0;
  let isStopped = false;
  const count = (outcome: string | number) => {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  };
  const untilDue = async (number: number) => {
    const wait = perSecond === undefined ? 0 : start + (number * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
  };
  const call = async (caller: number) => {
    const open = () => new Connection(port, addresses?.[caller % addresses.length]);
    for (let connection = open(); !isStopped; ) {
      const number = next++;
      await untilDue(number);
      const answer = await connection.request(requests[number % requests.length] as string).catch(() => 'lost');
      if (isStopped) return;
      count(answer);
      if (answer !== 'lost') continue;
      connection.close();
      await pause(pauseAfterLossMs);
      connection = open();
    }
  };
  const visit = async (caller: number) => {
    const localAddress = addresses?.[caller % addresses.length];
    while (!isStopped) {
      const socket = connect({ host: '127.0.0.1', port, ...(localAddress && { localAddress }) });
      socket.on('error', () => undefined).resume();
      socket.write(requests[next++ % requests.length] as string, 'latin1');
      await pause(goneAfterMs);
      socket.destroy();
      count('gone');
    }
  };
  for (let caller = 0; caller < callers; caller++) void (goneAfterMs === undefined ? call(caller) : visit(caller));
  return () => {
    isStopped = true;
    return { counts, seconds: (performance.now() - start) / 1000 };
  };
}

let stop: (() => Outcome) | undefined;
process.on('message', (order: CallersOrder | 'stop') => {
  if (order !== 'stop') stop = startCallers(order);
  else process.send?.(stop?.());
});
process.on('disconnect', () => process.exit());
// Ctrl-C signals the whole process group, but the bench ends this process itself, by disconnecting.
process.on('SIGINT', () => {});
