import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import type { Options } from '../options.ts';
import { resetPeak, residentMemory } from './memory.ts';
import { type BulkSummary, reportOf, summaryOf } from './report.ts';
import { bulkWorkspace } from './workspace.ts';

/** Writes one answer for 10,000 contacts, in turn through our server and by the same INSERT … ON CONFLICT sent with pg. */
export async function bulk(database: BenchDatabase, options: Options, stack: AsyncDisposableStack) {
  const workspace = await bulkWorkspace(database);
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const times: BulkTimes = { created: { ours: [], direct: [] }, updated: { ours: [], direct: [] } };
  // The first request compiles code, fills caches and opens connections.
  await workspace.send(server.port, await workspace.field(), 'warm-up');
  const before = await residentMemory(server.pid);
  await resetPeak(server.pid);
  for (let round = 0; round < options.rounds * roundsEach; round++) {
    const writers: Writer[] = [
      {
        name: 'ours',
        field: await workspace.field(),
        answer: (field, text) => workspace.send(server.port, field, text),
      },
      { name: 'direct', field: await workspace.field(), answer: workspace.insert },
    ];
    // The first writer of a round loads rows and pages into the caches for the second.
    if (round % 2) writers.reverse();
    for (const kind of ['created', 'updated'] as const) {
      for (const { name, field, answer } of writers)
        times[kind][name].push(await timed(() => answer(field, `${kind} ${round}`)));
    }
  }
  const { peak } = await residentMemory(server.pid);
  await workspace.clear();
  const summary: BulkSummary = summaryOf('bulkAnswer', times, peak - before.now);
  console.error(reportOf(summary));
  return summary;
}

const roundsEach = 4;

interface Writer {
  readonly name: 'ours' | 'direct';
  readonly field: number;
  answer(field: number, text: string): Promise<void>;
}

/** Milliseconds of each request, by whether it creates the answers or updates them. */
export type BulkTimes = Record<'created' | 'updated', { ours: number[]; direct: number[] }>;

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
