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

/** How long the thread rests between two beginnings, and how late it may be at the end of that. */
const restMs = 25;
const calmMs = 5;

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
  let lateMs: number;
  do {
    const startedAt = performance.now();
    await pause(restMs);
    lateMs = performance.now() - startedAt - restMs;
  } while (lateMs > calmMs);
}
