import type { Database } from '#src/db/database.ts';
import { type SweptTable, sweepBatch, sweptTables } from '#src/db/writes/sweep.ts';
import { tryEach } from './try-each.ts';

/**
 * Deletes expired rows in small batches, so that no request waits for their locks. If a table fails, for example because its
 * rows cascade to too many others, the other tables are still swept. A signal stops it after the current batch.
 */
export async function sweepEnded(
  { db }: { readonly db: Pick<Database, 'write'> },
  signal?: AbortSignal,
): Promise<Record<SweptTable, number>> {
  const swept = Object.fromEntries(sweptTables.map((table) => [table, 0])) as Record<SweptTable, number>;
  await tryEach(sweptTables, async (table) => {
    for (let isDone = false; !isDone && !signal?.aborted; ) {
      const batch = await sweepBatch(db, table);
      swept[table] += batch.deleted;
      isDone = batch.isDone;
    }
  });
  return swept;
}
