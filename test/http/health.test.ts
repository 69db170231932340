import { afterEach, describe, expect, test } from 'vitest';
import { migrationsDirectory } from '#src/db/open.ts';
import { readiness } from '#src/db/readiness.ts';
import { type Answer, type TestApp, type TestAppOptions, testApp } from '../support/app.ts';

let app: TestApp;
afterEach(() => app.close());

const responseOf = ({ status, body, headers }: Answer) => ({ status, body, type: headers.get('content-type') });
const json = 'application/json; charset=utf-8';
const ready = { status: 200, body: { status: 'ready' }, type: json };
const unavailable = { message: 'Service temporarily unavailable', code: 'UNAVAILABLE' };
const notReady = { status: 503, body: { status: 'not ready', ...unavailable }, type: json };

const checkMigrations: TestAppOptions['ready'] = (pool) => readiness(pool, migrationsDirectory)();

describe('GET /healthz', () => {
  test('reports that the process runs, whatever the state of the database', async () => {
    app = await testApp({ ready: () => Promise.reject(new Error('gone')) });
    await app.sql('DROP TABLE "ApiKey" CASCADE');
    expect(responseOf(await app.request('/healthz'))).toEqual({ status: 200, body: { status: 'ok' }, type: json });
    expect(app.statements).toEqual([]);
  });

  test('names with ?verbose the release of the time zones', async () => {
    app = await testApp();
    const { body } = await app.request('/healthz?verbose');
    expect(body).toMatchObject({ status: 'ok', timeZones: { release: process.versions.tz } });
  });
});

describe('GET /readyz', () => {
  test('is ready when the database and every migration are there', async () => {
    app = await testApp({ ready: checkMigrations });
    expect(responseOf(await app.request('/readyz'))).toEqual(ready);
    expect(app.unexpected).toEqual([]);
  });

  test('is not ready while a migration is missing, which the log names and the answer does not', async () => {
    app = await testApp({ ready: checkMigrations });
    await app.sql(
      'DELETE FROM "_prisma_migrations" WHERE migration_name = (SELECT min(migration_name) FROM "_prisma_migrations")',
    );
    expect(responseOf(await app.request('/readyz'))).toEqual(notReady);
    expect(String(app.unexpected[0])).toMatch(/^Error: Migrations are pending: \d+_/);
  });

  test('an error is logged with the id of the request that met it', async () => {
    app = await testApp({ ready: () => Promise.reject(new Error('gone')) });
    await app.request('/readyz', { headers: { 'x-request-id': 'probe-1' } });
    expect(app.logged.find(({ level }) => level === 'error')?.detail).toMatchObject({ requestId: 'probe-1' });
  });

  test('is not ready when the database does not answer, and is again when it does', async () => {
    let answers = false;
    app = await testApp({
      ready: async () => (answers ? undefined : Promise.reject(new Error('connect ECONNREFUSED'))),
    });
    expect(responseOf(await app.request('/readyz'))).toEqual(notReady);
    answers = true;
    expect(responseOf(await app.request('/readyz'))).toEqual(ready);
  });

  test('is not ready whatever it is that goes wrong', async () => {
    app = await testApp({ ready: () => Promise.reject() });
    expect(responseOf(await app.request('/readyz'))).toEqual(notReady);
  });
});

describe('all of them', () => {
  test.each(['/healthz', '/readyz', '/metrics'])(
    '%s answers HEAD as GET without the body, and nothing else',
    async (path) => {
      app = await testApp();
      const [get, head] = [await app.request(path), await app.request(path, { method: 'HEAD' })];
      expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
        200,
        '',
        get.headers.get('content-type'),
      ]);
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await app.request(path, { method });
        expect({ status, allow: headers.get('allow'), body }).toEqual({
          status: 405,
          allow: 'GET, HEAD',
          body: { message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' },
        });
      }
      expect((await app.get(path, 'service_wrong')).status).toBe(200);
    },
  );
});
