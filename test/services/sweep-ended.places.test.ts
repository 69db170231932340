import { expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { useServices } from '../support/service-context.ts';

const services = await useServices();
const { db } = services.context;
const member = await services.workspace();

async function sql(text: string, values: unknown[] = []) {
  return (await db.pool.query(text, values)).rows;
}

const session = (age: string) =>
  sql(
    `INSERT INTO "Session" ("tokenHash", "userId", "workspaceId", "expiresAt")
     VALUES (uuid_send(gen_random_uuid()), $1, $2, now() - $3::interval)`,
    [member.userId, member.workspaceId, age],
  );

// Not for Citus, whose rows have their places on other nodes.
test('the sweep leaves a row that took the place of one that another transaction deleted meanwhile', async () => {
  await session('8 days');
  const places: unknown[] = [];
  const place = async () => places.push((await sql('SELECT ctid::text AS "at" FROM "Session"'))[0]?.at);
  const observed: Pick<Database, 'write'> = {
    write: (work, options) =>
      db.write((client) => {
        const query = async (statement: { readonly name: string; readonly text: string }) => {
          const result = await client.query(statement);
          if (statement.name !== 'sweep.Session') return result;
          await place();
          // Until its session's next statement the last one keeps what it saw.
          await client.query('SELECT');
          await sql('DELETE FROM "Session"');
          await sql('VACUUM (TRUNCATE false, INDEX_CLEANUP on) "Session"');
          await session('-1 hour');
          await place();
          return result;
        };
        return work(Object.create(client, { query: { value: query } }));
      }, options),
  };
  expect((await sweepEnded({ db: observed })).Session).toBe(0);
  // Else the test would show nothing.
  expect(places[1]).toBe(places[0]);
  expect(await sql('SELECT FROM "Session"')).toHaveLength(1);
});
