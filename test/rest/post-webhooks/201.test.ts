import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
});

const endpoint = { url: 'https://hooks.example.com/slotline?team=1', kinds: ['deal.created', 'contact.created'] };
const create = (body: unknown = endpoint, headers = {}, as = key) =>
  sendJson(app, ['POST', '/v1/webhooks'], body, { key: as, headers });
const stored = () =>
  app.sql<{ secret: Buffer }>('SELECT * FROM "Webhook" WHERE "workspaceId" = $1', [owner.workspaceId]);
const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const secretText = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

describe('POST /v1/webhooks', () => {
  test('creates a webhook, and shows its secret this once', async () => {
    const { status, body, headers } = await create({ ...endpoint, description: 'CRM' });
    const { id, secret, createdAt, updatedAt } = body.data;
    const nothing = { connectionId: null, pauseReason: null, pausedAt: null, failingSince: null, pausesAt: null };
    const data = {
      ...{ id, ...endpoint, description: 'CRM', status: 'ACTIVE', ...nothing, previousSecretUntil: null },
      ...{ createdAt, updatedAt, secret },
    };
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data }));
    expect([secret, createdAt, updatedAt]).toEqual([secretText, instant, createdAt]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify((await app.get('/v1/webhooks', key)).body)).not.toContain('whsec_');
  });

  test('without a description it has none, and no event reports it', async () => {
    expect((await create()).body.data.description).toBeNull();
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('stores the secret encrypted, and each webhook has another', async () => {
    const secrets = [await create(), await create()].map(({ body }) => body.data.secret);
    const rows = await stored();
    expect(rows.map(({ secret }) => webhookSecrets.open(secret)).sort()).toEqual(secrets.sort());
    expect(secrets[0]).not.toBe(secrets[1]);
    for (const { secret } of rows) expect(secret.toString('latin1')).not.toContain('whsec_');
  });

  test.each([
    'https://example.com',
    'https://bücher.example/über?q=ü',
    'https://example.com:8443/a%20b',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://example.com./',
    'https://hooks_eu.example.com/',
    `https://${'a'.repeat(63)}.example.com/`,
    `https://${'a.'.repeat(126)}a/`,
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000/hook',
    `https://example.com/${'x'.repeat(2028)}`,
  ])('stores the address %s as it is', async (url) => {
    const { status, body } = await create({ ...endpoint, url });
    expect([status, body.data?.url]).toEqual([201, url]);
  });

  test('GraphQL creates the same', async () => {
    const document = `mutation ($input: CreateWebhookInput!) {
      createWebhook(input: $input) { webhook { id url kinds status } secret }
    }`;
    const { body } = await app.graphql(document, await app.session(owner), { input: endpoint });
    const { webhook, secret } = body.data.createWebhook;
    expect([webhook, secret]).toEqual([{ id: webhook.id, ...endpoint, status: 'ACTIVE' }, secretText]);
    expect(webhookSecrets.open((await stored())[0]?.secret as Buffer)).toBe(secret);
  });
});

describe('an Idempotency-Key of POST /v1/webhooks', () => {
  const headers = { 'idempotency-key': 'endpoint-1' };
  const results = () =>
    app.sql<{ result: string }>('SELECT "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ]);

  test('creates one webhook, and its secret is not stored in any readable form', async () => {
    const first = await create(endpoint, headers);
    const again = await create(endpoint, headers);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
    expect(await stored()).toHaveLength(1);
    expect(await results()).toHaveLength(1);
    for (const { result } of await results()) expect(result).not.toContain('whsec_');
  });

  test('at GraphQL too', async () => {
    const query = `mutation { createWebhook(input: { url: "https://a.test/", kinds: ["deal.created"] }) { secret } }`;
    const post = () =>
      app.request('/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      });
    const first = await post();
    const again = await post();
    expect(first.body.data.createWebhook.secret).toEqual(secretText);
    expect([again.body.data, again.headers.get('idempotent-replayed')]).toEqual([first.body.data, 'true']);
    expect(await stored()).toHaveLength(1);
    for (const { result } of await results()) expect(result).not.toContain('whsec_');
  });

  test('is refused where the stored secret cannot be read any more', async () => {
    await create(endpoint, headers);
    await app.sql(
      `UPDATE "IdempotencyRecord" SET "result" = jsonb_set("result"::jsonb, '{sealedSecret}', '"AAAA"')::text
       WHERE "workspaceId" = $1`,
      [owner.workspaceId],
    );
    const { status, body } = await create(endpoint, headers);
    expect([status, body.message.details.errors]).toEqual([
      400,
      [
        {
          path: 'Idempotency-Key',
          code: 'invalid_state',
          message: 'The secret of the first response can no longer be read',
        },
      ],
    ]);
  });
});
