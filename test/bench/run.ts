import os from 'node:os';
import { installPackages } from './install.ts';
import { type Options, readOptions, usage } from './options.ts';

const options = readOptions(process.argv.slice(2));
if (options.help) console.log(usage);
else await main(options);

async function main(given: Options): Promise<void> {
  if (!given.path) installPackages();
  const [cpu] = os.cpus();
  console.error(`${os.cpus().length} × ${cpu?.model}, load ${os.loadavg().map((value) => value.toFixed(1))}`);
  const stack = new AsyncDisposableStack();
  try {
    const figures = await Promise.race([measure(given, stack), interruption()]);
    if (given.json) console.log(JSON.stringify(figures, null, 2));
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Error ? error.message : error);
  } finally {
    await stack.disposeAsync();
  }
  // What an interrupted measurement still waits for must not keep the process.
  process.exit();
}

async function measure(given: Options, stack: AsyncDisposableStack): Promise<unknown> {
  const { openBenchDatabase } = await import('./stand/database.ts');
  const database = stack.use(await openBenchDatabase(given));
  if (given.path) {
    const { countPaths } = await import('./path/path.ts');
    return countPaths(database, stack);
  }
  if (given.scale) {
    const { scale } = await import('./scale/scale.ts');
    return scale(database, given, stack);
  }
  const { compare } = await import('./compare/compare.ts');
  const { compareRefreshes } = await import('./oauth/refreshes.ts');
  const { bulk } = await import('./bulk/bulk.ts');
  const measures = { refreshes: compareRefreshes, bulkAnswer: bulk };
  const chosen = Object.entries(measures).filter(([name]) => name.startsWith(given.only ?? ''));
  const figures: unknown[] = given.only !== undefined && chosen.length > 0 ? [] : await compare(database, given, stack);
  for (const [, run] of chosen) figures.push(await run(database, given, stack));
  return figures;
}

/** Ctrl-C ends the measuring, so that everything is closed. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('interrupted')));
  });
}
