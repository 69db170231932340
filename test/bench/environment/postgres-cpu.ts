import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { processStat } from './cpu.ts';

/** The process id of the PostgreSQL behind the connection, which must be on this machine. */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ line: string; backend: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS "line", pg_backend_pid() AS "backend"`,
  );
  const postmaster = Number(rows[0]?.line);
  const backend = await processStat(rows[0]?.backend ?? 0);
  if (backend?.parent !== postmaster) {
    throw new Error('The processor time of a PostgreSQL can be read only on its own machine: run the bench there.');
  }
  return postmaster;
}

/** Processor seconds of these PostgreSQLs: of all their processes that run, and of those that have ended. */
export async function postgresSeconds(postmasters: readonly number[]): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  let seconds = 0;
  for (const [index, stat] of (await Promise.all(pids.map(processStat))).entries()) {
    if (!stat) continue;
    if (postmasters.includes(pids[index] ?? 0)) seconds += stat.seconds + stat.endedChildrenSeconds;
    else if (postmasters.includes(stat.parent)) seconds += stat.seconds;
  }
  return seconds;
}
