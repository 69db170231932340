import { afterAll, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';
import { pause } from '../../support/waiting.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

/** What these names resolve to; others do not resolve. */
const names: Readonly<Record<string, readonly string[]>> = {
  'intranet.example.com': ['93.184.216.34', '10.1.2.3'],
  'loop.example.com': ['127.0.0.1'],
  'meta.example.com': ['169.254.169.254'],
  'six.example.com': ['fd00::1'],
  'public.example.com': ['93.184.216.34'],
};
const resolve = async (host: string) => {
  const addresses = names[host];
  if (host === 'silent.example.com') await new Promise(() => undefined);
  if (!addresses) throw Object.assign(new Error(`queryA ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  return addresses;
};

const app = await useApp({ webhookTargets: { allowsLoopback: false, resolve } });
const owner = await app.workspace();
const key = await app.apiKey(owner);

const create = (input: object, as = key, headers = {}) => {
  const body = { url: 'https://public.example.com/', kinds: ['contact.created'], ...input };
  return sendJson(app, ['POST', '/v1/webhooks'], body, { key: as, headers });
};

async function wrong(input: object, fieldErrors: Record<string, string[]>, as = key): Promise<void> {
  const { status, body } = await create(input, as, { 'idempotency-key': crypto.randomUUID() });
  expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors, '/v1/webhooks', 'POST') });
}

const whole = ['Must be a full URL, such as https://example.com/webhooks'];
const hostName = ['Must have a resolvable host name'];
const userInfo = ['Must not contain a user name or password'];
const unknownKind = `Unknown kind "contact.erased"; known kinds: ${allWebhookKinds.join(', ')}`;

describe('POST /v1/webhooks, and nothing is written', () => {
  afterAll(async () => {
    const written = { Webhook: 0, WebhookEvent: 0, IdempotencyRecord: 0 };
    expect(await writtenRows(app, owner.workspaceId, Object.keys(written))).toEqual(written);
  });

  test.each<[object, Record<string, string[]>]>([
    [{ kinds: ['contact.erased'] }, { kinds: [unknownKind] }],
    [{ kinds: ['webhook.test'] }, { kinds: [unknownKind.replace('contact.erased', 'webhook.test')] }],
    [{ kinds: ['deal.created', 'deal.created'] }, { kinds: ['Must not contain a kind twice'] }],
    [{ url: '' }, { url: whole }],
    [{ url: 'example.com/hook' }, { url: whole }],
    [{ url: 'https:example.com' }, { url: whole }],
    [{ url: 'https://exa\nmple.com/' }, { url: whole }],
    [{ url: 'https://exa\u200bmple.com/' }, { url: whole }],
    [{ url: 'https://exa\u00admple.com/' }, { url: whole }],
    [{ url: ' https://example.com/' }, { url: whole }],
    [{ url: 'https://example.com/\ud800' }, { url: whole }],
    [{ url: 'https://' }, { url: whole }],
    [{ url: 'https://example.com:99999/' }, { url: whole }],
    [{ url: 'https://[2606:2800:220:1::1%25eth0]/' }, { url: whole }],
    [{ url: 'https://example.com:0' }, { url: ['Must not have the port 0'] }],
    [{ url: 'https://a..b/' }, { url: hostName }],
    [{ url: 'https://.example.com/' }, { url: hostName }],
    [{ url: 'https://example.com../' }, { url: hostName }],
    [{ url: 'https://*.example.com/' }, { url: hostName }],
    [{ url: `https://${'a'.repeat(64)}.example.com/` }, { url: hostName }],
    [{ url: `https://${'ü'.repeat(60)}.example.com/` }, { url: hostName }],
    [{ url: `https://${'a.'.repeat(126)}ab/` }, { url: hostName }],
    [{ url: 'ftp://example.com/' }, { url: ['Must be https'] }],
    [{ url: 'javascript:alert(1)' }, { url: ['Must be https'] }],
    [{ url: 'http://example.com/' }, { url: ['Must be https'] }],
    [{ url: 'https://user@example.com/' }, { url: userInfo }],
    [{ url: 'https://user:password@example.com/' }, { url: userInfo }],
    [{ url: 'https://@example.com/' }, { url: userInfo }],
    [{ url: 'https://example.com/#part' }, { url: ['Must not contain a fragment'] }],
    [{ url: 'https://example.com/#' }, { url: ['Must not contain a fragment'] }],
    [{ url: `https://example.com/${'x'.repeat(2029)}` }, { url: ['Must be at most 2048 characters'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test.each([
    ['https://10.0.0.1/', 'a private address'],
    ['https://192.168.1.1:8443/', 'a private address'],
    ['https://169.254.169.254/latest/meta-data', 'a metadata address'],
    ['https://100.64.0.1/', 'an address of a carrier NAT'],
    ['https://224.0.0.1/', 'a multicast address'],
    ['https://0x7f.1/', 'a loopback address'],
    ['https://2130706433/', 'a loopback address'],
    ['https://127.1/', 'a loopback address'],
    ['https://localhost/', 'a loopback address'],
    ['http://localhost/', 'a loopback address'],
    ['https://api.localhost./', 'a loopback address'],
    ['https://[::1]/', 'a loopback address'],
    ['https://[::ffff:10.0.0.1]/', 'a private address'],
    ['https://[fe80::1]/', 'a link-local address'],
    ['https://[64:ff9b::a00:1]/', 'a private address'],
  ])('%s leads to %s', (url, kind) => wrong({ url }, { url: [`Must not lead to ${kind}`] }));

  test.each([
    ['intranet.example.com', 'a private address'],
    ['loop.example.com', 'a loopback address'],
    ['meta.example.com', 'a metadata address'],
    ['six.example.com', 'a private address'],
  ])('%s resolves to %s', (host, kind) =>
    wrong({ url: `https://${host}/` }, { url: [`Must not lead to ${kind}, as ${host} does`] }),
  );

  test.each([
    ['contact.created', 'contacts:read'],
    ['call.starting', 'eventCalls:read'],
    ['field.changed', 'fields:read'],
    ['webhook.paused', 'webhooks:read'],
  ])('%s requires the scope %s', async (kind, scope) => {
    const as = await app.apiKey(owner, { scopes: allScopes.filter((each) => each !== scope) });
    const kinds = ['deal.created', ...(kind === 'contact.created' ? [] : ['contact.created']), kind];
    await wrong({ kinds }, { kinds: [`${kind} requires the scope ${scope}`] }, as);
    const { body } = await create({ kinds }, as);
    const path = `kinds[${kinds.length - 1}]`;
    expect(body.message.details.errors).toEqual([
      { path, code: 'not_allowed', message: `${kind} requires the scope ${scope}` },
    ]);
  });
});

describe('POST /v1/webhooks accepts a name', () => {
  test('that does not resolve now, because it is checked at each connection', async () => {
    expect((await create({ url: 'https://later.example.com/' })).status).toBe(201);
  });

  test('whose name server does not answer within 2 s, and blocks nobody meanwhile', async () => {
    const slow = create({ url: 'https://silent.example.com/' }, key, { 'idempotency-key': 'slow' });
    await pause(300);
    const open = await app.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
    );
    expect(open).toEqual([]);
    const other = create({});
    expect(await Promise.race([slow.then(() => 'the slow one'), other.then(() => 'the other')])).toBe('the other');
    expect((await other).status).toBe(201);
    expect((await slow).status).toBe(201);
  });
});
