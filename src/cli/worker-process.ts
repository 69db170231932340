import { serveHealth } from '#src/http/health-server.ts';
import { startBackground } from '#src/jobs/background.ts';
import { createLog } from '#src/lib/log.ts';
import { logTimeZones } from '#src/lib/time-zone-data/zone-releases.ts';
import { openRuntime } from '#src/runtime.ts';
import type { CommandContext, Output } from './command.ts';

/** The process exits after this time, even if work is still running. */
const maxShutdownMs = 10_000;

/** Runs the background work until SIGTERM. */
export async function runWorker({ connected, clock, config }: CommandContext): Promise<Output> {
  const log = createLog(config.logLevel);
  // The database is closed after the command, as for every command.
  const database = { ...connected, close: async () => undefined };
  const runtime = await openRuntime({ ...config, demo: false }, database, { log, clock });
  const server = await serveHealth(runtime, config);
  const background = startBackground(runtime, { sharesWork: true });
  logTimeZones(log);
  log.info({}, 'the worker is ready');
  const signal = await stopSignal();
  log.info({ signal }, 'stopping');
  // No requests can be lost, so it does not wait, but it reports the drain until its work has ended.
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
    // Neither a signal listener nor the timers of the tasks keep a process running.
    const running = setInterval(() => undefined, 60_000);
    const stop = (signal: NodeJS.Signals) => {
      clearInterval(running);
      resolve(signal);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}
