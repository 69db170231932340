import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arrivals, ReceiverOrder } from './receiver.ts';

export interface ReceiverProcess {
  /** The addresses of so many receivers, each with a port of its own. */
  open(count: number): Promise<string[]>;
  reset(): Promise<void>;
  arrivals(): Promise<Arrivals>;
  /** Resolves when so many requests have come since the reset. */
  until(count: number, timeoutMs: number): Promise<Arrivals>;
  stop(): void;
}

/** Starts the receivers in a process of their own, which ends with this one. */
export function startReceivers(): ReceiverProcess {
  const child = fork(path.join(import.meta.dirname, 'receiver.ts'));
  const send = async <Answer>(order: ReceiverOrder): Promise<Answer> => {
    const answer = once(child, 'message');
    child.send(order);
    return (await answer)[0];
  };
  return {
    open: async (count) => (await send<number[]>({ open: count })).map((port) => `http://127.0.0.1:${port}`),
    reset: () => send({ reset: true }),
    arrivals: () => send({ report: 'all' }),
    async until(count, timeoutMs) {
      for (const start = performance.now(); performance.now() - start < timeoutMs; await pause(50)) {
        if ((await send<Arrivals>({ report: 'count' })).count >= count) return send({ report: 'all' });
      }
      const { count: arrived } = await send<Arrivals>({ report: 'count' });
      throw new Error(`Of ${count} webhooks ${arrived} arrived within ${timeoutMs / 1000} s.`);
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
