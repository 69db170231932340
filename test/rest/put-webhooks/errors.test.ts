import { beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { deliveryOf, webhook } from '../../support/webhooks.ts';

let owner: Member;
let id: number;
const resolve = async () => ['10.0.0.1'];
const app = await useApp({ webhookTargets: { allowsLoopback: false, resolve } });
beforeEach(async () => {
  owner = await app.workspace();
  id = await webhook(app, owner);
});

const rows = () => app.sql('SELECT * FROM "Webhook" WHERE "workspaceId" = $1', [owner.workspaceId]);
async function answerOf(input: object, scopes?: Scope[]) {
  const key = await app.apiKey(owner, scopes && { scopes });
  const { status, body } = await sendJson(app, ['PUT', '/v1/webhooks'], { id, ...input }, { key });
  return { status, body };
}

async function wrong(input: object, fieldErrors: Record<string, string[]>, scopes?: Scope[]): Promise<void> {
  const before = await rows();
  const body = variantA(fieldErrors, '/v1/webhooks', 'PUT');
  expect(await answerOf(input, scopes)).toEqual({ status: 400, body });
  expect(await rows()).toEqual(before);
}

describe('PUT /v1/webhooks, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ url: 'http://example.com/' }, { url: ['Must be https'] }],
    [{ url: 'https://[::1]/' }, { url: ['Must not lead to a loopback address'] }],
    [{ url: 'https://example.com/' }, { url: ['Must not lead to a private address, as example.com does'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));
});

describe('a key without the scopes of its kinds', () => {
  test('adds no kind that it may not read, and keeps those that are there', async () => {
    const kinds = ['contact.created', 'deal.created'];
    const message = 'deal.created requires the scope deals:read';
    await wrong({ kinds }, { kinds: [message] }, ['webhooks:write']);
    const answer = await answerOf({ kinds }, ['webhooks:write', 'deals:read']);
    expect([answer.status, answer.body.data.kinds]).toEqual([200, kinds]);
  });

  test('leads no events that it may not read to another address', async () => {
    const url = 'https://93.184.216.34/';
    const message = 'Requires the scope contacts:read, because the webhook receives contact.created';
    await wrong({ url }, { url: [message] }, ['webhooks:write']);
    await wrong({ url, kinds: ['deal.created'] }, { url: [message] }, ['webhooks:write', 'deals:read']);
    expect((await answerOf({ url }, ['webhooks:write', 'contacts:read'])).body.data.url).toBe(url);
  });

  test.each([
    { status: 'PENDING', attempts: 0 },
    { status: 'FAILED', attempts: 8 },
  ] as const)('leads no delivery to another address by dropping its kind first: %j', async (draft) => {
    await deliveryOf(app, { workspaceId: owner.workspaceId, webhookId: id }, draft);
    expect((await answerOf({ kinds: ['deal.created'] }, ['webhooks:write', 'deals:read'])).status).toBe(200);
    const message = 'Requires the scope contacts:read, because the webhook receives contact.created';
    await wrong({ url: 'https://93.184.216.34/' }, { url: [message] }, ['webhooks:write', 'deals:read']);
  });

  test('pauses, renames and resumes', async () => {
    for (const change of [{ status: 'PAUSED' }, { description: 'x' }, { status: 'ACTIVE' }]) {
      expect((await answerOf(change, ['webhooks:write'])).body.data).toMatchObject(change);
    }
  });
});
