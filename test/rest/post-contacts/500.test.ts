import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();
await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`);
await app.sql('CREATE TRIGGER refuse BEFORE INSERT ON "WebhookEvent" FOR EACH ROW EXECUTE FUNCTION refuse()');

const broken = { status: 500, body: { message: 'Something went wrong' } };

test('a contact whose event cannot be written is not written either, and its key stays free', async () => {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const contactId = await app.contact(owner.workspaceId, { email: 'there@example.com' });
  const before = await app.sql('SELECT * FROM "Contact"');
  const headers = { 'idempotency-key': 'a' };
  const create = (body: object) => sendJson(app, ['POST', '/v1/contacts'], body, { key, headers });
  const change = (body: object) => sendJson(app, ['PUT', '/v1/contacts'], body, { key });

  expect(await create({ email: 'new@example.com' })).toMatchObject(broken);
  expect(await create({ email: 'there@example.com', firstName: 'X' })).toMatchObject(broken);
  expect(await change({ contactId, firstName: 'X' })).toMatchObject(broken);
  expect(app.unexpected.splice(0)).toHaveLength(3);

  expect(await app.sql('SELECT * FROM "Contact"')).toEqual(before);
  expect(await writtenRows(app, owner.workspaceId)).toEqual({ Contact: 1, WebhookEvent: 0, IdempotencyRecord: 0 });
  await app.sql('DROP TRIGGER refuse ON "WebhookEvent"');
  expect((await create({ email: 'new@example.com' })).status).toBe(201);
});
