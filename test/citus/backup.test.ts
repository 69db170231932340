import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from '#src/cli/run-command.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../prisma/scratch-database.ts';
import { testSecretKey } from '../support/app.ts';
import { write } from '../support/backups.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { runSql, spread, undistributedDatabase } from '../support/citus-databases.ts';

/** More than there are shards, so that each worker gets some. */
const signUps = `DO $$ DECLARE "user" int; "workspace" int; BEGIN
  FOR n IN 1..16 LOOP
    INSERT INTO "User" ("email", "username", "firstName", "lastName") VALUES (n, n, 'A', 'B') RETURNING "id" INTO "user";
    INSERT INTO "Workspace" ("name") VALUES ('Acme') RETURNING "id" INTO "workspace";
    INSERT INTO "Membership" ("workspaceId", "userId", "role") VALUES ("workspace", "user", 'OWNER');
  END LOOP;
END $$`;

describe.skipIf(!hasCitus)(`a backup of a distributed database${unlessCitus}`, () => {
  let folder: string;
  let source: ScratchDatabase;
  let target: ScratchDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slotline-backup-'));
    [source, target] = await Promise.all([
      undistributedDatabase(inject('postgresNodes')),
      createScratchDatabase(inject('postgresNodes')[0] as string),
    ]);
    await spread(source.url);
  });
  afterAll(async () => {
    await Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })]);
  });

  test('shows each worker as it was before the first table was copied, and is restored', async () => {
    const file = path.join(folder, 'slotline.backup');
    const from = new SessionPool({ connectionString: source.url });
    const meanwhile = () => runSql(source.url, signUps);
    await write(doingAfterFirstCopy(from, meanwhile), file);
    await from.end();
    expect((await runSql(source.url, 'SELECT FROM "Membership"')).rowCount).toBe(16);
    const errors: string[] = [];
    const console = { log: () => undefined, error: (text: string) => errors.push(text) };
    const exit = await runCommand(
      ['restore', '--from', file, '--json'],
      { DATABASE_URL: target.url, SECRET_KEY: testSecretKey },
      console,
    );
    expect([exit, errors]).toEqual([0, []]);
    for (const table of ['User', 'Workspace', 'Membership']) {
      expect((await runSql(target.url, `SELECT FROM "${table}"`)).rowCount).toBe(0);
    }
  });
});

/** A pool whose session does this between the first COPY and the second. */
function doingAfterFirstCopy(pool: pg.Pool, work: () => Promise<unknown>): pg.Pool {
  let copies = 0;
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((first: unknown, ...rest: unknown[]) => {
      if (typeof first !== 'object' || !(Symbol.asyncIterator in (first as object)) || ++copies !== 2)
        return query(first, ...rest);
      return (async function* () {
        await work();
        yield* query(first) as AsyncIterable<Buffer>;
      })();
    }) as typeof client.query;
    return client;
  };
  return { connect } as unknown as pg.Pool;
}
