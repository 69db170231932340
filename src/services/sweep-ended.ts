import { type SweptTable, sweepBatch, sweptTables } from '#src/db/writes/sweep.ts';
import type { ServiceContext } from '#src/services/context.ts';

/** Deletes expired rows in small batches, so that nobody waits for their locks. A signal stops it after the current batch. */
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
