import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';
import { preparedStatement } from '#src/db/statement.ts';
import { postgresMeter } from '../support/postgres-meter.ts';
import { migratedDatabase } from '../support/scratch-database.ts';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());
const { url } = stack.adopt(await migratedDatabase(), ({ drop }) => drop());
const meter = stack.adopt(await postgresMeter(url), ({ close }) => close());
const db = stack.adopt(openDatabase({ connection: { connectionString: meter.url } }), ({ close }) => close());

const statement = preparedStatement('test.delete', 'DELETE FROM "RateLimit" WHERE "key" = $1');
const write = (key: string) => db.write((client) => client.query({ ...statement, name: 'test.delete', values: [key] }));

test('one statement that writes takes one round trip, and is not wrapped in a transaction', async () => {
  // The first of each opens a connection and prepares the statement.
  await write('a');
  await db.writeOne(statement, ['a']);
  const wrapped = meter.restart();
  await write('a');
  expect(wrapped).toMatchObject({ statements: ['BEGIN', 'test.delete', 'COMMIT'], roundTrips: 3 });
  const single = meter.restart();
  await db.writeOne(statement, ['a']);
  expect(single).toMatchObject({ statements: ['test.delete'], roundTrips: 1 });
});

test('one statement that fails changes nothing, and the next one works', async () => {
  const insert = (expire: string) => {
    const text = `INSERT INTO "RateLimit" ("key", "points", "expire") SELECT 'b' || n, 1, ${expire} FROM generate_series(0, 3) n`;
    return db.writeOne({ name: 'test.insert', text }, []);
  };
  await expect(insert('1 / (n - 3)')).rejects.toMatchObject({ code: '22012' });
  expect((await db.pool.query(`SELECT FROM "RateLimit" WHERE "key" LIKE 'b%'`)).rowCount).toBe(0);
  expect(await insert('1')).toMatchObject({ rowCount: 4 });
});
