import os from 'node:os';
import { installPackages } from './install.ts';
import { type Options, readOptions, usage } from './options.ts';

const parsed = readOptions(process.argv.slice(2));
if (parsed.help) console.log(usage);
else await main(parsed);

async function main(options: Options): Promise<void> {
  if (!options.path) installPackages();
  const [cpu] = os.cpus();
  console.error(`${os.cpus().length} × ${cpu?.model}, load ${os.loadavg().map((value) => value.toFixed(1))}`);
  const stack = new AsyncDisposableStack();
  try {
    const figures = await Promise.race([measure(options, stack), interruption()]);
    if (options.json) console.log(JSON.stringify(figures, null, 2));
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await stack.disposeAsync();
  }
  // Pending work of an interrupted measurement would otherwise keep the process alive.
  process.exit();
}

async function measure(options: Options, stack: AsyncDisposableStack): Promise<unknown> {
  const { openBenchDatabase } = await import('./environment/database.ts');
  const database = stack.use(await openBenchDatabase(options));
  if (options.path) {
    const { countPaths } = await import('./path/path.ts');
    return countPaths(database, stack);
  }
  if (options.scale) {
    const { scale } = await import('./scale/scale.ts');
    return scale(database, options, stack);
  }
  const { compare } = await import('./compare/compare.ts');
  const { compareRefreshes } = await import('./oauth/refreshes.ts');
  const { bulk } = await import('./bulk/bulk.ts');
  const { readByCursor } = await import('./cursor/cursor.ts');
  const { compareEventDates } = await import('./scheduling/event-dates.ts');
  const { compareBookings } = await import('./scheduling/booking.ts');
  const { measureBookingBesideEvents } = await import('./webhooks/booking.ts');
  const { measureFairness } = await import('./webhooks/fairness.ts');
  const { measureThroughput } = await import('./webhooks/throughput.ts');
  const { compareDistributed } = await import('./distributed/distributed.ts');
  const { measureRowBytes } = await import('./capacity/capacity.ts');
  const { simulateDay } = await import('./capacity/simulation.ts');
  const measures = {
    ...{ refreshes: compareRefreshes, bulkAnswer: bulk, cursor: readByCursor },
    ...{ eventDates: compareEventDates, booking: compareBookings },
    ...{ webhooksThroughput: measureThroughput, webhooksFairness: measureFairness },
    ...{ webhooksBooking: measureBookingBesideEvents, distributed: compareDistributed },
    ...{ capacity: measureRowBytes, simulation: simulateDay },
  };
  const chosen = Object.entries(measures).filter(([name]) => name.startsWith(options.only ?? ''));
  const figures: unknown[] =
    options.only !== undefined && chosen.length > 0 ? [] : await compare(database, options, stack);
  for (const [, run] of chosen) figures.push(await run(database, options, stack));
  return figures;
}

/** Rejects on Ctrl-C, so that the stack closes the servers and the database. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('interrupted')));
  });
}
