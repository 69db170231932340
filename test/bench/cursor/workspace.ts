import pg from 'pg';
import type { BenchDatabase } from '../environment/database.ts';
import { freshKey } from '../environment/workspaces.ts';

const workspaceName = 'Cursor bench';
export const contacts = 100_000;

export interface CursorWorkspace {
  readonly workspaceId: number;
  readonly key: string;
  /** Ids of the contacts at the beginning. */
  readonly ids: readonly number[];
}

/** A workspace with 100,000 contacts, new in each run. Ten contacts have one time. */
export async function cursorWorkspace({ client }: BenchDatabase): Promise<CursorWorkspace> {
  await client.query('DELETE FROM "Contact" c USING "Workspace" w WHERE w."name" = $1 AND c."workspaceId" = w."id"', [
    workspaceName,
  ]);
  await client.query('DELETE FROM "Workspace" WHERE "name" = $1', [workspaceName]);
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO "Workspace" ("name", "rateLimitPoints") VALUES ($1, 1000000) RETURNING "id"',
    [workspaceName],
  );
  const workspaceId = rows[0]?.id ?? 0;
  await client.query(
    `WITH "owner" AS (INSERT INTO "User" ("email", "username", "firstName", "lastName")
       VALUES ('cursor@bench.test', 'cursor-bench', 'Cursor', 'Bench')
       ON CONFLICT ("email") DO UPDATE SET "lastName" = excluded."lastName" RETURNING "id")
     INSERT INTO "Membership" ("workspaceId", "userId", "role") SELECT $1, "id", 'OWNER' FROM "owner"`,
    [workspaceId],
  );
  const inserted = await client.query<{ id: number }>(
    `INSERT INTO "Contact" ("workspaceId", "previewId", "firstName", "email", "createdAt", "updatedAt")
     SELECT $1, 'contact_cursor_' || n, 'Ira', 'cursor-' || n || '@example.com', t, t
     FROM generate_series(1, $2::int) n, LATERAL (SELECT timestamptz '2026-01-01Z' + (n / 10) * interval '1 s' AS t) times
     RETURNING "id"`,
    [workspaceId, contacts],
  );
  await client.query('VACUUM ANALYZE "Contact"');
  return { workspaceId, key: await freshKey(client, workspaceId), ids: inserted.rows.map(({ id }) => id) };
}

const changesPerSecond = 100;

export interface Writer {
  readonly deleted: ReadonlySet<number>;
  /** Resolves to the number of changes. */
  stop(): Promise<number>;
}

/** Inserts, changes and deletes a hundred contacts a second, all over the list. */
export async function startWriter(database: BenchDatabase, { workspaceId, ids }: CursorWorkspace): Promise<Writer> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'slotline bench writer' });
  await client.connect();
  const deleted = new Set<number>();
  let changes = 0;
  let isStopped = false;
  const change = async (turn: number) => {
    const id = ids[(turn * 15_485_863) % ids.length] as number;
    if (turn % 3 === 2) deleted.add(id);
    await client.query(changeTexts[turn % 3] as string, [workspaceId, id]);
  };
  const work = async () => {
    for (const start = performance.now(); !isStopped; changes++) {
      await change(changes);
      const wait = start + (1000 / changesPerSecond) * (changes + 1) - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };
  const working = work();
  return {
    deleted,
    async stop() {
      isStopped = true;
      await working;
      await client.end();
      return changes;
    },
  };
}

const changeTexts = [
  `INSERT INTO "Contact" ("workspaceId", "previewId", "createdAt")
   SELECT "workspaceId", 'contact_' || left(gen_random_uuid()::text, 32), "createdAt" FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2`,
  `UPDATE "Contact" SET "tag" = 'changed', "updatedAt" = now() WHERE "workspaceId" = $1 AND "id" = $2`,
  'DELETE FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2',
];
