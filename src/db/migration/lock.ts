import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** The advisory lock of Prisma's own `migrate deploy`, so that it is kept out as well. */
const lockKey = 72707369;
const pollMs = 50;

interface Patience {
  timeoutSeconds: number;
  log: (message: string) => void;
}

/** Runs the work while no other process, of ours or Prisma's, migrates this database. */
export async function withMigrationLock<T>(
  client: pg.ClientBase,
  patience: Patience,
  work: () => Promise<T>,
): Promise<T> {
  await waitForLock(client, patience);
  try {
    return await work();
  } finally {
    // Where the connection is lost the lock is gone with it, and the reason thrown by the work is the one to tell.
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined);
  }
}

/**
 * Asks again and again instead of waiting inside pg_advisory_lock(): a statement that waits holds a snapshot, and
 * the CREATE INDEX CONCURRENTLY of the process that has the lock would wait for that snapshot: a deadlock.
 */
async function waitForLock(client: pg.ClientBase, { timeoutSeconds, log }: Patience): Promise<void> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  for (let attempt = 1; !(await tryLock(client)); attempt += 1) {
    if (attempt === 1) log('another process is migrating the database; waiting for it');
    if (performance.now() >= deadline) throw await lockTimeout(client, timeoutSeconds);
    await sleep(pollMs);
  }
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
  return rows[0]?.locked === true;
}

async function lockTimeout(client: pg.ClientBase, timeoutSeconds: number): Promise<MigrationError> {
  const { rows } = await client.query<{ pid: number; application_name: string | null }>(
    `select l.pid, a.application_name
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lockKey],
  );
  const holders = rows.map((row) => `process ${row.pid} ("${row.application_name ?? ''}")`).join(', ');
  return new MigrationError(
    `The database is locked for migrations since more than ${timeoutSeconds} s${holders && `, by PostgreSQL ${holders}`}. ` +
      'Another node may be at a long migration: start again when it is done.',
  );
}
