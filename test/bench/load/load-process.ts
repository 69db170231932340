import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { LoadOrder, LoadResult } from './generator.ts';

export interface LoadProcess {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
}

/** The load generator in a process of its own; it ends when this one does. */
export function startLoadProcess(): LoadProcess {
  const child = fork(path.join(import.meta.dirname, 'worker.ts'));
  const ended = once(child, 'exit').then(([code]) => ({ error: `The load generator ended with code ${code}.` }));
  return {
    async run(order) {
      child.send(order);
      const told = once(child, 'message').then(([message]) => message as { result: LoadResult } | { error: string });
      const answer = await Promise.race([told, ended]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    },
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
