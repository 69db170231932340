import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();
let owner: Member;
let session: string;
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
});

const mine = { list: '/calls', name: 'Mine', search: 'hosts=7&when=past' };

const save = (token: string, input: object) =>
  app.graphql('mutation ($input: SaveViewInput!) { saveView(input: $input) { id list name search } }', token, {
    input,
  });
const remove = (token: string, id: number) =>
  app.graphql(`mutation { deleteSavedView(input: { id: ${id} }) { id name } }`, token);
const list = async (token: string, path = '/calls') =>
  (await app.graphql(`{ savedViews(list: "${path}") { list name search } }`, token)).body;
const codesIn = (body: { errors: { extensions: { code: string } }[] }) =>
  body.errors.map(({ extensions }) => extensions.code);

test('a view is saved for one list, and seen in every session of the person, by name', async () => {
  const { body } = await save(session, mine);
  expect(body.data.saveView).toEqual({ id: expect.any(Number), ...mine });
  await save(session, { ...mine, name: 'all', search: '' });
  await save(session, { ...mine, list: '/settings/team' });
  expect((await list(await app.session(owner))).data.savedViews).toEqual([{ ...mine, name: 'all', search: '' }, mine]);
  expect((await list(session, '/settings/team')).data.savedViews).toEqual([{ ...mine, list: '/settings/team' }]);
});

test('a view takes the place of the one that has its name', async () => {
  const first = await save(session, mine);
  const second = await save(session, { ...mine, search: 'when=all' });
  expect(second.body.data.saveView).toEqual({ ...first.body.data.saveView, search: 'when=all' });
  expect((await list(session)).data.savedViews).toEqual([{ ...mine, search: 'when=all' }]);
});

test('a view is deleted once', async () => {
  const { id } = (await save(session, mine)).body.data.saveView;
  expect((await remove(session, id)).body.data.deleteSavedView).toEqual({ id, name: 'Mine' });
  expect((await list(session)).data.savedViews).toEqual([]);
  expect(codesIn((await remove(session, id)).body)).toEqual(['NOT_FOUND']);
});

test('nobody else sees or deletes a view, nor the same person in another workspace', async () => {
  const { id } = (await save(session, mine)).body.data.saveView;
  const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
  const { workspaceId } = await app.workspace();
  await app.insert('Membership', { workspaceId, userId: owner.userId, role: 'OWNER' });
  const elsewhere = await app.session({ workspaceId, userId: owner.userId });
  for (const other of [admin, elsewhere]) {
    expect((await list(other)).data.savedViews).toEqual([]);
    expect(codesIn((await remove(other, id)).body)).toEqual(['NOT_FOUND']);
  }
  expect((await save(admin, { ...mine, search: 'when=all' })).body.errors).toBeUndefined();
  expect((await list(session)).data.savedViews).toEqual([mine]);
});

test('an API key is refused', async () => {
  const { id } = (await save(session, mine)).body.data.saveView;
  const key = await app.apiKey(owner);
  expect(codesIn(await list(key))).toEqual(['FORBIDDEN']);
  expect(codesIn((await save(key, mine)).body)).toEqual(['FORBIDDEN']);
  expect(codesIn((await remove(key, id)).body)).toEqual(['FORBIDDEN']);
});

describe('what cannot be saved', () => {
  const fieldErrorsOf = async (input: object) => {
    const { body } = await save(session, { ...mine, ...input });
    return body.errors[0].extensions.details.fieldErrors;
  };

  test.each<[object, object]>([
    [{ name: '' }, { name: ['Must not be empty'] }],
    [{ name: ' ' }, { name: ['Must not be empty'] }],
    [{ name: 'x'.repeat(101) }, { name: ['Must be at most 100 characters'] }],
    [{ name: 'two\nlines' }, { name: ['Must be one line, without control characters'] }],
    [{ search: 'x'.repeat(2_001) }, { search: ['Must be at most 2000 characters'] }],
    [{ list: 'calls' }, { list: ['Must be the path of a list, such as /calls'] }],
    [{ list: '/calls?when=past' }, { list: ['Must be the path of a list, such as /calls'] }],
    [
      { name: '', search: 'x'.repeat(2_001) },
      { name: ['Must not be empty'], search: ['Must be at most 2000 characters'] },
    ],
  ])('%j', async (input, errors) => {
    expect(await fieldErrorsOf(input)).toEqual(errors);
    expect((await list(session)).data.savedViews).toEqual([]);
  });

  const fill = (path: string, count: number) =>
    app.sql(
      `INSERT INTO "SavedView" ("workspaceId", "userId", "list", "name", "search")
       SELECT $1, $2, $3, 'View ' || n, '' FROM generate_series(1, $4::int) n`,
      [owner.workspaceId, owner.userId, path, count],
    );

  test('a view too many of a list; one of a known name still can', async () => {
    await fill('/calls', 50);
    const tooMany = 'A list can have at most 50 views: delete one, or replace one by its name';
    expect(await fieldErrorsOf({})).toEqual({ name: [tooMany] });
    expect((await save(session, { ...mine, name: 'View 7' })).body.errors).toBeUndefined();
    expect((await save(session, { ...mine, list: '/contacts' })).body.errors).toBeUndefined();
    expect((await save(await app.session(await app.workspace()), mine)).body.errors).toBeUndefined();
  });

  test('a view too many of all lists', async () => {
    for (let count = 1; count <= 10; count += 1) await fill(`/list-${count}`, 50);
    expect(await fieldErrorsOf({})).toEqual({ list: ['A member can have at most 500 views of all lists'] });
  });

  test('two at the same time where one is left', async () => {
    await fill('/calls', 49);
    const answers = await Promise.all([save(session, mine), save(session, { ...mine, name: 'Other' })]);
    expect(answers.filter(({ body }) => body.errors).length).toBe(1);
  });
});

describe('what is deleted with others', () => {
  const stored = async () =>
    (await app.sql<{ name: string }>('SELECT "name" FROM "SavedView" WHERE "workspaceId" = $1', [owner.workspaceId]))
      .map(({ name }) => name)
      .sort();

  test('the views of a member who is removed', async () => {
    const leaving = await app.member(owner.workspaceId, 'CLOSER');
    await save(await app.session(leaving), mine);
    await save(session, { ...mine, name: 'Of the owner' });
    await app.graphql(`mutation { removeUser(input: { id: ${leaving.userId} }) { userId } }`, session);
    expect(await stored()).toEqual(['Of the owner']);
  });

  test('the views that search for a contact who is erased', async () => {
    const id = await app.contact(owner.workspaceId, { email: "ira.o'neil@example.com" });
    await app.sql('UPDATE "Contact" SET "phoneNumber" = \'+14155550101\' WHERE "id" = $1', [id]);
    const searches = {
      address: { emails: "kim@example.com,Ira.O'Neil@example.com", when: 'all' },
      number: { search: '+1 415 555-0101' },
      local: { search: '(415) 555 0101' },
      other: { emails: "kira.o'neil@example.com" },
      another: { search: '+14155550102' },
    };
    for (const [name, search] of Object.entries(searches))
      await save(session, { ...mine, name, search: new URLSearchParams(search).toString() });
    await save(session, { ...mine, name: "about ira.o'neil@example.com" });
    // More than are read at once, before one that goes.
    const member = await app.member(owner.workspaceId, 'CLOSER');
    await app.sql(
      `INSERT INTO "SavedView" ("workspaceId", "userId", "list", "name", "search")
       SELECT $1, $2, '/calls', CASE n WHEN 1001 THEN $3 ELSE 'View ' || n END, '' FROM generate_series(1, 1001) n ORDER BY n`,
      [owner.workspaceId, member.userId, "of ira.o'neil@example.com"],
    );
    await app.graphql(`mutation { eraseContact(input: { id: ${id} }) { id } }`, session);
    expect((await stored()).filter((name) => !name.startsWith('View '))).toEqual(['another', 'other']);
  });
});
