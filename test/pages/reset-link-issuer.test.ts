import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();

interface Handed {
  readonly owner: Member;
  readonly admin: Member;
  readonly closer: Member;
  readonly link: string;
}

/** A link that an admin has in hands, because the server sends no e-mail. */
async function handedLink(): Promise<Handed> {
  const owner = await app.workspace();
  const admin = await app.member(owner.workspaceId, 'ADMIN');
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const query = `mutation { createPasswordResetLink(input: { userId: ${closer.userId} }) { link } }`;
  const { body } = await app.graphql(query, await app.session(admin));
  return { owner, admin, closer, link: body.data.createPasswordResetLink.link.slice('http://app.test'.length) };
}

const mutate = async (member: Member, fields: string) =>
  expect((await app.graphql(`mutation { ${fields} }`, await app.session(member))).body.errors).toBeUndefined();

const changes: Record<string, (handed: Handed) => Promise<unknown>> = {
  'the member has become an owner': ({ owner, closer }) =>
    mutate(owner, `updateUser(input: { id: ${closer.userId}, role: OWNER }) { id }`),
  'the member has made a workspace of their own': ({ closer }) =>
    mutate(closer, 'createWorkspace(input: { name: "Own" }) { id }'),
  'the member has joined another workspace': async ({ closer: { userId } }) =>
    app.insert('Membership', { workspaceId: (await app.workspace()).workspaceId, userId, role: 'SETTER' }),
  'the member has left': ({ owner, closer }) => mutate(owner, `removeUser(input: { id: ${closer.userId} }) { userId }`),
  'its maker has left': ({ owner, admin }) => mutate(owner, `removeUser(input: { id: ${admin.userId} }) { userId }`),
  'its maker is no admin any more': ({ owner, admin }) =>
    mutate(owner, `updateUser(input: { id: ${admin.userId}, role: CLOSER }) { id }`),
};

test.each(Object.keys(changes))('a link in the hands of its maker works no more when %s', async (name) => {
  const handed = await handedLink();
  const opened = await fetch(app.url + handed.link);
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const csrf = /name="csrf" value="([^"]+)"/.exec(await opened.text())?.[1] ?? '';
  await changes[name]?.(handed);
  const hash = () => app.sql('SELECT "passwordHash" FROM "User" WHERE "id" = $1', [handed.closer.userId]);
  const before = await hash();
  const body = new URLSearchParams({ csrf, password: 'a whole new battery' });
  expect((await fetch(app.url + handed.link, { method: 'POST', headers: { cookie }, body })).status).toBe(410);
  expect((await fetch(app.url + handed.link)).status).toBe(410);
  expect(await hash()).toEqual(before);
});
