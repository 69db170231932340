import { expect, test } from 'vitest';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { useApp } from '../../support/app.ts';
import { during, type Sql } from '../../support/during.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const phoneNumber = '+14155550100';

test('a contact with a number that another request is adding is that contact', async () => {
  const { workspaceId, userId } = await app.workspace();
  const key = await app.apiKey({ workspaceId, userId });
  // No unique index has the number, so that whoever adds it locks it.
  const lock = sha256(`phone ${workspaceId} ${phoneNumber}`).readBigInt64BE();
  const add = async (sql: Sql) => {
    await sql('SELECT pg_advisory_xact_lock($1)', [lock]);
    await sql('INSERT INTO "Contact" ("workspaceId", "previewId", "phoneNumber") VALUES ($1, $2, $3)', [
      ...[workspaceId, 'contact_first', phoneNumber],
    ]);
  };
  const { status, body } = await during(app, add, () =>
    sendJson(app, ['POST', '/v1/contacts'], { phoneNumber, firstName: 'Ira' }, { key }),
  );
  expect([status, body.data.previewId]).toEqual([200, 'contact_first']);
  expect(await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [workspaceId])).toHaveLength(1);
});
