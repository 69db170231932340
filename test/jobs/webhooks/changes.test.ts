import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import { sendJson } from '../../support/lists.ts';
import { pause } from '../../support/waiting.ts';
import { useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

// The first closes last: the server below is over the same database.
const services = await useWebhookServices();
const app = await useApp({ databaseUrl: services.url });
const receiver = await useWebhookReceiver();
const owner = await app.workspace();
const key = await app.apiKey(owner);

/** An endpoint with 10 requests under way, and 2,000 deliveries that wait. */
async function busyEndpoint(grantId?: string) {
  const answers = receiver.hold();
  const id = await services.endpoint(owner.workspaceId, { url: `${receiver.url}/before`, ...(grantId && { grantId }) });
  await services.events(owner.workspaceId, 2000);
  const worker = services.worker();
  const answerAll = () => {
    for (const answer of answers.splice(0)) answer();
  };
  await expect.poll(() => answers.length).toBe(10);
  return { id, worker, answers, answerAll };
}

const remove = (id: number) =>
  app.request(`/v1/webhooks?id=${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
const change = (changes: object) => sendJson(app, ['PUT', '/v1/webhooks'], changes, { key });

async function connection(): Promise<string> {
  const { grantId } = await connectedApp(app, owner);
  await services.sql(`UPDATE "OAuthGrant" SET "expiresAt" = now() + interval '1 day' WHERE "id" = $1`, [grantId]);
  return grantId;
}

async function endConnection(id: string): Promise<number> {
  const session = await app.session(owner);
  const text = 'mutation ($id: String!) { revokeConnection(input: { id: $id }) { id } }';
  const { status, body } = await app.graphql(text, session, { id });
  expect(body.errors).toBeUndefined();
  return status;
}

describe('while a worker is busy with an endpoint, no request begins after the answer to', () => {
  test.each<[string, (endpoint: { id: number; grantId: string }) => Promise<number>]>([
    ['a pause', async ({ id }) => (await change({ id, status: 'PAUSED' })).status],
    ['its deletion', async ({ id }) => (await remove(id)).status],
    ['the end of its connection', ({ grantId }) => endConnection(grantId)],
    [
      'the loss of the scope of what waits',
      async ({ grantId }) => {
        await services.sql(`UPDATE "OAuthGrant" SET "scopes" = '{webhooks:read}' WHERE "id" = $1`, [grantId]);
        return 200;
      },
    ],
  ])('%s', async (_, act) => {
    const grantId = await connection();
    const { id, worker, answers, answerAll } = await busyEndpoint(grantId);
    // Its queue is full: what it has read already must not be sent either.
    answerAll();
    await expect.poll(() => answers.length).toBe(10);
    expect(receiver.received).toHaveLength(20);
    expect(await act({ id, grantId })).toBe(200);
    answerAll();
    await expect.poll(() => worker.outcomes.length).toBe(20);
    await services.stopWorkers();
    expect(receiver.received).toHaveLength(20);
    expect(worker.errors).toEqual([]);
  });

  test('another address, at the address before', async () => {
    const { id, worker, answerAll } = await busyEndpoint();
    expect((await change({ id, url: `${receiver.url}/after` })).status).toBe(200);
    answerAll();
    await expect.poll(() => receiver.received.length).toBe(20);
    answerAll();
    await expect.poll(() => worker.outcomes.length).toBe(20);
    const paths = receiver.received.map(({ path }) => path);
    expect(paths.slice(0, 10)).toEqual(Array(10).fill('/before'));
    expect(new Set(paths.slice(10))).toEqual(new Set(['/after']));
  });

  test('another secret, with the secret before', async () => {
    const { id, answerAll } = await busyEndpoint();
    const document = `mutation { rotateWebhookSecret(input: { id: ${id}, overlapHours: 0 }) { secret } }`;
    const { body } = await app.graphql(document, await app.session(owner));
    const verifier = new Webhook(body.data.rotateWebhookSecret.secret);
    answerAll();
    await expect.poll(() => receiver.received.length).toBe(20);
    const isSigned = receiver.received.map(({ body: bytes, headers }) => {
      try {
        verifier.verify(bytes.toString(), headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
    expect(isSigned).toEqual([...Array(10).fill(false), ...Array(10).fill(true)]);
  });

  test('a pause under full speed, but for what is on its way', async () => {
    const id = await services.endpoint(owner.workspaceId, { url: receiver.url });
    await services.events(owner.workspaceId, 5000);
    services.worker();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(300);
    await change({ id, status: 'PAUSED' });
    const before = receiver.received.length;
    await pause(1500);
    // So many may be on their way at once.
    expect(receiver.received.length - before).toBeLessThanOrEqual(10);
    expect(receiver.received.length).toBeLessThan(5000);
  });
});
