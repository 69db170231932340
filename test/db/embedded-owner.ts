import { createInterface } from 'node:readline';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';

/**
 * A process that owns an embedded database, for tests that kill it. Started with its options as JSON;
 * says what happens as lines of JSON; obeys the lines "stop" and "write" on its standard input.
 */
const { namespaces, packageHome, uid, ...options } = JSON.parse(process.argv[2] ?? '{}');

if (uid !== undefined) {
  process.setgroups?.([uid]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function stop(database: EmbeddedPostgres): Promise<void> {
  await database.stop();
  say({ stopped: true });
  process.exit(0);
}

/** Inserts until it is killed and says each number once its commit was acknowledged. */
async function write(database: EmbeddedPostgres, writer: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  for (;;) {
    const { rows } = await client.query('INSERT INTO written (writer) VALUES ($1) RETURNING id', [writer]);
    say({ id: rows[0].id });
  }
}

try {
  const database = await startEmbeddedPostgres({
    ...options,
    machine: { namespaces, ...(packageHome && { locatePackage: () => packageHome }) },
    log: (log, detail) => say({ log, detail }),
  });
  process.on('SIGINT', () => say({ interrupted: true }));
  say({ ready: { connection: database.connection, url: database.url } });
  const orders = createInterface({ input: process.stdin });
  orders.on('line', (order) => {
    if (order === 'stop') void stop(database);
    if (order === 'write') for (const writer of [1, 2, 3]) write(database, writer).catch(() => {});
  });
  orders.on('close', () => void stop(database));
} catch (error) {
  const { name, message } = error as Error;
  say({ error: { name, message } });
  process.exit(1);
}
