import { deleteDeliveries, forgetDeletedWebhook, readDeletedWebhooks } from '#src/db/writes/deleted-webhooks.ts';
import type { ServiceContext } from '../context.ts';
import { tryEach } from '../try-each.ts';

/**
 * Deletes the deliveries of deleted endpoints, with their attempts, in batches. Several processes may run this at once, and an
 * interrupted sweep leaves the rest to the next one. A signal stops it after the current batch.
 */
export async function sweepDeletedWebhooks({ db }: Pick<ServiceContext, 'db'>, signal?: AbortSignal): Promise<void> {
  await tryEach(await readDeletedWebhooks(db), async (endpoint) => {
    for (let lastId: string | undefined = '0'; lastId !== undefined; ) {
      if (signal?.aborted) return;
      lastId = await deleteDeliveries(db, endpoint, lastId);
    }
    await forgetDeletedWebhook(db, endpoint);
  });
}
