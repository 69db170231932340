import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';

/** Documents that cost more have turns: more than a page of records, or, compiled, than a few of them. */
export const maxCostWithoutTurn = { plain: 101, compiled: 450 } as const;

/** Documents that are executed at the same time: while one computes, others read. */
const atOnce = 4;
/** Of one workspace, and how long. */
const maxWaiting = 50;
const maxWaitMs = 10_000;

/** After the beginning of a document the thread rests for so many steps of so many milliseconds, each at most so late. */
const restSteps = 5;
const stepMs = 5;
const calmMs = 5;
/** On a machine that is always behind they begin all the same. */
const maxRestMs = 100;

const turns = new FairTurns<number>({
  atOnce,
  maxWaiting,
  maxWaitMs,
  refusal: () => new DomainError('UNAVAILABLE'),
});

let calm = Promise.resolve();

/**
 * Executes a costly document when it is the turn of its workspace and the thread, which answers all requests, is not behind
 * with others: a thousand objects keep it for some twenty milliseconds, while nothing else is answered.
 */
export function inDocumentTurn<Result>(workspaceId: number, execute: () => Promise<Result> | Result): Promise<Result> {
  return turns.run(workspaceId, async () => {
    const before = calm;
    calm = before.then(untilCalm);
    await before;
    return execute();
  });
}

async function untilCalm(): Promise<void> {
  const begunAt = performance.now();
  for (let calmSteps = 0; calmSteps < restSteps; ) {
    const startedAt = performance.now();
    if (startedAt - begunAt > maxRestMs) return;
    await pause(stepMs);
    calmSteps = performance.now() - startedAt - stepMs > calmMs ? 0 : calmSteps + 1;
  }
}
