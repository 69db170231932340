import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let dealId: number;
let contactId: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  dealId = await deal(app, owner);
  contactId = await app.contact(owner.workspaceId);
});

describe('a deal and its transactions that are changed at once:', () => {
  test('a transaction that is created meanwhile has the contact and the currency that the deal has then', async () => {
    const create = (currency: string) =>
      sendJson(app, ['POST', '/v1/transactions'], { dealId, value: 1, currency }, { key });
    const change = 'UPDATE "Deal" SET "contactId" = $2, "currency" = \'EUR\' WHERE "id" = $1';
    const refused = await during(
      app,
      (sql) => sql(change, [dealId, contactId]),
      () => create('USD'),
    );
    expect(refused.body.message?.details?.fieldErrors).toEqual({ currency: ['Must be EUR, the currency of the deal'] });
    const other = await app.contact(owner.workspaceId);
    const created = await during(
      app,
      (sql) => sql(change, [dealId, other]),
      () => create('EUR'),
    );
    expect([created.status, created.body.data.contactId]).toEqual([201, other]);
  });

  test('a transaction that leaves the deal meanwhile keeps its contact', async () => {
    const before = await app.contact(owner.workspaceId);
    const id = await transaction(app, owner, { dealId, contactId: before });
    const { status } = await during(
      app,
      (sql) => sql('UPDATE "Transaction" SET "dealId" = NULL WHERE "id" = $1', [id]),
      () => sendJson(app, ['PUT', '/v1/deals'], { id: dealId, contactId }, { key }),
    );
    expect(status).toBe(200);
    const rows = await app.sql('SELECT "dealId", "contactId" FROM "Transaction" WHERE "id" = $1', [id]);
    expect(rows).toEqual([{ dealId: null, contactId: before }]);
    expect((await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind)).toEqual(['deal.updated']);
  });
});
