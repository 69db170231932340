import { readiness } from '#src/db/migrate.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { watchOutages } from '#src/db/outage-watch.ts';
import { readOldestWaitingSeconds } from '#src/db/reads/webhook-queue.ts';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { Drain } from '#src/http/drain.ts';
import { startTasks } from '#src/jobs/runner.ts';
import { processTasks, sharedWork } from '#src/jobs/tasks.ts';
import { openSender } from '#src/jobs/webhooks/send.ts';
import { createLog } from '#src/lib/log.ts';
import { createMetrics } from '#src/lib/metrics.ts';
import { SealedTexts } from '#src/lib/sealed-texts.ts';
import type { CommandContext, Output } from './command.ts';
import { serveHealth } from './worker-endpoints.ts';

/** After this time the process ends, even with work under way. */
const maxShutdownMs = 10_000;

/** Does the background work until SIGTERM. */
export async function runWorker({ db, clock, config }: CommandContext): Promise<Output> {
  const log = createLog(config.logLevel);
  const outages = watchOutages(db, log);
  const metrics = createMetrics();
  const { tasks, webhooks } = sharedWork({ db, clock }, log, {
    webhookSecrets: new SealedTexts(config.secretKey, webhookSecretPurpose),
    sender: openSender({ allowsLoopback: config.webhookLoopback }),
    onOutcome: metrics.webhookDelivery,
  });
  metrics.watchPools(db.pools);
  metrics.watchWebhooks({
    inFlight: () => webhooks.inFlight,
    oldestWaitingSeconds: () => readOldestWaitingSeconds(db.admin),
  });
  const ready = readiness(db.admin, migrationsDirectory);
  const drain = new Drain();
  const port = config.metricsPort;
  const server = port && (await serveHealth({ config, port, log, metrics, ready, drain, onOutage: outages.noticed }));
  const running = startTasks([...processTasks(clock), ...tasks], log);
  log.info({}, 'the worker is ready');
  const signal = await stopSignal();
  log.info({ signal }, 'stopping');
  // Nobody sends it requests that could be lost, so it does not wait; it says that it ends until its work has.
  await drain.begin(0);
  setTimeout(() => process.exit(1), maxShutdownMs).unref();
  outages.stop();
  await running.stop();
  if (server) {
    server.close();
    server.closeAllConnections();
  }
  return { json: { signal }, text: `The worker has stopped on ${signal}.` };
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // Neither a listener for a signal nor the timers of the tasks keep a process running.
    const running = setInterval(() => undefined, 60_000);
    const stop = (signal: NodeJS.Signals) => {
      clearInterval(running);
      resolve(signal);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}
