import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { figureOf, type Measured, spreadText } from '../figure.ts';
import { latenciesOf } from '../load/latencies.ts';
import type { CaseOptions } from '../options.ts';
import { table } from '../table.ts';
import { bareReport } from './bare-report.ts';

/** Their periods end with the last whole month of the calls of the seed. */
const periods = {
  'reports-quarter': { dateFrom: '2026-08-01', dateTo: '2026-10-31' },
  'reports-year': { dateFrom: '2025-11-01', dateTo: '2026-10-31' },
} as const;

export const reportCases = Object.keys(periods);

/** The first request compiles code and opens connections; each round has so many after it. */
const requests = 4;

/** The report of a quarter and of a year by closer, in turn through our server and by hand-written SQL sent with pg. */
export async function compareReports(database: BenchDatabase, options: CaseOptions, stack: AsyncDisposableStack) {
  const { workspaceId, key, calls } = await benchWorkspace(database, 1_000_000);
  await database.client.query('VACUUM ANALYZE "EventCall"');
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const results: Measured[] = [];
  for (const name of options.cases as (keyof typeof periods)[]) {
    const { dateFrom, dateTo } = periods[name];
    const address = `http://127.0.0.1:${server.port}/v1/reports/calls?groupBy=closer&dateFrom=${dateFrom}&dateTo=${dateTo}`;
    const readers = {
      ours: async () => {
        const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
        const { data } = (await response.json()) as { data: { total: { booked: number } } };
        return data.total.booked;
      },
      direct: () => bareReport(database.client, workspaceId, { dateFrom, dateTo }),
    };
    const booked = await readers.ours();
    if (booked === 0 || booked !== (await readers.direct())) throw new Error(`${name}: the two count other calls.`);
    const times: Record<keyof typeof readers, number[]> = { ours: [], direct: [] };
    for (let turn = 0; turn < options.rounds * requests; turn++) {
      // The first of a turn loads pages into the caches for the second.
      const order = turn % 2 ? (['direct', 'ours'] as const) : (['ours', 'direct'] as const);
      for (const reader of order) times[reader].push(await timed(readers[reader]));
    }
    const ratios = times.ours.map((time, turn) => time / (times.direct[turn] ?? Number.NaN));
    const figure = figureOf('time × hand-written SQL', 'lower', ratios);
    const rows = Object.entries(times).map(([reader, milliseconds]) => {
      const { p50, p95 } = latenciesOf(milliseconds);
      return [reader, p50.toFixed(0), p95.toFixed(0)];
    });
    const head = `${name}: GET /v1/reports/calls, ${booked} of ${calls} calls, by closer`;
    console.error(`\n${head}\n${table([['', 'p50 ms', 'p95 ms'], ...rows])}\n  ${spreadText(figure)} times SQL\n`);
    results.push({ name, figures: [figure] });
  }
  return results;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
