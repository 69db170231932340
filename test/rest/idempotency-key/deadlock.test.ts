import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

const app = await useApp();

/** PostgreSQL ends the first transaction that writes a contact, as it does with one of two that wait for each other. */
async function endFirstTransaction(): Promise<void> {
  await app.sql('CREATE SEQUENCE "attempt"');
  await app.sql(`CREATE FUNCTION "deadlock"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('"attempt"') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
    RETURN NEW; END $$`);
  await app.sql('CREATE TRIGGER "deadlock" BEFORE INSERT ON "Contact" FOR EACH ROW EXECUTE FUNCTION "deadlock"()');
}

test('a request that PostgreSQL ends to resolve a deadlock still succeeds, once, and consumes one point', async () => {
  await endFirstTransaction();
  const owner = await app.workspace({ rateLimitPoints: 1 });
  const key = await app.apiKey(owner);
  const input = { email: 'ira@example.com' };
  const made = await sendJson(app, ['POST', '/v1/contacts'], input, { key, headers: { 'idempotency-key': 'a' } });
  expect([made.status, made.headers.get('ratelimit-remaining')]).toEqual([201, '0']);
  expect(await app.sql('SELECT last_value::int AS "attempts" FROM "attempt"')).toEqual([{ attempts: 2 }]);
  expect(await writtenRows(app, owner.workspaceId)).toEqual({ Contact: 1, WebhookEvent: 1, IdempotencyRecord: 1 });
});
