import { serveHealth } from '#src/http/health-server.ts';
import { startBackground } from '#src/jobs/background.ts';
import { createLog } from '#src/lib/log.ts';
import { logTimeZones } from '#src/lib/time-zone-data/zone-releases.ts';
import { openRuntime } from '#src/runtime.ts';
import type { CommandContext, Output } from './command.ts';

/** After this time the process ends, even with work under way. */
const maxShutdownMs = 10_000;

/** Does the background work until SIGTERM. */
export async function runWorker({ connected, clock, config }: CommandContext): Promise<Output> {
  const log = createLog(config.logLevel);
  // The database is closed after the command, as after every other.
  const database = { ...connected, close: async () => undefined };
  const runtime = await openRuntime({ ...config, demo: false }, database, { log, clock });
  const server = await serveHealth(runtime, config);
  const background = startBackground(runtime, { sharesWork: true });
  logTimeZones(log);
  log.info({}, 'the worker is ready');
  const signal = await stopSignal();
  log.info({ signal }, 'stopping');
  // Nobody sends it requests that could be lost, so it does not wait; it says that it ends until its work has.
  await runtime.drain.begin(0);
  setTimeout(() => process.exit(1), maxShutdownMs).unref();
  await background.stop();
  if (server) {
    server.close();
    server.closeAllConnections();
  }
  await runtime.close();
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
