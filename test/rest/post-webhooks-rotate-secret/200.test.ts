import { beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { webhook, webhookSecrets } from '../../support/webhooks.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  id = await webhook(app, owner);
});

const rotate = (input: object = {}, headers = {}) =>
  sendJson(app, ['POST', '/v1/webhooks/rotateSecret'], { id, ...input }, { key, headers });

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

describe('POST /v1/webhooks/rotateSecret', () => {
  test('makes another secret, shows it this once, and the old one counts for a day', async () => {
    const { secret: old } = await stored();
    const { status, body, headers } = await rotate();
    const { secret, ...record } = body.data;
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await stored()).toEqual({ secret, previous: old, hours: 24 });
    expect((await app.get('/v1/webhooks', key)).body.data.webhooks).toEqual([record]);
    expect(record.previousSecretUntil > record.updatedAt).toBe(true);
  });

  test('while two count, another rotation replaces the older one', async () => {
    const first = (await rotate()).body.data.secret;
    const second = (await rotate({ overlapHours: 168 })).body.data.secret;
    expect(await stored()).toEqual({ secret: second, previous: first, hours: 168 });
  });

  test('with an overlap of 0 hours the old one ends at once, and one before it as well', async () => {
    await rotate();
    const { body } = await rotate({ overlapHours: 0 });
    expect(await stored()).toEqual({ secret: body.data.secret, previous: null, hours: null });
    expect(body.data.previousSecretUntil).toBeNull();
  });

  test('the same Idempotency-Key rotates once, and stores no secret that can be read', async () => {
    const headers = { 'idempotency-key': 'rotation-1' };
    const first = await rotate({}, headers);
    const again = await rotate({}, headers);
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    expect((await stored()).secret).toBe(first.body.data.secret);
    const results = await app.sql('SELECT "result" FROM "IdempotencyRecord"');
    expect([results.length, JSON.stringify(results).includes('whsec_')]).toEqual([1, false]);
  });

  test.each<[object, Record<string, string[]>]>([
    [{ id: undefined }, { id: ['Is required'] }],
    [{ overlapHours: 169 }, { overlapHours: ['Must be at most 168'] }],
    [{ overlapHours: -1 }, { overlapHours: ['Must be at least 0'] }],
    [{ overlapHours: 1.5 }, { overlapHours: ['Must be an integer'] }],
  ])('%j is refused by name, and the secret stays', async (input, fieldErrors) => {
    const before = await stored();
    const { status, body } = await rotate(input);
    const expected = variantA(fieldErrors, '/v1/webhooks/rotateSecret', 'POST');
    expect({ status, body }).toEqual({ status: 400, body: expected });
    expect(await stored()).toEqual(before);
  });

  test('one of another workspace is not found', async () => {
    const foreign = await webhook(app, await app.workspace());
    expect(await rotate({ id: foreign })).toMatchObject(notFoundAt('id'));
  });

  test('GraphQL rotates the same', async () => {
    const document = `mutation { rotateWebhookSecret(input: { id: ${id}, overlapHours: 1 }) { webhook { id } secret } }`;
    const { body } = await app.graphql(document, key);
    const { webhook: rotated, secret } = body.data.rotateWebhookSecret;
    expect(rotated).toEqual({ id });
    expect(await stored()).toMatchObject({ secret, hours: 1 });
  });

  test('needs the scopes of all kinds of the webhook, and of those that wait for it', async () => {
    const both = await webhook(app, owner, { kinds: ['contact.created', 'deal.created'] });
    const before = await app.sql('SELECT "secret" FROM "Webhook" WHERE "id" = $1', [both]);
    const refused = async (...scopes: Scope[]) => {
      const as = await app.apiKey(owner, { scopes: ['webhooks:write', ...scopes] });
      const answer = await sendJson(app, ['POST', '/v1/webhooks/rotateSecret'], { id: both }, { key: as });
      return answer.body.message?.details.fieldErrors.id?.[0] ?? answer.status;
    };
    expect(await refused()).toBe('Needs the scope contacts:read, because the webhook receives contact.created');
    expect(await refused('contacts:read')).toBe(
      'Needs the scope deals:read, because the webhook receives deal.created',
    );
    expect(await app.sql('SELECT "secret" FROM "Webhook" WHERE "id" = $1', [both])).toEqual(before);
    expect(await refused('contacts:read', 'deals:read')).toBe(200);
  });
});
