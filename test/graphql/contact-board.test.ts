import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { deal } from '../support/sales-factories.ts';
import { contactStages } from '../support/stages.ts';

const app = await useApp();
const owner = await app.workspace();
const { workspaceId } = owner;
const { fieldId, ids } = await contactStages(app, workspaceId, ['Lead', 'Customer', 'Lost']);
await app.sql('UPDATE "CustomFieldOption" SET "isArchived" = true WHERE "workspaceId" = $1 AND "id" = $2', [
  workspaceId,
  ids.Lost,
]);
for (const [firstName, stage] of [['Ann', 'Lead'], ['Ben', 'Lead'], ['Cat', 'Lead'], ['Dan', 'Customer'], ['Eve']]) {
  const row = { workspaceId, previewId: `contact_${firstName}`, firstName, createdAt: '2026-01-01T00:00:00Z' };
  const { id: contactId } = await app.insert('Contact', row);
  if (stage === undefined) continue;
  await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId: fieldId, answer: [stage] });
}

interface Column {
  readonly optionId: number | null;
  readonly name: string | null;
  readonly isArchived: boolean;
  readonly count: number;
  readonly nextCursor: string | null;
  readonly contacts: readonly { readonly firstName: string }[];
}

const columnFields = 'optionId name isArchived count nextCursor contacts { firstName customFieldAnswers { answer } }';

async function board(args: string, key: string) {
  const { body } = await app.graphql(`{ contactBoard(${args}) { ${columnFields} } }`, key);
  const columns = (body as { data: { contactBoard: readonly Column[] } }).data.contactBoard;
  return columns.map(({ contacts, nextCursor, ...column }) => ({
    ...column,
    names: contacts.map(({ firstName }) => firstName),
    nextCursor,
  }));
}

test('a column for each stage in its order, an archived one too, and one for contacts without a stage', async () => {
  expect(await board('limit: 10, orderColumn: id, orderBy: asc', await app.apiKey(owner))).toEqual([
    { optionId: ids.Lead, name: 'Lead', isArchived: false, names: ['Ann', 'Ben', 'Cat'], count: 3, nextCursor: null },
    { optionId: ids.Customer, name: 'Customer', isArchived: false, names: ['Dan'], count: 1, nextCursor: null },
    { optionId: ids.Lost, name: 'Lost', isArchived: true, names: [], count: 0, nextCursor: null },
    { optionId: null, name: null, isArchived: false, names: ['Eve'], count: 1, nextCursor: null },
  ]);
});

test('a column goes on where its cursor says, as a page of contacts', async () => {
  const key = await app.apiKey(owner);
  const order = 'orderColumn: id, orderBy: asc';
  const [lead] = await board(`limit: 2, ${order}`, key);
  expect(lead).toMatchObject({ names: ['Ann', 'Ben'], count: 3, nextCursor: expect.any(String) });
  const { body } = await app.graphql(
    `{ contacts(limit: 2, ${order}, optionIds: [${ids.Lead}], cursor: "${lead?.nextCursor}") { nextCursor contacts { firstName } } }`,
    key,
  );
  expect(body).toEqual({ data: { contacts: { nextCursor: null, contacts: [{ firstName: 'Cat' }] } } });
});

test('the filters of contacts choose in every column', async () => {
  const columns = await board('search: "dan"', await app.apiKey(owner));
  expect(columns.map(({ name, names }) => [name, names])).toEqual([
    ['Lead', []],
    ['Customer', ['Dan']],
    ['Lost', []],
    [null, []],
  ]);
});

test('a member without rights to all contacts sees their own, as in the list', async () => {
  const closer = await app.member(workspaceId, 'CLOSER');
  await app.sql('UPDATE "Contact" SET "userId" = $2 WHERE "workspaceId" = $1 AND "previewId" = $3', [
    workspaceId,
    closer.userId,
    'contact_Ben',
  ]);
  const key = await app.apiKey(closer);
  const { body } = await app.graphql('{ contacts(orderColumn: id, orderBy: asc) { contacts { firstName } } }', key);
  const listed = (body as { data: { contacts: { contacts: Column['contacts'] } } }).data.contacts.contacts;
  const columns = await board('orderColumn: id, orderBy: asc', key);
  expect(columns.flatMap(({ names }) => names)).toEqual(listed.map(({ firstName }) => firstName));
});

test('a workspace without the field of stages has no columns', async () => {
  expect(await board('limit: 10', await app.apiKey(await app.workspace()))).toEqual([]);
});

test('a key without contacts:read is refused', async () => {
  const key = await app.apiKey(owner, { scopes: ['events:read'] });
  const { body } = await app.graphql('{ contactBoard { count } }', key);
  expect(body).toMatchObject({
    data: { contactBoard: null },
    errors: [{ extensions: { code: 'INSUFFICIENT_SCOPE' } }],
  });
});

test.each([
  ['limit: 0', 'limit'],
  ['limit: 101', 'limit'],
  ['createdFrom: "tomorrow"', 'createdFrom'],
])('refuses %s and names the field', async (args, field) => {
  const { body } = await app.graphql(`{ contactBoard(${args}) { count } }`, await app.apiKey(owner));
  expect(JSON.stringify((body as { errors: unknown }).errors)).toContain(field);
});

test('the visible deals of the contacts of each stage are worth so much, the largest currency first', async () => {
  const closer = await app.member(workspaceId, 'CLOSER');
  const [ann, eve] = await app.sql<{ id: number }>(
    `SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 AND "firstName" IN ('Ann', 'Eve') ORDER BY "firstName"`,
    [workspaceId],
  );
  await deal(app, owner, { contactId: ann?.id, value: '100.00' });
  await deal(app, owner, { contactId: ann?.id, value: '50.50' });
  await deal(app, closer, { contactId: ann?.id, value: '1000.00', currency: 'EUR' });
  await deal(app, owner, { contactId: eve?.id, value: '7.00' });
  const read = async (args: string, key: string) =>
    (await app.graphql(`{ contactBoardValues${args} { optionId values { currency dealCount value } } }`, key)).body;
  const key = await app.apiKey(owner);
  const euros = { currency: 'EUR', dealCount: 1, value: '1000.00' };
  const lead = { optionId: ids.Lead, values: [euros, { currency: 'USD', dealCount: 2, value: '150.50' }] };
  const none = { optionId: null, values: [{ currency: 'USD', dealCount: 1, value: '7.00' }] };
  app.statements.length = 0;
  expect(await read('', key)).toEqual({ data: { contactBoardValues: [lead, none] } });
  expect(app.statements.filter((name) => name === 'contacts.stageValues')).toHaveLength(1);
  expect(await read('(search: "eve")', key)).toEqual({ data: { contactBoardValues: [none] } });
  expect(await read('', await app.apiKey(closer))).toEqual({
    data: { contactBoardValues: [{ optionId: ids.Lead, values: [euros] }] },
  });
  const contactsOnly = await app.apiKey(owner, { scopes: ['contacts:read'] });
  expect(await read('', contactsOnly)).toMatchObject({
    data: { contactBoardValues: [{ values: null }, { values: null }] },
    errors: [{ extensions: { code: 'INSUFFICIENT_SCOPE' } }, { extensions: { code: 'INSUFFICIENT_SCOPE' } }],
  });
  expect(await read('', await app.apiKey(await app.workspace()))).toEqual({ data: { contactBoardValues: [] } });
});
