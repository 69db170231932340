import { beforeEach, describe, expect, test } from 'vitest';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { generateClientId } from '#src/domain/oauth-clients/oauth-client.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { createSession, signIn } from '#src/services/accounts/sessions.ts';
import { createApiKey } from '#src/services/api-keys.ts';
import { resolveAccessToken, resolveApiKey, resolveSession } from '#src/services/credentials.ts';
import { addUser } from '#src/services/members/members.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { eventsOf } from '../support/webhook-rows.ts';
import { problemsOf, removalsIn } from './removals.ts';

let owner: Member;
let leaver: Member;
let other: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  leaver = await app.member(owner.workspaceId, 'ADMIN', { firstName: 'Lea', lastName: 'Ver' });
  other = await app.member(owner.workspaceId, 'CLOSER');
});

const remove = (input: object = {}) =>
  removeMember({ ...app.context, sendsMail: false }, removeMemberInput.parse({ ...leaver, ...input }));
const { inDays, rowOf } = removalsIn(app);
const post = (path: string, fields: object, key: string) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return app.request(path, { method: 'POST', headers, body: JSON.stringify(fields) });
};
const createContact = (fields: object, key: string) => post('/v1/contacts', fields, key);

/** A client of the member, with a connection of theirs that has an access token. */
async function connectedClient(member: Member, token: string): Promise<{ id: number; grantId: string }> {
  const clientId = generateClientId();
  const client = { name: 'Dialer', redirectUris: [], allowedScopes: ['deals:read'], clientType: 'PUBLIC' };
  const { id } = await app.insert('OAuthClient', { ...member, clientId, ...client, grantTypes: '{}' });
  const grantId = `grant-${id}`;
  const scopes = ['deals:read'];
  await app.insert('OAuthGrant', { ...member, id: grantId, clientId, scopes, expiresAt: inDays(1) });
  const { workspaceId } = member;
  const row = { workspaceId, grantId, kind: 'ACCESS', hash: sha256(token), scopes, expiresAt: inDays(1) };
  await app.insert('OAuthToken', row);
  return { id, grantId };
}

describe('a removed member', () => {
  const token = `service_at_${'a'.repeat(43)}`;

  test('has no credential there from the next request on, and keeps those elsewhere', async () => {
    const elsewhere = await app.workspace();
    await app.insert('Membership', { workspaceId: elsewhere.workspaceId, userId: leaver.userId, role: 'ADMIN' });
    const [key, session] = [await app.apiKey(leaver), await app.session(leaver)];
    const { grantId } = await connectedClient(leaver, token);
    const there = { ...elsewhere, userId: leaver.userId };
    const keyElsewhere = await app.apiKey(there);
    const sessionElsewhere = await app.session(there);
    const tokenElsewhere = `service_at_${'b'.repeat(43)}`;
    await connectedClient(there, tokenElsewhere);
    const scheduleElsewhere = await app.schedule(there, { isDefault: true });
    const callElsewhere = await app.call(there, { dateTime: inDays(1) });
    expect((await app.get('/v1/deals', token)).status).toBe(200);
    expect(await remove()).toMatchObject({ apiKeysRevoked: 1, connectionsRevoked: 1, sessionsEnded: 1 });
    await expect(resolveApiKey(app.context, key)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    await expect(resolveSession(app.context, session)).rejects.toMatchObject({ code: 'INVALID_SESSION' });
    await expect(resolveAccessToken(app.context, token)).rejects.toMatchObject({ code: 'INVALID_ACCESS_TOKEN' });
    await expect(resolveApiKey(app.context, keyElsewhere)).resolves.toMatchObject({
      workspaceId: elsewhere.workspaceId,
    });
    for (const credential of [key, session, token]) expect((await app.get('/v1/deals', credential)).status).toBe(401);
    for (const credential of [keyElsewhere, sessionElsewhere, tokenElsewhere]) {
      expect((await app.get('/v1/deals', credential)).status).toBe(200);
    }
    const [stays] = await app.sql(
      `SELECT (SELECT "removedAt" FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2) AS "removedAt",
        (SELECT count(*)::int FROM "Schedule" WHERE "workspaceId" = $1 AND "id" = $3) AS "schedules",
        (SELECT "status" || ' ' || "userId" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $4) AS "call"`,
      [there.workspaceId, there.userId, scheduleElsewhere, callElsewhere],
    );
    expect(stays).toEqual({ removedAt: null, schedules: 1, call: `SCHEDULED ${there.userId}` });
    const revoked = (await eventsOf(app, owner.workspaceId)).filter(({ kind }) => kind === 'connection.revoked');
    expect(revoked).toMatchObject([{ payload: { id: grantId, userId: leaver.userId, name: 'Dialer' } }]);
  });

  test('is in no list of members, and cannot be given anything', async () => {
    await remove();
    const key = await app.apiKey(owner);
    const { body } = await app.get('/v1/users', key);
    expect(body.data.users.map(({ id }: { id: number }) => id)).toEqual([owner.userId, other.userId]);
    expect((await app.get(`/v1/userAvailabilities?userId=${leaver.userId}`, key)).status).toBe(404);
    const contact = { email: 'new@example.com', userId: leaver.userId };
    expect((await createContact(contact, key)).body).toMatchObject({
      ...{ message: { details: { fieldErrors: { userId: ['Must be a member of the workspace'] } } } },
    });
    await expect(createApiKey(app.context, { ...leaver, name: 'x', scopes: [] })).rejects.toThrow('Validation failed');
    await expect(createSession(app.context, leaver)).rejects.toThrow('Validation failed');
    expect(await problemsOf(remove())).toEqual({ userId: ['Is not a member of this workspace'] });
  });

  test('goes on as the closer of past calls, in REST and in GraphQL, and of deals', async () => {
    const callId = await app.call(leaver, { dateTime: inDays(-2) });
    const contactId = await app.contact(owner.workspaceId);
    const sale = { value: 5, currency: 'EUR', transactionType: 'WON', time: inDays(-1) };
    const deal = await app.insert('Deal', { ...leaver, contactId, ...sale });
    await remove();
    const key = await app.apiKey(owner);
    const { body } = await app.get(`/v1/eventCalls?ids=${callId}`, key);
    const closer = { id: leaver.userId, firstName: 'Lea', lastName: 'Ver', email: expect.any(String) };
    expect(body.data.eventCalls).toMatchObject([{ id: callId, closer }]);
    const query = `{ eventCall(id: ${callId}) { closer { id firstName role } } user(id: ${leaver.userId}) { id } }`;
    const answer = await app.graphql(query, key);
    expect(answer.body.data).toEqual({
      eventCall: { closer: { id: leaver.userId, firstName: 'Lea', role: 'ADMIN' } },
      user: null,
    });
    expect(await rowOf('Deal', deal.id)).toMatchObject({ userId: leaver.userId });
  });

  test('leaves later sales of their call and deal to the caller', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const eventCallId = await app.call(leaver, { dateTime: inDays(-2), contactId });
    const sale = { value: 5, currency: 'EUR', transactionType: 'WON', time: inDays(-1) };
    const { id: dealId } = await app.insert('Deal', { ...leaver, contactId, ...sale });
    await remove();
    const key = await app.apiKey(owner);
    const { transactionType: _, ...payment } = sale;
    const deal = await post('/v1/deals', { contactId, eventCallId, ...sale }, key);
    expect(deal.body).toMatchObject({ data: { userId: owner.userId, eventCallId } });
    const transaction = await post('/v1/transactions', { dealId, ...payment }, key);
    expect(transaction.body).toMatchObject({ data: { userId: owner.userId, dealId } });
    expect(await rowOf('Deal', dealId)).toMatchObject({ userId: leaver.userId });
  });

  test('joins again with nothing of before', async () => {
    const [key, session] = [await app.apiKey(leaver), await app.session(leaver)];
    const { email } = (
      await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [leaver.userId])
    )[0] ?? {
      email: '',
    };
    await remove();
    // What a request that had begun before could still have written.
    await app.sql('UPDATE "ApiKey" SET "revokedAt" = NULL WHERE "userId" = $1', [leaver.userId]);
    await expect(resolveApiKey(app.context, key)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    const { workspaceId } = owner;
    const added = await addUser(app.context, { workspaceId, email, password: 'long enough', role: 'SETTER' });
    expect(added).toEqual({ userId: leaver.userId, isNewUser: false });
    const schedules = 'SELECT "name", "isDefault" FROM "Schedule" WHERE "workspaceId" = $1 AND "userId" = $2';
    expect(await app.sql(schedules, [workspaceId, leaver.userId])).toEqual([
      { name: 'Working hours', isDefault: true },
    ]);
    const joined = 'SELECT "createdAt" FROM "Membership" WHERE "workspaceId" = $1 AND "userId" = $2';
    expect(await app.sql(joined, [workspaceId, leaver.userId])).toEqual([{ createdAt: app.clock.now().toISOString() }]);
    await expect(resolveApiKey(app.context, key)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    await expect(resolveSession(app.context, session)).rejects.toMatchObject({ code: 'INVALID_SESSION' });
    const fresh = await app.apiKey(leaver);
    await expect(resolveApiKey(app.context, fresh)).resolves.toMatchObject({ role: 'SETTER' });
  });

  test('who is in no other workspace cannot sign in', async () => {
    const email = 'gone@example.com';
    const input = { workspaceId: owner.workspaceId, email, password: 'long enough', role: 'CLOSER' } as const;
    const { userId } = await addUser(app.context, input);
    await remove({ userId });
    await expect(signIn(app.context, { email, password: input.password })).rejects.toThrow('not a member of any');
  });
});

describe('what else the member had', () => {
  test.each([true, false])('is no longer the setter of contacts (transferred: %s)', async (isTransferred) => {
    const contactId = await app.contact(owner.workspaceId);
    await app.sql('UPDATE "Contact" SET "setterId" = $1, "userId" = $2 WHERE "id" = $3', [
      leaver.userId,
      owner.userId,
      contactId,
    ]);
    const setterId = isTransferred ? other.userId : null;
    expect(await remove(isTransferred ? { transferTo: other.userId } : {})).toMatchObject({ contacts: 0 });
    expect(await rowOf('Contact', contactId)).toMatchObject({ userId: owner.userId, setterId });
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      { kind: 'contact.updated', payload: { id: contactId, setterId }, previous: { setterId: leaver.userId } },
    ]);
  });

  test('goes in batches, with an event of each contact', async () => {
    await app.sql(
      `INSERT INTO "Contact" ("workspaceId", "previewId", "email", "userId")
       SELECT $1::int, 'contact_' || $1 || '_' || n, n || '@many.example', $2::int FROM generate_series(1, 2001) n`,
      [leaver.workspaceId, leaver.userId],
    );
    expect(await remove({ transferTo: other.userId })).toMatchObject({ contacts: 2001 });
    expect(await app.sql('SELECT FROM "Contact" WHERE "userId" = $1', [other.userId])).toHaveLength(2001);
    const ids = (await eventsOf(app, owner.workspaceId)).map(({ payload }) => (payload as { id: number }).id);
    expect(new Set(ids).size).toBe(2001);
  });

  test('goes to the member who takes over, as far as their role allows', async () => {
    const contactId = await app.contact(owner.workspaceId);
    await app.sql('UPDATE "Contact" SET "userId" = $1 WHERE "id" = $2', [leaver.userId, contactId]);
    const { id } = await connectedClient(leaver, `service_at_${'b'.repeat(43)}`);
    expect(await remove({ transferTo: other.userId })).toMatchObject({ contacts: 1, oauthClients: 1 });
    expect(await rowOf('Contact', contactId)).toMatchObject({ userId: other.userId });
    expect(await rowOf('OAuthClient', id)).toMatchObject({ userId: owner.userId });
    const kinds = (await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['contact.updated', 'connection.revoked']);
  });

  test('goes to nobody, or to the owner who joined first', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const first = await app.member(owner.workspaceId, 'OWNER');
    await app.sql(`UPDATE "Membership" SET "createdAt" = "createdAt" - interval '1 day' WHERE "userId" = $1`, [
      first.userId,
    ]);
    await app.sql('UPDATE "Contact" SET "userId" = $1 WHERE "id" = $2', [leaver.userId, contactId]);
    const { id } = await connectedClient(leaver, `service_at_${'c'.repeat(43)}`);
    await remove();
    expect(await rowOf('Contact', contactId)).toMatchObject({ userId: null });
    expect(await rowOf('OAuthClient', id)).toMatchObject({ userId: first.userId });
  });

  test('that makes them bookable is gone, and their events are named', async () => {
    const eventId = await app.event(owner);
    await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [eventId]);
    await app.schedule(leaver, { eventIds: [eventId] });
    await app.insert('TimeOff', { ...leaver, startTime: inDays(1), endTime: inDays(2) });
    expect(await remove()).toMatchObject({ eventsWithoutHost: [eventId] });
    for (const table of ['Schedule', 'EventHost', 'TimeOff']) {
      expect(await app.sql(`SELECT FROM "${table}" WHERE "userId" = $1`, [leaver.userId])).toEqual([]);
    }
  });
});

describe('refused is', () => {
  test('the last owner, also of two who are removed at once', async () => {
    expect(await problemsOf(remove(owner))).toEqual({ userId: ['The workspace must have at least one owner'] });
    const second = await app.member(owner.workspaceId, 'OWNER');
    const outcomes = await Promise.allSettled([remove(owner), remove(second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a stranger who takes over, or the member themselves', async () => {
    const stranger = await app.workspace();
    expect(await problemsOf(remove({ transferTo: stranger.userId }))).toEqual({
      ...{ transferTo: ['Is not a member of this workspace'] },
    });
    expect(() => removeMemberInput.parse({ ...leaver, transferTo: leaver.userId })).toThrow('Must be another member');
  });
});

test('what is given to a member while they are removed is not lost on them', async () => {
  const key = await app.apiKey(owner);
  for (let round = 0; round < 10; round++) {
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const give = (index: number) => createContact({ email: `g${round}-${index}@example.com`, userId }, key);
    await Promise.all([give(0), give(1), remove({ userId }), give(2), give(3)]);
    expect(await app.sql('SELECT FROM "Contact" WHERE "userId" = $1', [userId])).toEqual([]);
  }
});
