import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { Pipeline } from '#src/db/pipeline.ts';
import { apiKeyByHash } from '#src/db/reads/credential.ts';
import { nonceStatement, type PipelinedStatement, pipelinedStatement } from '#src/db/statement.ts';
import { isoTypes } from '#src/db/types.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { bearer, send, type TestApp, testApp } from '../support/app.ts';
import { expectToFit } from '../support/fits-document.ts';
import { type PostgresProxy, postgresProxy } from '../support/postgres-proxy.ts';
import { pause } from '../support/waiting.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const number = pipelinedStatement(
  'test.number',
  'SELECT $1::int AS "number", pg_backend_pid() AS "pid" WHERE $1::int > 0',
);
const refused = { code: 'UNAVAILABLE', status: 503 };

describe('a pipelined answer that belongs to another statement', () => {
  async function swapping() {
    const scratch = await createScratchDatabase(inject('embeddedPostgres'), inject('migratedTemplate'));
    endings.push(scratch.drop);
    const proxy = await postgresProxy(scratch.url);
    const errors: Error[] = [];
    const config = { connectionString: proxy.url, types: isoTypes };
    const pipeline = new Pipeline(config, 1, (error) => errors.push(error));
    // A stalled connection ends only when the proxy closes it.
    endings.push(() => pipeline.close(), proxy.close);
    return { proxy, pipeline, errors };
  }

  const pairs: [string, [PipelinedStatement, unknown[]], [PipelinedStatement, unknown[]]][] = [
    ['of the same statement', [number, [1]], [number, [2]]],
    ['that finds nothing', [number, [1]], [number, [0]]],
    ['that finds nothing, where something else was to be found', [number, [0]], [number, [1]]],
    ['of another statement', [number, [1]], [nonceStatement('test.head', 'SELECT $1::int AS "nonce", 3 AS "h"'), []]],
    ['of a credential', [apiKeyByHash.anywhere, [sha256('one')]], [apiKeyByHash.anywhere, [sha256('other')]]],
  ];

  test.each(pairs)('%s fails both callers, closes the connection and is reported', async (_, one, other) => {
    const { proxy, pipeline, errors } = await swapping();
    const [before] = await pipeline.run<{ pid: number }>(number, [7]);
    proxy.swapNextAnswers();
    const outcomes = await Promise.allSettled(
      [one, other, one].map(([statement, values]) => pipeline.run(statement, values)),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refused });
    expect(errors.map(({ name }) => name)).toEqual(['MisroutedAnswerError']);
    const [after] = await pipeline.run<{ pid: number; number: number }>(number, [8]);
    expect(after?.number).toBe(8);
    expect(after?.pid).not.toBe(before?.pid);
    expect(errors).toHaveLength(1);
  });

  test('is noticed by the hash of a credential even if the nonce is right', async () => {
    const { pipeline, errors } = await swapping();
    const lookup = pipelinedStatement('test.echo', `SELECT sha256('other') AS "hash" WHERE $1::bytea IS NOT NULL`, {
      echo: { column: 'hash', value: 0 },
    });
    await expect(pipeline.run(lookup, [sha256('one')])).rejects.toMatchObject(refused);
    expect(errors).toHaveLength(1);
    expect(await pipeline.run(lookup, [sha256('other')])).toHaveLength(1);
  });
});

describe('over REST', () => {
  let app: TestApp;
  let proxy: PostgresProxy;
  let drop: () => Promise<unknown>;
  beforeAll(async () => {
    const scratch = await createScratchDatabase(inject('embeddedPostgres'), inject('migratedTemplate'));
    drop = scratch.drop;
    proxy = await postgresProxy(scratch.url);
    app = await testApp({ databaseUrl: proxy.url });
  });
  afterAll(async () => {
    await proxy.close();
    await app.close();
    await drop();
  });

  test('no key is ever answered as another key, and the service recovers', async () => {
    const tenants = await Promise.all(
      ['call_ours', 'call_theirs'].map(async (previewId) => {
        const owner = await app.workspace();
        await app.call(owner, { previewId });
        return { key: await app.apiKey(owner), previewId };
      }),
    );
    const request = async ({ key, previewId }: { key: string; previewId?: string }) => {
      const response = await send(`${app.url}/v1/eventCalls`, { headers: bearer(key) });
      expectToFit('GET', '/v1/eventCalls', response);
      const { status, body, headers } = response;
      return { status, body, previewId, retryAfter: headers.get('retry-after') };
    };
    const unknown = { key: `service_${'x'.repeat(38)}` };
    const members = [...tenants, ...tenants, ...tenants, ...tenants];
    await Promise.all(members.map(request));
    proxy.swapNextAnswers();
    const responses = await Promise.all([...members, unknown, ...members].map(request));
    proxy.deliverInOrder();
    const failed = responses.filter(({ status }) => status === 503);
    expect(failed.length).toBeGreaterThanOrEqual(2);
    for (const { body, retryAfter } of failed) {
      expect(body).toEqual({ message: 'Service temporarily unavailable', code: 'UNAVAILABLE' });
      expect(retryAfter).toBe('1');
    }
    for (const { status, body, previewId } of responses) {
      if (status === 200) expect(body.data.eventCalls.map((call: typeof body) => call.previewId)).toEqual([previewId]);
      else expect(previewId === undefined ? [401, 503] : [503]).toContain(status);
    }
    expect(app.unexpected).not.toEqual([]);
    for (const error of app.unexpected) expect(error).toMatchObject({ name: 'MisroutedAnswerError' });
    expect((await Promise.all(members.map(request))).map(({ status }) => status)).toEqual(members.map(() => 200));
  });

  test('a credential connection that hangs does not stop the other requests', async () => {
    const key = await app.apiKey(await app.workspace());
    const pidOf = pipelinedStatement('test.pid', 'SELECT pg_backend_pid() AS "pid", pg_sleep(0.05)', {
      cost: 'credential',
    });
    const { run } = app.context.db;
    const found = await Promise.all([1, 2].map(() => run<{ pid: number }>(pidOf, [])));
    const pids = found.map(([row]) => row?.pid ?? 0);
    expect(new Set(pids).size).toBe(2);
    proxy.stall(pids[0] ?? 0);
    const unanswered = Promise.all([1, 2, 3, 4].map(() => run(pidOf, [])));
    unanswered.catch(() => undefined);
    await pause(400);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await app.get('/v1/eventCalls', key)).status),
    );
    expect(
      statuses.filter((status) => status === 200).length + statuses.filter((status) => status === 429).length,
    ).toBe(40);
    expect(statuses).toContain(200);
  });
});
