import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf, deal } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const updatedAt = '2026-02-01T00:00:00.000Z';
let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  const eventCallId = await app.call(owner);
  const contactId = await contactOf(app, eventCallId);
  id = await deal(app, owner, { contactId, eventCallId, productName: 'Plan' });
  const { status } = await app.request(`/v1/contacts?id=${contactId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status).toBe(200);
  await app.sql('UPDATE "Deal" SET "updatedAt" = $2 WHERE "id" = $1', [id, updatedAt]);
});

const put = (body: object) => sendJson(app, ['PUT', '/v1/deals'], body, { key });
const detail = async () => (await app.get(`/v1/deals/detail?id=${id}`, key)).body.data;
const changesOfDeal = async () =>
  (await eventsOf(app, owner.workspaceId)).filter(({ kind }) => String(kind) === 'deal.updated').length;

describe('a deal whose contact was erased', () => {
  test('is sent back as it was received: it changes nothing', async () => {
    const [record, before] = [await detail(), await changesOfDeal()];
    expect(record).toMatchObject({ contactId: null, updatedAt });
    const { customFieldAnswers: _, ...rest } = record;
    for (const body of [{ id, contactId: null }, rest, record]) {
      const answer = await put(body);
      expect([answer.status, answer.body.data]).toEqual([200, rest]);
    }
    expect(await changesOfDeal()).toBe(before);
  });

  test('is changed while it has none', async () => {
    const { status, body } = await put({ ...(await detail()), productName: 'Other' });
    expect([status, body.data]).toMatchObject([200, { contactId: null, productName: 'Other' }]);
  });

  test('takes null in GraphQL as well', async () => {
    const document = `mutation { updateDeal(input: { id: ${id}, contactId: null }) { contactId updatedAt } }`;
    const { body } = await app.graphql(document, key);
    expect(body).toEqual({ data: { updateDeal: { contactId: null, updatedAt } } });
  });
});

test('a deal with a contact keeps it in GraphQL as well', async () => {
  const other = await deal(app, owner);
  const document = `mutation { updateDeal(input: { id: ${other}, contactId: null }) { contactId } }`;
  const { body } = await app.graphql(document, key);
  expect(body.errors[0].extensions.details.fieldErrors).toEqual({
    contactId: ['Must be the id of a contact: a deal cannot lose its contact'],
  });
});

test('the record of a contact is refused with the name of its id', async () => {
  const contactId = await app.contact(owner.workspaceId);
  const record = (await app.get(`/v1/contacts/detail?contactId=${contactId}`, key)).body.data;
  const { status, body } = await sendJson(app, ['PUT', '/v1/contacts'], record, { key });
  const { fieldErrors, unknown } = body.message.details;
  expect([status, fieldErrors]).toEqual([400, { contactId: ['Is required'] }]);
  expect(unknown).toContainEqual({ path: 'body.id', nearest: 'contactId' });
});
