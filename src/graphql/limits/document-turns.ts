import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '#src/domain/errors.ts';
import { FairTurns } from '#src/lib/fair-turns.ts';
import type { GraphQLContext } from '../context.ts';

/** Documents that are not compiled and cost more have turns: more than a page of records. */
export const maxCostWithoutTurn = 101;

/** Longer lists of small objects, which are computed after the document has begun, have turns too. */
const maxListWithoutTurn = 1_000;
/** An object of such a list in a compiled document takes a third of the time of another. */
const costOfObject = 1 / 3;

/** Documents that are executed at the same time, while one computes and others read: as many as there are cores, up to four. */
const atOnce = Math.max(2, Math.min(4, availableParallelism()));
/** The documents of one workspace that may wait, and how long each waits. */
const maxWaiting = 50;
const maxWaitMs = 10_000;

/**
 * After a document has begun, the next one waits until the thread was idle for one step per this much of its cost; a step counts
 * if its timer is at most so late. Beside ten callers of the largest document, the p99 of a neighbour was 22 and 36 ms with this
 * wait, and 91 ms without.
 */
const costOfStep = 400;
const stepMs = 5;
const maxLagMs = 5;
/** On a machine that is never idle, the next document begins after this time. */
const maxRestMs = 100;

const turns = new FairTurns<number>({
  atOnce,
  maxWaiting,
  maxWaitMs,
  refusal: () => new DomainError('UNAVAILABLE'),
});

let idle = Promise.resolve();

/**
 * Executes a costly document when it is the turn of its workspace and the thread, which answers all requests, is not behind
 * with others: a thousand objects keep it for some twenty milliseconds, while nothing else is answered.
 */
export function inDocumentTurn<Result>(
  workspaceId: number,
  cost: number,
  execute: () => Promise<Result> | Result,
): Promise<Result> {
  return turns.run(workspaceId, async () => {
    const before = idle;
    idle = before.then(() => untilIdle(Math.ceil(cost / costOfStep)));
    await before;
    return execute();
  });
}

/** The list, a long one when it is its turn. The cost of a document assumes its length before it is known. */
export function inListTurn<Item>(
  { principal, hasTurn }: Pick<GraphQLContext, 'principal' | 'hasTurn'>,
  list: readonly Item[],
): readonly Item[] | Promise<readonly Item[]> {
  if (hasTurn || list.length <= maxListWithoutTurn) return list;
  return inDocumentTurn(principal?.workspaceId ?? 0, list.length * costOfObject, () => list);
}

async function untilIdle(steps: number): Promise<void> {
  const begunAt = performance.now();
  for (let idleSteps = 0; idleSteps < steps; ) {
    const startedAt = performance.now();
    if (startedAt - begunAt > maxRestMs) return;
    await pause(stepMs);
    idleSteps = performance.now() - startedAt - stepMs > maxLagMs ? 0 : idleSteps + 1;
  }
}
