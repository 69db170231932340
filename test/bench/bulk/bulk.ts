import type { Options } from '../options.ts';
import type { BenchDatabase } from '../stand/database.ts';
import { startServerProcess } from '../stand/server-process.ts';
import { ours } from '../stand/servers.ts';
import { forgetPeak, residentMemory } from './memory.ts';
import { bulkPlace } from './place.ts';
import { type BulkSummary, reportOf, summaryOf } from './report.ts';

/** One answer for 10,000 contacts, by our server and by the same INSERT … ON CONFLICT straight from pg, in turn. */
export async function bulk(database: BenchDatabase, options: Options, stack: AsyncDisposableStack) {
  const place = await bulkPlace(database);
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const times: BulkTimes = { created: { ours: [], straight: [] }, updated: { ours: [], straight: [] } };
  // The first ones compile code, fill caches and open connections.
  await place.send(server.port, await place.field(), 'warm-up');
  const before = await residentMemory(server.pid);
  await forgetPeak(server.pid);
  for (let round = 0; round < options.rounds * roundsEach; round++) {
    const sides: Side[] = [
      { name: 'ours', field: await place.field(), answer: (field, text) => place.send(server.port, field, text) },
      { name: 'straight', field: await place.field(), answer: place.insert },
    ];
    // Whoever goes first touches rows and pages that the other finds touched.
    if (round % 2) sides.reverse();
    for (const kind of ['created', 'updated'] as const) {
      for (const { name, field, answer } of sides)
        times[kind][name].push(await timed(() => answer(field, `${kind} ${round}`)));
    }
  }
  const { peak } = await residentMemory(server.pid);
  await place.clear();
  const summary: BulkSummary = summaryOf('bulkAnswer', times, peak - before.now);
  console.error(reportOf(summary));
  return summary;
}

const roundsEach = 4;

interface Side {
  readonly name: 'ours' | 'straight';
  readonly field: number;
  answer(field: number, text: string): Promise<void>;
}

/** Milliseconds of each call: where the answers are not there yet, and where they are. */
export type BulkTimes = Record<'created' | 'updated', { ours: number[]; straight: number[] }>;

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
