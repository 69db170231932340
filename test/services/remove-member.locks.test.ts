import pg, { type ClientBase } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { rotateApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { cursorPurpose } from '#src/domain/cursor.ts';
import { removeMemberInput } from '#src/domain/users/user.ts';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import { schema } from '#src/graphql/schema.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { documentedExamples } from '#src/rest/openapi/document.ts';
import { rotateApiKey, storeApiKey } from '#src/services/api-keys.ts';
import { updateContact } from '#src/services/contacts.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { setRole } from '#src/services/member-administration.ts';
import { removeMember } from '#src/services/remove-member.ts';
import { noNames, testSecretKey, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
let leaver: Member;
const eventExample = documentedExamples(schema);
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  leaver = await app.member(owner.workspaceId, 'ADMIN');
});

const remove = () => removeMember(app.context, removeMemberInput.parse(leaver));
const cursors = new SignedTexts(testSecretKey, cursorPurpose);
const webhookSecrets = new SealedTexts(testSecretKey, webhookSecretPurpose);

describe('locks come in one order:', () => {
  /** Runs `work` while a row is locked, and `check` as soon as the work waits for it. */
  async function whileLocked(row: string, work: () => Promise<unknown>, check: (sql: ClientBase) => Promise<unknown>) {
    const client = new pg.Client(app.databaseUrl);
    await client.connect();
    try {
      await client.query(`BEGIN; SELECT FROM ${row} FOR UPDATE`);
      const working = work();
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(() => app.sql(waiting)).toHaveLength(1);
      await check(client);
      await client.query('ROLLBACK');
      await working;
    } finally {
      await client.end();
    }
  }

  const lockLeaver = (sql: ClientBase) =>
    sql.query(`SELECT FROM "Membership" WHERE "userId" = ${leaver.userId} FOR UPDATE NOWAIT`);

  test('the workspace before the member, where one is removed or gets another role, and before a key', async () => {
    const workspace = `"Workspace" WHERE "id" = ${owner.workspaceId}`;
    const { row } = await app.context.db.write((client) =>
      storeApiKey(client, { ...leaver, name: 'x', scopes: [], expiresAt: null, createdAt: app.clock.now() }),
    );
    const principal = await resolveApiKey(app.context, await app.apiKey(leaver));
    const context = { ...app.context, principal, cursors, webhookSecrets, webhookTargets: noNames, eventExample };
    const lockKey = (sql: ClientBase) => sql.query(`SELECT FROM "ApiKey" WHERE "id" = ${row.id} FOR UPDATE NOWAIT`);
    await whileLocked(workspace, () => rotateApiKey(context, rotateApiKeyInput.parse({ id: row.id })), lockKey);
    await whileLocked(workspace, () => setRole(app.context, { ...leaver, role: 'CLOSER' }), lockLeaver);
    await whileLocked(workspace, () => remove(), lockLeaver);
  });

  test('the member before the contact that is given to them', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const { userId } = leaver;
    const principal = await resolveApiKey(app.context, await app.apiKey(owner));
    const context = { ...app.context, principal, cursors, webhookSecrets, webhookTargets: noNames, eventExample };
    await whileLocked(
      `"Contact" WHERE "id" = ${contactId}`,
      () => updateContact(context, { contactId, userId }),
      (sql) => expect(lockLeaver(sql)).rejects.toMatchObject({ code: '55P03' }),
    );
  });
});
