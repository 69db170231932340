import type pg from 'pg';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { figureOf, type Measured, spreadText } from '../figure.ts';
import { latenciesOf } from '../load/latencies.ts';
import type { CaseOptions } from '../options.ts';
import { table } from '../table.ts';
import { bareCalls } from './bare-calls.ts';
import { bareLeads } from './bare-leads.ts';
import { bareMoney } from './bare-money.ts';

/** The period that a report is about. */
export interface Days {
  readonly dateFrom: string;
  readonly dateTo: string;
}

interface Report {
  /** A number of the total of our report, by which the two are compared. */
  readonly totalOf: (total: Record<string, unknown>) => number;
  /** The same report by hand-written SQL, and that number of it. */
  readonly bare: (client: pg.Client, workspaceId: number, days: Days) => Promise<number>;
}

const reports: Readonly<Record<string, Report>> = {
  calls: { totalOf: ({ booked }) => Number(booked), bare: bareCalls },
  money: { totalOf: ({ deals }) => Number(deals), bare: bareMoney },
  leads: { totalOf: ({ created }) => Number(created), bare: bareLeads },
};

/** Their periods end with the last whole month of the calls of the seed. */
const periods = {
  quarter: { dateFrom: '2026-08-01', dateTo: '2026-10-31' },
  year: { dateFrom: '2025-11-01', dateTo: '2026-10-31' },
} as const;

const cases = Object.entries(reports).flatMap(([kind, report]) =>
  Object.entries(periods).map(([length, days]) => ({ name: `reports-${kind}-${length}`, kind, report, days })),
);

export const reportCases = cases.map(({ name }) => name);

/** The first request compiles code and opens connections; each round has so many after it. */
const requests = 4;

/** Each report of a quarter and of a year by closer, in turn through our server and by hand-written SQL sent with pg. */
export async function compareReports(database: BenchDatabase, options: CaseOptions, stack: AsyncDisposableStack) {
  const { workspaceId, key, calls } = await benchWorkspace(database, 1_000_000);
  for (const name of ['EventCall', 'Contact', 'Deal', 'Transaction', 'InviteeAnswer'])
    await database.client.query(`VACUUM ANALYZE "${name}"`);
  const server = stack.adopt(await startServerProcess(ours(database.url)), (process) => process.stop());
  const results: Measured[] = [];
  for (const { name, kind, report, days } of cases.filter((each) => options.cases.includes(each.name))) {
    const query = new URLSearchParams({ groupBy: 'closer', ...days });
    const address = `http://127.0.0.1:${server.port}/v1/reports/${kind}?${query}`;
    const readers = {
      ours: async () => {
        const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
        const { data } = (await response.json()) as { data: { total: Record<string, unknown> } };
        return report.totalOf(data.total);
      },
      direct: () => report.bare(database.client, workspaceId, days),
    };
    const [found, expected] = [await readers.ours(), await readers.direct()];
    if (found === 0 || found !== expected) throw new Error(`${name}: ours counts ${found}, SQL ${expected}.`);
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
    const head = `${name}: GET /v1/reports/${kind}, ${found} in a workspace of ${calls} calls, by closer`;
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
