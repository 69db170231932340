import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { LoadOrder, LoadResult } from './generator.ts';

export interface LoadProcess {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
}

/** Starts the load generator in a process of its own, which ends with this one. */
export function startLoadProcess(): LoadProcess {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'));
  const ended = once(child, 'exit').then(([code]) => ({ error: `The load generator ended with code ${code}.` }));
  return {
    async run(order) {
      child.send(order);
      const message = once(child, 'message').then(([body]) => body as { result: LoadResult } | { error: string });
      const outcome = await Promise.race([message, ended]);
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.result;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
