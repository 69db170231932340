import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantAForm } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { webhook } from '../../support/webhooks.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  for (let index = 0; index < 19; index++) await webhook(app, owner);
});

const body = { url: 'https://example.com/', kinds: ['contact.created'] };
const create = () => sendJson(app, ['POST', '/v1/webhooks'], body, { key });
const count = async () => (await app.get('/v1/webhooks', key)).body.data.count;
const full = ['A workspace can have at most 20 webhooks: delete one that is no longer used'];

describe('with 19 webhooks there', () => {
  test('20 requests at once create one more', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 400);
    expect([created.length, refused.length, await count()]).toEqual([1, 19, 20]);
    for (const answer of refused) expect(answer.body).toEqual(variantAForm(full, '/v1/webhooks', 'POST'));
  });

  test('after one was deleted there is room again, and another workspace has room all the time', async () => {
    const { id } = (await create()).body.data;
    const { body: refused } = await create();
    expect(refused.message.details.errors).toEqual([{ path: null, code: 'limit_reached', message: full[0] }]);
    const others = await app.apiKey(await app.workspace());
    expect((await sendJson(app, ['POST', '/v1/webhooks'], body, { key: others })).status).toBe(201);
    await app.request(`/v1/webhooks?id=${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
    expect((await create()).status).toBe(201);
  });
});
