import { expect, test } from 'vitest';
import { memoryWindows } from '../../../src/access/rate-limit/memory.ts';
import { useApp } from '../../support/app.ts';
import { idsOfAllLinks } from '../../support/lists.ts';

const rows = 3_000;

const app = await useApp({ limiter: memoryWindows() });
const owner = await app.workspace({ rateLimitPoints: 1_000_000 });
const key = await app.apiKey(owner);

/** Twenty rows have one time, so that pages end between equal ones. */
async function fill(table: 'Contact' | 'Transaction'): Promise<number[]> {
  const time = `timestamptz '2026-01-01Z' + (n / 20) * interval '1 millisecond'`;
  const [columns, values] =
    table === 'Contact'
      ? ['"previewId", "email"', `'contact_paged' || n, 'lead' || n || '@example.com'`]
      : ['"value", "currency", "time"', `n, 'USD', ${time}`];
  const found = await app.sql<{ id: number }>(
    `INSERT INTO "${table}" ("workspaceId", ${columns}, "createdAt", "updatedAt")
     SELECT $1, ${values}, ${time}, ${time} FROM generate_series(1, $2) n RETURNING "id"`,
    [owner.workspaceId, rows],
  );
  return found.map(({ id }) => id);
}

/** Inserts among the rows, changes and deletes, as fast as the database allows, until it is stopped. */
function startWriter(table: 'Contact' | 'Transaction', ids: readonly number[]) {
  const deleted = new Set<number>();
  let changes = 0;
  let isStopped = false;
  const copied =
    table === 'Contact' ? `'contact_' || left(gen_random_uuid()::text, 32)` : `"value", "currency", "time"`;
  const target = table === 'Contact' ? '"previewId"' : '"value", "currency", "time"';
  const work = async () => {
    for (let turn = 0; !isStopped; turn++) {
      const id = ids[(turn * 7919) % ids.length] as number;
      const values = [owner.workspaceId, id];
      if (turn % 3 === 0) {
        await app.sql(
          `INSERT INTO "${table}" ("workspaceId", ${target}, "createdAt")
           SELECT "workspaceId", ${copied}, "createdAt" FROM "${table}" WHERE "workspaceId" = $1 AND "id" = $2`,
          values,
        );
      } else if (turn % 3 === 1) {
        await app.sql(`UPDATE "${table}" SET "updatedAt" = now() WHERE "workspaceId" = $1 AND "id" = $2`, values);
      } else {
        deleted.add(id);
        await app.sql(`DELETE FROM "${table}" WHERE "workspaceId" = $1 AND "id" = $2`, values);
      }
      changes++;
    }
  };
  const working = work();
  return {
    deleted,
    async stop(): Promise<number> {
      isStopped = true;
      await working;
      return changes;
    },
  };
}

const lists = [
  ['contacts', 'Contact', '', true],
  ['contacts', 'Contact', 'orderColumn=createdAt&orderBy=asc&', true],
  ['contacts', 'Contact', 'orderColumn=id&', true],
  // A changed row comes again at the end.
  ['contacts', 'Contact', 'orderColumn=updatedAt&orderBy=asc&', false],
  ['transactions', 'Transaction', 'orderColumn=id&orderBy=asc&', true],
] as const;

test.each(lists)(
  'paging through %s (%s) by %s misses no row and repeats none while others write',
  async (list, table, order, repeatsNone) => {
    await app.sql(`DELETE FROM "${table}" WHERE "workspaceId" = $1`, [owner.workspaceId]);
    const ids = await fill(table);
    const writer = startWriter(table, ids);
    const seen = (await idsOfAllLinks(app, `/v1/${list}?${order}cursor=start&limit=37`, key)) as number[];
    expect(await writer.stop()).toBeGreaterThan(20);
    const set = new Set(seen);
    expect(ids.filter((id) => !writer.deleted.has(id) && !set.has(id))).toEqual([]);
    if (repeatsNone) expect(seen.length).toBe(set.size);
  },
);
