import type { DatabaseClock } from '#src/db/database-clock.ts';
import type { Log } from '#src/lib/log.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { compactAllRollups } from '#src/services/rollups.ts';
import { announceStartingCalls } from '#src/services/starting-calls.ts';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { sweepDeletedWebhooks } from '#src/services/webhooks/sweep-deleted.ts';
import type { Task } from './runner.ts';
import { WebhookWorker, type WebhookWorkerOptions } from './webhooks/worker.ts';

/** What every process does for itself. */
export function processTasks(clock: DatabaseClock): Task[] {
  return [{ name: "reading the database's clock", everyMs: 10_000, run: () => clock.measure() }];
}

interface SharedWork {
  readonly tasks: readonly Task[];
  readonly webhooks: WebhookWorker;
}

/** What any number of processes over one database share among them. */
export function sharedWork(
  context: ServiceContext,
  log: Log,
  webhookOptions: Pick<WebhookWorkerOptions, 'webhookSecrets' | 'sender' | 'onOutcome'>,
): SharedWork {
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'deliveries to a webhook were interrupted; the next run goes on');
  const webhooks = new WebhookWorker({ ...context, ...webhookOptions, onError });
  const tasks: Task[] = [
    { name: 'sending webhooks', everyMs: 500, run: () => webhooks.run(), stop: () => webhooks.stop() },
    {
      name: 'announcing calls that start',
      everyMs: 20_000,
      run: (signal) => announceStartingCalls(context, signal),
    },
    { name: 'compacting the rollups', everyMs: 60_000, run: (signal) => compactAllRollups(context, signal) },
    {
      name: 'deleting the deliveries of deleted webhooks',
      everyMs: 10_000,
      run: (signal) => sweepDeletedWebhooks(context, signal),
    },
    {
      name: 'deleting expired rows',
      everyMs: 600_000,
      run: async (signal) => log.debug({ deleted: await sweepEnded(context, signal) }, 'deleted expired rows'),
    },
  ];
  return { tasks, webhooks };
}
