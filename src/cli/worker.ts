import { z } from 'zod';
import { watchOutages } from '#src/db/outage-watch.ts';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { startTasks } from '#src/jobs/runner.ts';
import { processTasks, sharedWork } from '#src/jobs/tasks.ts';
import { openSender } from '#src/jobs/webhooks/send.ts';
import { createLog } from '#src/lib/log.ts';
import { SealedTexts } from '#src/lib/sealed-texts.ts';
import { command } from './command.ts';

/** After this time the process ends, even with work under way. */
const maxShutdownMs = 10_000;

export const worker = command({
  name: 'worker',
  summary:
    'Do the background work, such as sending webhooks, until SIGTERM: for servers with WORKER=off, or beside them.',
  options: {},
  input: z.object({}),
  isServing: true,
  async run({ db, clock, config }) {
    const log = createLog(config.logLevel);
    const outages = watchOutages(db, log);
    const { tasks } = sharedWork({ db, clock }, log, {
      webhookSecrets: new SealedTexts(config.secretKey, webhookSecretPurpose),
      sender: openSender({ allowsLoopback: config.webhookLoopback }),
      onOutcome: () => undefined,
    });
    const running = startTasks([...processTasks(clock), ...tasks], log);
    log.info({}, 'the worker is ready');
    const signal = await stopSignal();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), maxShutdownMs).unref();
    outages.stop();
    await running.stop();
    return { json: { signal }, text: `The worker has stopped on ${signal}.` };
  },
});

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
