import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runCommand } from '#src/cli/run-command.ts';
import { distribute } from '#src/db/citus/distribute.ts';
import { shardsOfWorkspaces } from '#src/db/is-distributed.ts';
import { migrate } from '#src/db/migrate.ts';
import { migrationsDirectory } from '#src/db/open.ts';
import { SessionPool } from '#src/db/session-pool.ts';
import { createScratchDatabase, type ScratchDatabase } from '../../prisma/scratch-database.ts';
import { testSecretKey } from '../support/app.ts';
import { write } from '../support/backups.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { undistributedDatabase } from '../support/citus-databases.ts';

describe.skipIf(!hasCitus)(`restore${unlessCitus}`, () => {
  let folder: string;
  let plain: ScratchDatabase;
  let target: ScratchDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slotline-restore-'));
    [plain, target] = await Promise.all([
      createScratchDatabase(inject('postgresNodes')[0] as string),
      undistributedDatabase(inject('postgresNodes')),
    ]);
  });
  afterAll(async () => {
    await Promise.all([plain.drop(), target.drop(), rm(folder, { recursive: true })]);
  });

  test('a backup of a plain database ends in a distributed database', async () => {
    const file = path.join(folder, 'plain.backup');
    const from: pg.Pool = new SessionPool({ connectionString: plain.url });
    await migrate({ connectionString: plain.url }, { directory: migrationsDirectory });
    await from.query(`INSERT INTO "Workspace" ("name") SELECT 'Acme ' || n FROM generate_series(1, 20) n`);
    await write(from, file);
    await from.end();
    const into = new SessionPool({ connectionString: target.url });
    await distribute(into, { shards: 4, log: () => undefined });
    await into.end();
    const errors: unknown[] = [];
    const console = { log: () => undefined, error: (text: string) => errors.push(text) };
    const code = await runCommand(
      ['restore', '--from', file, '--json'],
      { DATABASE_URL: target.url, SECRET_KEY: testSecretKey },
      console,
    );
    // A command that failed says why.
    expect([code, errors]).toEqual([0, []]);
    const restored: pg.Pool = new SessionPool({ connectionString: target.url });
    expect(await shardsOfWorkspaces(restored)).toBe(4);
    expect((await restored.query('SELECT FROM "Workspace"')).rowCount).toBe(20);
    await restored.end();
  });
});
