import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';

const path = '/v1/eventCalls';

/** No connection is let in any more, or again, and those that are open are cut. */
async function cut({ databaseUrl }: TestApp, letIn: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('embeddedPostgres') });
  await admin.connect();
  await admin.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${letIn}`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await admin.end();
}

// Without a credential's record the whole document is refused: the response has no data.
describe.each<[string, (app: TestApp) => Promise<unknown>, unknown]>([
  ['a statement fails', ({ sql }) => sql('DROP TABLE "EventCall" CASCADE'), { eventCalls: null }],
  ['the statement of the credential fails', ({ sql }) => sql('DROP TABLE "ApiKey" CASCADE'), undefined],
])('when %s', (_, breakIt, data) => {
  let production: TestApp;
  let development: TestApp;
  let key: string;
  beforeAll(async () => {
    production = await testApp();
    development = await testApp({ production: false, databaseUrl: production.databaseUrl });
    key = await production.apiKey(await production.workspace());
    await breakIt(production);
  });
  afterEach(() => production.unexpected.splice(0));
  afterAll(async () => {
    await development.close();
    await production.close();
  });

  test('in production the answer is the generic one, and the log has the reason', async () => {
    const { status, body, headers } = await production.get(path, key, { 'x-request-id': 'req-500' });
    expect({ status, body }).toEqual({ status: 500, body: { message: 'Something went wrong' } });
    expect(headers.get('x-request-id')).toBe('req-500');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('www-authenticate')).toBeNull();
    expect(production.unexpected).toEqual([expect.any(Error)]);
  });

  test('outside production it has a stack', async () => {
    const { status, body } = await development.get(path, key);
    expect({ status, body }).toEqual({
      status: 500,
      body: { message: 'Something went wrong', stack: expect.stringContaining('\n    at ') },
    });
  });

  test('over GraphQL the error is masked, and has its code', async () => {
    const { status, body, headers } = await production.graphql('{ eventCalls { count } }', key);
    const [{ message, extensions }, ...more] = body.errors;
    expect({ status, message, extensions, more, data: body.data }).toEqual({
      status: 500,
      message: 'Something went wrong',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
      more: [],
      data,
    });
    expect(JSON.stringify(body)).not.toMatch(/relation|ApiKey|EventCall"|SELECT|connect|terminat/);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(production.unexpected).toEqual([expect.any(Error)]);
  });

  test('over GraphQL it has a stack outside production only', async () => {
    const { body } = await development.graphql('{ eventCalls { count } }', key);
    expect(body.errors[0].extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', stack: expect.any(String) });
  });
});

describe('afterwards', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await testApp();
    key = await app.apiKey(await app.workspace());
  });
  afterAll(() => app.close());

  const statuses = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => app.get(path, key)));
    return answers.map(({ status }) => status);
  };

  test('a database that is available again is used again', async () => {
    await cut(app, false);
    expect(await statuses(1)).toEqual([503]);
    await cut(app, true);
    await expect.poll(() => statuses(20)).toEqual(Array(20).fill(200));
  });

  test('connections that were cut while idle are replaced', async () => {
    await statuses(20);
    await cut(app, true);
    await expect.poll(() => statuses(20)).toEqual(Array(20).fill(200));
    expect(await statuses(20)).toEqual(Array(20).fill(200));
  });

  test('the other endpoint works on while a table is away', async () => {
    await app.sql('ALTER TABLE "EventCall" RENAME TO "Away"');
    expect(await statuses(1)).toEqual([500]);
    expect((await app.get('/v1/userAvailabilities', key)).status).toBe(200);
    await app.sql('ALTER TABLE "Away" RENAME TO "EventCall"');
    expect(await statuses(1)).toEqual([200]);
  });
});
