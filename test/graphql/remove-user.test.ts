import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
});

const remove = (token: string, input: object) =>
  app.graphql(
    `mutation ($input: RemoveUserInput!) { removeUser(input: $input) {
      userId callsTransferred callsCancelled contacts sessionsEnded apiKeysRevoked } }`,
    ...([token, { input }] as const),
  );
const upcoming = { dateTime: '2026-03-05T12:00:00Z' };

describe('removeUser', () => {
  test('ends all credentials of the member at once, and gives their calls to another', async () => {
    const leaving = await app.member(owner.workspaceId, 'CLOSER');
    const staying = await app.member(owner.workspaceId, 'CLOSER');
    const [session, key] = [await app.session(leaving), await app.apiKey(leaving)];
    await app.call(leaving, upcoming);
    const { body } = await remove(await app.session(owner), { id: leaving.userId, transferTo: staying.userId });
    expect(body.data.removeUser).toEqual({
      ...{ userId: leaving.userId, callsTransferred: 1, callsCancelled: 0 },
      ...{ contacts: 0, sessionsEnded: 1, apiKeysRevoked: 1 },
    });
    for (const credential of [session, key]) {
      expect((await app.graphql('{ viewer { role } }', credential)).status).toBe(401);
    }
  });

  test('needs to know what becomes of upcoming calls', async () => {
    const { userId: id, workspaceId } = await app.member(owner.workspaceId, 'CLOSER');
    await app.call({ workspaceId, userId: id }, upcoming);
    const token = await app.session(owner);
    const { body } = await remove(token, { id });
    expect(body.errors[0].extensions.details.fieldErrors).toEqual({
      id: [expect.stringMatching(/^Has 1 upcoming call, the first at 2026-03-05/)],
    });
    expect((await remove(token, { id, cancelCalls: true })).body.data.removeUser.callsCancelled).toBe(1);
  });

  test('takes back what the member has invited, also for when they come back', async () => {
    const leaving = await app.member(owner.workspaceId, 'ADMIN');
    const query = 'mutation { createInvitation(input: { email: "ira@example.com", role: ADMIN }) { link } }';
    const { link } = (await app.graphql(query, await app.session(leaving))).body.data.createInvitation;
    const token = await app.session(owner);
    await remove(token, { id: leaving.userId });
    expect((await app.graphql('{ invitations { email } }', token)).body.data.invitations).toEqual([]);
    await app.sql('UPDATE "Membership" SET "removedAt" = NULL WHERE "userId" = $1', [leaving.userId]);
    expect((await fetch(link.replace('http://app.test', app.url))).status).toBe(410);
  });

  test('is repeated with an Idempotency-Key without an effect', async () => {
    const { userId: id } = await app.member(owner.workspaceId, 'CLOSER');
    const query = `mutation { removeUser(input: { id: ${id} }) { userId } }`;
    const token = await app.session(owner);
    const send = () =>
      app.request('/graphql', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': `remove-${id}`,
        },
        body: JSON.stringify({ query }),
      });
    const responses = [await send(), await send()];
    for (const { body } of responses) expect(body).toMatchObject({ data: { removeUser: { userId: id } } });
    expect(responses[1]?.headers.get('Idempotent-Replayed')).toBe('true');
  });

  test.each([
    ['ADMIN', 'OWNER', 'FORBIDDEN'],
    ['ADMIN', 'ADMIN', undefined],
    ['ADMIN', 'SETTER', undefined],
    ['OWNER', 'OWNER', undefined],
    ['CLOSER', 'SETTER', 'FORBIDDEN'],
  ] as const)('by %s of %s: %s', async (by, of, code) => {
    const caller = await app.member(owner.workspaceId, by);
    const { userId: id } = await app.member(owner.workspaceId, of);
    const { body } = await remove(await app.session(caller), { id });
    expect(body.errors?.[0].extensions.code).toBe(code);
  });

  test('never removes the last owner, not even of two who leave at the same time', async () => {
    const token = await app.session(owner);
    const last = await remove(token, { id: owner.userId });
    expect(last.body.errors[0].extensions.details.fieldErrors).toEqual({
      id: ['The workspace must have at least one owner'],
    });
    const other = await app.member(owner.workspaceId, 'OWNER');
    const leaving = [[token, owner] as const, [await app.session(other), other] as const];
    await Promise.all(leaving.map(([session, { userId: id }]) => remove(session, { id })));
    const owners = `SELECT 1 FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'OWNER' AND "removedAt" IS NULL`;
    expect(await app.sql(owners, [owner.workspaceId])).toHaveLength(1);
  });

  test('does not find members of others, nor one who was removed already', async () => {
    const token = await app.session(owner);
    const stranger = await app.workspace();
    expect((await remove(token, { id: stranger.userId })).body.errors[0].extensions.code).toBe('NOT_FOUND');
    const { userId: id } = await app.member(owner.workspaceId, 'SETTER');
    await remove(token, { id });
    expect((await remove(token, { id })).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('names the field of a member who cannot take over', async () => {
    const { userId: id } = await app.member(owner.workspaceId, 'SETTER');
    const token = await app.session(owner);
    const errors = async (transferTo: number) =>
      (await remove(token, { id, transferTo })).body.errors[0].extensions.details.fieldErrors;
    expect(await errors(id)).toEqual({ transferTo: ['Must be another member'] });
    expect(await errors(2_000_000_000)).toEqual({ transferTo: ['Is not a member of this workspace'] });
  });
});
