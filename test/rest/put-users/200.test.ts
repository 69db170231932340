import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let closer: Member;
let key: string;
let session: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  closer = await app.member(owner.workspaceId, 'CLOSER');
  key = await app.apiKey(owner, { scopes: ['users:write', 'users:read'] });
  session = await app.session(owner);
});

/** With a session, which alone changes roles. */
const put = (body: unknown, as = session) => sendJson(app, ['PUT', '/v1/users'], body, { key: as });
const users = async () => (await app.get('/v1/users', key)).body.data.users;
async function memberIn(workspace: Member, userId: number): Promise<Body> {
  const { body } = await app.get('/v1/users', await app.apiKey(workspace));
  return body.data.users.find(({ id }: Body) => id === userId);
}
const updates = async () => [
  ...(await app.sql('SELECT "updatedAt" FROM "User" ORDER BY "id"')),
  ...(await app.sql('SELECT "updatedAt" FROM "Membership" ORDER BY "userId"')),
];

describe('PUT /v1/users', () => {
  test('changes every field of the input, and returns the whole member', async () => {
    const [first, before] = await users();
    const changes = {
      firstName: 'Zoë',
      lastName: 'Ängström',
      timeZone: 'Europe/Berlin',
      role: 'SETTER',
      meetingLink: 'https://meet.example.com/zoe',
    };
    const { status, body } = await put({ id: closer.userId, ...changes });
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { ...before, ...changes } }));
    expect(await users()).toEqual([first, body.data]);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('what is left out stays as it is; names are trimmed, and a last name may be empty', async () => {
    const [, before] = await users();
    const { body } = await put({ id: closer.userId, firstName: ' Bo ', lastName: '' });
    expect(body).toEqual({ data: { ...before, firstName: 'Bo', lastName: '' } });
  });

  test('what is there already is written to neither the user nor the membership', async () => {
    const [, before] = await users();
    const written = await updates();
    expect(await put(before)).toMatchObject({ status: 200, body: { data: before } });
    expect(await updates()).toEqual(written);
  });

  test('a new role is in force with the next request', async () => {
    const theirs = await app.session(closer);
    const write = () => put({ id: closer.userId, lastName: 'X' }, theirs);
    expect((await write()).status).toBe(403);
    await put({ id: closer.userId, role: 'ADMIN' });
    expect((await write()).status).toBe(200);
    await put({ id: closer.userId, role: 'SETTER' });
    expect((await write()).status).toBe(403);
  });

  test('a role is changed by no key and no app, whatever else the request changes', async () => {
    const { token } = await connectedApp(app, owner, ['users:write']);
    const before = await memberIn(owner, closer.userId);
    for (const credential of [key, token]) {
      for (const role of ['OWNER', 'ADMIN', 'SETTER']) {
        const { status, body } = await put({ id: closer.userId, lastName: 'New', role }, credential);
        const message = 'Only a signed-in session can change a role';
        expect({ status, body }).toEqual({ status: 403, body: { message, code: 'FORBIDDEN' } });
      }
      expect((await put({ id: closer.userId, lastName: before.lastName, role: 'CLOSER' }, credential)).status).toBe(
        200,
      );
    }
    expect(await memberIn(owner, closer.userId)).toEqual(before);
  });

  test('an owner makes another owner, and then steps down', async () => {
    expect((await put({ id: closer.userId, role: 'OWNER' })).body.data.role).toBe('OWNER');
    expect((await put({ id: owner.userId, role: 'CLOSER' })).body.data.role).toBe('CLOSER');
    expect((await put({ id: closer.userId, lastName: 'X' })).status).toBe(403);
  });

  test('an admin changes the roles of all but owners, and steps down', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const as = await app.session(admin);
    expect((await put({ id: closer.userId, role: 'ADMIN' }, as)).status).toBe(200);
    expect((await put({ id: closer.userId, role: 'CLOSER' }, as)).status).toBe(200);
    expect((await put({ id: owner.userId, lastName: 'X', role: 'OWNER' }, as)).status).toBe(200);
    expect((await put({ id: admin.userId, role: 'SETTER' }, as)).status).toBe(200);
  });

  test('name and time zone of a member of several workspaces are changed by that person', async () => {
    const other = await app.workspace();
    await app.insert('Membership', { ...owner, workspaceId: other.workspaceId, role: 'CLOSER' });
    const { status, body } = await put({ id: owner.userId, firstName: 'Ida', timeZone: 'Asia/Tokyo' });
    expect([status, body.data.firstName, body.data.timeZone]).toEqual([200, 'Ida', 'Asia/Tokyo']);
    expect(await memberIn(other, owner.userId)).toMatchObject({ firstName: 'Ida', role: 'CLOSER' });
  });

  test.each(['Asia/Calcutta', 'Asia/Kolkata', 'US/Pacific'])('a zone stays as it was sent: %s', async (timeZone) => {
    expect((await put({ id: owner.userId, timeZone })).body.data.timeZone).toBe(timeZone);
    expect((await memberIn(owner, owner.userId)).timeZone).toBe(timeZone);
  });

  test('the role of a member of several workspaces is that of this workspace alone', async () => {
    const other = await app.workspace();
    await app.insert('Membership', { ...closer, workspaceId: other.workspaceId, role: 'SETTER' });
    const [, { firstName, lastName, timeZone }] = await users();
    const same = { firstName, lastName, timeZone };
    expect((await put({ id: closer.userId, ...same, role: 'ADMIN' })).body.data.role).toBe('ADMIN');
    expect(await memberIn(other, closer.userId)).toMatchObject({ role: 'SETTER' });
  });

  test('GraphQL changes the same', async () => {
    const document = `mutation { updateUser(input: { id: ${closer.userId}, firstName: "Bo", role: ADMIN }) { id firstName role } }`;
    const { body } = await app.graphql(document, session);
    expect(body).toEqual({ data: { updateUser: { id: closer.userId, firstName: 'Bo', role: 'ADMIN' } } });
  });

  test('two owners who unmake each other at once: one of them stays', async () => {
    const second = await app.member(owner.workspaceId, 'OWNER');
    const answers = await Promise.all([
      put({ id: second.userId, role: 'ADMIN' }),
      put({ id: owner.userId, role: 'ADMIN' }, await app.session(second)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const owners = `SELECT FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'OWNER'`;
    expect(await app.sql(owners, [owner.workspaceId])).toHaveLength(1);
  });
});
