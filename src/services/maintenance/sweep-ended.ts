import { type SweptTable, sweepBatch, sweptTables } from '#src/db/writes/sweep.ts';
import type { ServiceContext } from '../context.ts';

/** Deletes what has ended, in small batches, so that nobody waits for it; a signal ends it after the one under way. */
export async function sweepEnded(
  { db }: Pick<ServiceContext, 'db'>,
  signal?: AbortSignal,
): Promise<Record<SweptTable, number>> {
  const swept: Record<SweptTable, number> = {
    IdempotencyRecord: 0,
    Session: 0,
    OAuthToken: 0,
    OAuthGrant: 0,
    RateLimit: 0,
  };
  for (const table of sweptTables) {
    for (let isDone = false; !isDone && !signal?.aborted; ) {
      const batch = await sweepBatch(db.pooled, table);
      swept[table] += batch.deleted;
      isDone = batch.isDone;
    }
  }
  return swept;
}
