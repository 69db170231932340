import os from 'node:os';
import { installPackages } from './install.ts';
import { type Options, readOptions, usage } from './options.ts';

const parsed = readOptions(process.argv.slice(2));
if (parsed.help) console.log(usage);
else await main(parsed);

async function main(options: Options): Promise<void> {
  installPackages();
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
  if (options.floors) {
    const { checkFloors } = await import('./floors/check.ts');
    return checkFloors(database, options, stack);
  }
  const { allCases, measureCases } = await import('./measures.ts');
  const names = allCases.filter((name) => name.startsWith(options.only ?? ''));
  if (names.length === 0) throw new Error(`There is no case "${options.only}".`);
  const results = await measureCases(database, { names, options }, stack);
  if (results.some(({ error }) => error !== undefined)) process.exitCode = 1;
  return results;
}

/** Rejects on Ctrl-C, so that the stack closes the servers and the database. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error('interrupted')));
  });
}
