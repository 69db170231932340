import { beforeEach, describe, expect, test } from 'vitest';
import { maxOwnedWorkspaces } from '#src/domain/accounts/input.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { useApp } from '../support/app.ts';
import { during, type Sql } from '../support/during.ts';
import type { Member } from '../support/factories.ts';
import { sendJson } from '../support/lists.ts';
import { deliveryOf, webhook } from '../support/webhooks.ts';

// Each of these waits for a lock, and then decides by what it finds: the other transaction has changed that meanwhile.

const app = await useApp({ signUp: true });
let owner: Member;
let session: string;
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
});

const lockUser = (sql: Sql) => sql('SELECT FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE', [owner.userId]);

describe('what another request changes meanwhile counts:', () => {
  test('of two owners who make each other a setter, one stays an owner', async () => {
    const { workspaceId, userId } = owner;
    const other = await app.member(workspaceId, 'OWNER');
    const demote = async (sql: Sql) => {
      await sql('SELECT FROM "Workspace" WHERE "id" = $1 FOR NO KEY UPDATE', [workspaceId]);
      await sql(`UPDATE "Membership" SET "role" = 'SETTER' WHERE "workspaceId" = $1 AND "userId" = $2`, [
        ...[workspaceId, other.userId],
      ]);
    };
    const change = { id: userId, role: 'SETTER' };
    const { status, body } = await during(app, demote, () =>
      sendJson(app, ['PUT', '/v1/users'], change, { key: session }),
    );
    expect([status, Object.keys(body.message.details?.fieldErrors ?? {})]).toEqual([400, ['role']]);
  });

  test('a link to a password takes the place of one that is made meanwhile', async () => {
    const { workspaceId } = owner;
    const member = await app.member(workspaceId, 'SETTER');
    const first = async (sql: Sql) => {
      await sql('SELECT FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE', [member.userId]);
      await sql('INSERT INTO "AccountLink" ("tokenHash", "email", "userId", "expiresAt") VALUES ($1, $2, $3, $4)', [
        ...[sha256('first'), 'x@example.com', member.userId, '2100-01-01T00:00:00Z'],
      ]);
    };
    const document = `mutation { createPasswordResetLink(input: { userId: ${member.userId} }) { link } }`;
    const { body } = await during(app, first, () => app.graphql(document, session));
    expect(body.data.createPasswordResetLink.link).toEqual(expect.any(String));
    const links = await app.sql<{ tokenHash: Buffer }>('SELECT "tokenHash" FROM "AccountLink" WHERE "userId" = $1', [
      member.userId,
    ]);
    expect(links).toHaveLength(1);
    expect(links[0]?.tokenHash.equals(sha256('first'))).toBe(false);
  });

  test('the last workspace that somebody may own is made once', async () => {
    const { userId } = owner;
    for (let count = 2; count < maxOwnedWorkspaces; count++) {
      const { workspaceId } = await app.workspace();
      await app.insert('Membership', { workspaceId, userId, role: 'OWNER' });
    }
    // Neither one that was left nor one of somebody else counts.
    const [left, theirs] = [await app.workspace(), await app.workspace()];
    await app.insert('Membership', { ...left, userId, role: 'OWNER', removedAt: '2026-01-01T00:00:00Z' });
    await app.insert('Membership', { ...theirs, userId, role: 'ADMIN' });
    const last = await app.workspace();
    const join = async (sql: Sql) => {
      await lockUser(sql);
      await sql(`INSERT INTO "Membership" ("workspaceId", "userId", "role") VALUES ($1, $2, 'OWNER')`, [
        ...[last.workspaceId, userId],
      ]);
    };
    const create = () =>
      app.graphql('mutation { createWorkspace(input: { name: "Next", timeZone: "UTC" }) { id } }', session);
    const { body } = await during(app, join, create);
    expect(body.errors?.[0].extensions.details.errors).toMatchObject([{ path: 'name', code: 'limit_reached' }]);
    await app.sql('DELETE FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2', [last.workspaceId, userId]);
    expect((await create()).body.errors).toBeUndefined();
  });

  test('a delivery that is made due meanwhile is not sent again', async () => {
    const { workspaceId } = owner;
    const webhookId = await webhook(app, { workspaceId });
    const id = await deliveryOf(app, { workspaceId, webhookId }, { status: 'FAILED', attempts: 3 });
    const key = await app.apiKey(owner);
    const { body: list } = await app.get('/v1/webhooks/deliveries', key);
    const makeDue = (sql: Sql) =>
      sql(`UPDATE "WebhookDelivery" SET "status" = 'PENDING', "dueAt" = now() WHERE "id" = $1`, [id]);
    const { status, body } = await during(app, makeDue, () =>
      sendJson(app, ['POST', '/v1/webhooks/deliveries/resend'], { id: list.data.deliveries[0].id }, { key }),
    );
    expect([status, body.message?.details?.errors]).toMatchObject([400, [{ path: 'id', code: 'invalid_state' }]]);
  });

  test('a contact that is deleted meanwhile gets no deal', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const key = await app.apiKey(owner);
    const deal = { contactId, value: 5, currency: 'USD', transactionType: 'WON' };
    const { status } = await during(
      app,
      (sql) => sql('DELETE FROM "Contact" WHERE "id" = $1', [contactId]),
      () => sendJson(app, ['POST', '/v1/deals'], deal, { key }),
    );
    expect(status).toBe(404);
  });
});
