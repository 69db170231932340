import pg, { type ClientBase } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { rotateApiKeyInput } from '#src/domain/api-keys/api-key.ts';
import { cursorPurpose } from '#src/domain/cursor.ts';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { schema } from '#src/graphql/schema.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { documentedExamples } from '#src/rest/openapi/document.ts';
import { rotateApiKey, storeApiKey } from '#src/services/api-keys.ts';
import { updateContact } from '#src/services/contacts/contacts.ts';
import { resolveApiKey, resolveSession } from '#src/services/credentials.ts';
import { setRole } from '#src/services/members/member-administration.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { updateUser } from '#src/services/members/update-members.ts';
import { setLogo, setOwnPicture } from '#src/services/pictures.ts';
import { SlotEngine } from '#src/services/slots/slot-engine.ts';
import { noNames, testSecretKey, useApp } from '../support/app.ts';
import { auditKeys } from '../support/audit-keys.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { calendarGateway } from '../support/calendar-gateway.ts';
import { during } from '../support/during.ts';
import type { Member } from '../support/factories.ts';
import { sendJson } from '../support/lists.ts';
import { webhookSecrets } from '../support/webhooks.ts';

let owner: Member;
let leaver: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  leaver = await app.member(owner.workspaceId, 'ADMIN');
});

const remove = () => removeMember({ ...app.context, sendsMail: false }, removeMemberInput.parse(leaver));
const contextOf = (principal: Awaited<ReturnType<typeof resolveApiKey>>) => ({
  ...app.context,
  sendsMail: false,
  slots: new SlotEngine((error) => Promise.reject(error)),
  calendars: calendarGateway(),
  principal,
  cursors: new SignedTexts(testSecretKey, cursorPurpose),
  webhookSecrets,
  auditKeys,
  webhookTargets: noNames,
  eventExample: documentedExamples(schema),
});

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
    const context = contextOf(await resolveApiKey(app.context, await app.apiKey(leaver)));
    const lockKey = (sql: ClientBase) => sql.query(`SELECT FROM "ApiKey" WHERE "id" = ${row.id} FOR UPDATE NOWAIT`);
    await whileLocked(workspace, () => rotateApiKey(context, rotateApiKeyInput.parse({ id: row.id })), lockKey);
    await whileLocked(workspace, () => setRole(app.context, { ...leaver, role: 'CLOSER' }), lockLeaver);
    const session = await resolveSession(app.context, await app.session(owner));
    const change = () => updateUser({ ...context, principal: session }, { id: leaver.userId, role: 'SETTER' });
    await whileLocked(workspace, change, lockLeaver);
    await whileLocked(workspace, () => remove(), lockLeaver);
  });

  test('the member before the contact that is given to them', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const { userId } = leaver;
    const context = contextOf(await resolveApiKey(app.context, await app.apiKey(owner)));
    await whileLocked(
      `"Contact" WHERE "id" = ${contactId}`,
      () => updateContact(context, { contactId, userId }),
      (sql) => expect(lockLeaver(sql)).rejects.toMatchObject({ code: '55P03' }),
    );
  });
});

describe('whoever is being removed meanwhile is given nothing:', () => {
  const dateTime = '2026-03-05T10:00:00Z';
  test.each<[field: string, path: string, input: () => Promise<object>]>([
    ['userId', 'contacts', async () => ({ email: 'ira@example.com' })],
    ['userId', 'transactions', async () => ({ value: 1, currency: 'USD' })],
    [
      'userId',
      'deals',
      async () => ({
        ...{ contactId: await app.contact(owner.workspaceId), value: 1, currency: 'USD', transactionType: 'WON' },
      }),
    ],
    [
      'setterId',
      'eventCalls',
      async () => ({ eventId: await bookableEvent(app, owner), dateTime, timeZone: 'UTC', email: 'ira@example.com' }),
    ],
  ])('not as the %s of %s', async (field, path, inputOf) => {
    const key = await app.apiKey(owner);
    const input = { ...(await inputOf()), [field]: leaver.userId };
    const { status, body } = await during(
      app,
      async (sql) => {
        const member = '"Membership" WHERE "workspaceId" = $1 AND "userId" = $2';
        await sql(`SELECT FROM ${member} FOR UPDATE`, [leaver.workspaceId, leaver.userId]);
        await sql(`UPDATE ${member.replace('WHERE', 'SET "removedAt" = now() WHERE')}`, [
          ...[leaver.workspaceId, leaver.userId],
        ]);
      },
      () => sendJson(app, ['POST', `/v1/${path}`], input, { key }),
    );
    const problems = { [field]: ['Must be a member of the workspace'] };
    expect([status, body.message?.details?.fieldErrors]).toEqual([400, problems]);
  });
});

describe('a picture that is still rendered is not stored', () => {
  const picture = { type: 'image/png', content: Buffer.from('a picture') };
  const stored = () => app.sql('SELECT FROM "Picture" WHERE "workspaceId" = $1', [owner.workspaceId]);

  test('once its member has left', async () => {
    const context = contextOf(await resolveSession(app.context, await app.session(leaver)));
    const render = async () => {
      await remove();
      return picture;
    };
    await expect(setOwnPicture(context, render)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stored()).toEqual([]);
  });

  test('as the logo, once the member is no owner or admin', async () => {
    const context = contextOf(await resolveSession(app.context, await app.session(leaver)));
    const render = async () => {
      await setRole(app.context, { ...leaver, role: 'CLOSER' });
      return picture;
    };
    await expect(setLogo(context, render)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stored()).toEqual([]);
  });
});
