import { afterEach, expect, test } from 'vitest';
import { migrationsDirectory } from '#src/db/open.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { readiness } from '#src/db/readiness.ts';
import { testApp } from '../support/app.ts';
import { endsWithin } from '../support/ends-within.ts';
import { silentServer } from '../support/silent-server.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

test('/readyz reports within about two seconds that a database hangs, however often it is called', async () => {
  const silent = await silentServer();
  endings.push(silent.close);
  const connection = { host: '127.0.0.1', port: silent.port, user: 'postgres' };
  const hanging = openDatabase({ connection, isServing: true });
  endings.push(() => hanging.close());
  const app = await testApp({ ready: readiness(hanging.admin, migrationsDirectory) });
  endings.push(() => app.close());

  const answers = Promise.all(Array.from({ length: 10 }, () => app.request('/readyz')));
  // One after the other they would take 20 s.
  expect(await endsWithin(4000, answers)).toBe(true);
  expect((await answers).map(({ status, body }) => [status, body.status])).toEqual(Array(10).fill([503, 'not ready']));
  // The database of the app itself answers.
  await expect
    .poll(() => app.logged.find(({ level }) => level === 'warn')?.detail.err)
    .toMatchObject({
      message: 'No response within 2000 ms.',
    });
  expect(silent.connections()).toBe(1);
});
