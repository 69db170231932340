import { beforeEach, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { type Answer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { sendJson } from '../support/lists.ts';
import { connect, oauthApp } from '../support/oauth.ts';
import { webhook, webhookSecrets } from '../support/webhooks.ts';

let owner: Member;
let session: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
  id = await webhook(app, owner);
});

const document = `mutation ($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) { webhook { id updatedAt previousSecretUntil } secret }
}`;
const rotate = (input: object = {}, headers = {}, as = session) => {
  const body = { query: document, variables: { input: { id, ...input } } };
  return sendJson(app, ['POST', '/graphql'], body, { key: as, headers });
};
const secretOf = ({ body }: Answer): string => body.data.rotateWebhookSecret.secret;

/** The secrets that are stored, and in how many hours the older one ends. */
async function stored() {
  const [row] = await app.sql<{ secret: Buffer; previousSecret: Buffer | null; hours: number | null }>(
    `SELECT "secret", "previousSecret", round(extract(epoch FROM "previousUntil" - now()) / 3600)::int AS "hours"
     FROM "Webhook" WHERE "id" = $1`,
    [id],
  );
  const opened = (sealed: Buffer | null | undefined) => (sealed ? webhookSecrets.open(sealed) : null);
  return { secret: opened(row?.secret), previous: opened(row?.previousSecret), hours: row?.hours };
}

describe('rotateWebhookSecret', () => {
  test('makes another secret, shows it this once, and the old one counts for a day', async () => {
    const { secret: old } = await stored();
    const answer = await rotate();
    const secret = secretOf(answer);
    expect(answer.status).toBe(200);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await stored()).toEqual({ secret, previous: old, hours: 24 });
    const { webhook: record } = answer.body.data.rotateWebhookSecret;
    expect(record.previousSecretUntil > record.updatedAt).toBe(true);
    const { body } = await app.graphql(`{ webhook(id: ${id}) { id updatedAt previousSecretUntil } }`, session);
    expect(body.data.webhook).toEqual(record);
  });

  test('while two count, another rotation replaces the older one', async () => {
    const first = secretOf(await rotate());
    const second = secretOf(await rotate({ overlapHours: 168 }));
    expect(await stored()).toEqual({ secret: second, previous: first, hours: 168 });
  });

  test('with an overlap of 0 hours the old one ends at once, and one before it as well', async () => {
    await rotate();
    const answer = await rotate({ overlapHours: 0 });
    expect(await stored()).toEqual({ secret: secretOf(answer), previous: null, hours: null });
    expect(answer.body.data.rotateWebhookSecret.webhook.previousSecretUntil).toBeNull();
  });

  test('the same Idempotency-Key rotates once, and stores no secret that can be read', async () => {
    const headers = { 'idempotency-key': 'rotation-1' };
    const first = await rotate({}, headers);
    const again = await rotate({}, headers);
    expect([again.body.data, again.headers.get('idempotent-replayed')]).toEqual([first.body.data, 'true']);
    expect((await stored()).secret).toBe(secretOf(first));
    const results = await app.sql('SELECT "result" FROM "IdempotencyRecord"');
    expect([results.length, JSON.stringify(results).includes('whsec_')]).toEqual([1, false]);
  });

  test.each<[object, Record<string, string[]>]>([
    [{ overlapHours: 169 }, { overlapHours: ['Must be at most 168'] }],
    [{ overlapHours: -1 }, { overlapHours: ['Must be at least 0'] }],
  ])('%j is refused by name, and the secret stays', async (input, fieldErrors) => {
    const before = await stored();
    const { status, body } = await rotate(input);
    expect([status, body.errors[0].extensions.details.fieldErrors]).toEqual([400, fieldErrors]);
    expect(await stored()).toEqual(before);
  });

  test('one of another workspace is not found', async () => {
    const foreign = await webhook(app, await app.workspace());
    expect((await rotate({ id: foreign })).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('is refused to an API key of every scope and to the app that made the webhook, and the secret stays', async () => {
    const client = await oauthApp(app, owner, { allowedScopes: allScopes });
    const { access_token: token } = await connect(app, session, client);
    const kinds = ['contact.created'];
    const made = await sendJson(app, ['POST', '/v1/webhooks'], { url: 'https://a.test/', kinds }, { key: token });
    const before = await stored();
    for (const [as, credential] of [
      [await app.apiKey(owner, { scopes: allScopes }), 'an API key'],
      [token, 'an app'],
    ]) {
      for (const each of [id, made.body.data.id]) {
        const { status, body } = await rotate({ id: each }, {}, as);
        const [{ message, extensions }] = body.errors;
        const sentence = `Only a signed-in session may do this, not ${credential}`;
        expect([status, extensions.code, message]).toEqual([403, 'FORBIDDEN', sentence]);
      }
    }
    expect(await stored()).toEqual(before);
    expect(secretOf(await rotate({ id: made.body.data.id }))).not.toBe(made.body.data.secret);
  });

  test('has no endpoint of /v1', async () => {
    const answer = await sendJson(app, ['POST', '/v1/webhooks/rotateSecret'], { id }, { key: await app.apiKey(owner) });
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});
