import { afterEach, expect, test, vi } from 'vitest';
import { LeaseWorker } from '#src/jobs/lease-worker.ts';
import { later } from '../support/waiting.ts';

afterEach(() => vi.useRealTimers());

test('a worker that stops waits until what it interrupts is given back, but not for ever', async () => {
  vi.useFakeTimers();
  const ended: string[] = [];
  const rows = [20, 60_000];
  const worker = new LeaseWorker({
    ...{ maxAtOnce: 2, maxPerWorkspace: 2, onError: (error) => void ended.push(String(error)) },
    workspaces: async () => [1],
    lease: async () => {
      const ms = rows.shift();
      return ms === undefined ? undefined : { workspaceId: 1, ms };
    },
    work: ({ ms }, aborting) =>
      new Promise<void>((resolve) => {
        const giveBack = () => later(ms, () => resolve(void ended.push(`${ms}`)));
        aborting.addEventListener('abort', giveBack, { once: true });
      }),
  });
  await worker.run();
  const stopped = worker.stop().then(() => ended.push('stopped'));
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
  expect(ended).toEqual(['20', 'stopped']);
});
