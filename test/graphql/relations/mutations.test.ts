import { expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { bearer, useApp } from '../../support/app.ts';
import { transaction } from '../../support/sales-factories.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp();
const owner = await app.workspace();

const create = (email: string, contact: string) =>
  `mutation { createContact(input: { email: "${email}" }) { contact { ${contact} } } }`;

async function isThere(email: string): Promise<boolean> {
  return (await app.sql('SELECT FROM "Contact" WHERE "email" = $1', [email])).length > 0;
}

test.each([
  ['a scope is missing', 'id eventCalls { id }', { code: 'INSUFFICIENT_SCOPE', scope: 'eventCalls:read' }],
  ['only a session may', 'id apiKeys: ownerMember { apiKeys { id } }', { code: 'FORBIDDEN' }],
  ['a page is wrong', 'id deals(limit: 0) { id }', { details: { fieldErrors: { limit: ['Must be at least 1'] } } }],
])(
  'a relation that is refused below a mutation hides neither its record nor its neighbours: %s',
  async (_, contact, extensions) => {
    const key = await app.apiKey(owner, { scopes: allScopes.filter((scope) => scope !== 'eventCalls:read') });
    const email = `lead-${nextSerial()}@example.com`;
    const input = `{ email: "${email}", userId: ${owner.userId} }`;
    const document = `mutation { lead: createContact(input: ${input}) { created contact { email ${contact} } } }`;
    const { status, body } = await app.graphql(document, key);
    expect(status).toBe(200);
    expect(body.data.lead).toMatchObject({ created: true, contact: { email, id: expect.any(Number) } });
    expect(body.errors).toMatchObject([{ extensions }]);
    expect(await isThere(email)).toBe(true);
  },
);

test('a mutation that fails hides no other: each has its own payload or error', async () => {
  const key = await app.apiKey(owner);
  const document = `mutation {
    first: createContact(input: { email: "first@example.com" }) { contact { email } }
    second: createContact(input: { email: "no e-mail" }) { contact { email } }
    third: updateContact(input: { contactId: 2147483647, firstName: "Ada" }) { id }
    fourth: createContact(input: { email: "fourth@example.com" }) { contact { email } }
  }`;
  const { status, body } = await app.graphql(document, key);
  expect(status).toBe(200);
  expect(body.data).toEqual({
    first: { contact: { email: 'first@example.com' } },
    second: null,
    third: null,
    fourth: { contact: { email: 'fourth@example.com' } },
  });
  expect(body.errors.map(({ path }: { path: string[] }) => path)).toEqual([['second'], ['third']]);
});

test('a one-time secret reaches its owner although a neighbour fails', async () => {
  const document = `mutation {
    key: createApiKey(input: { name: "Sync", scopes: ["contacts:read"] }) { secret }
    broken: revokeApiKey(input: { id: 2147483647 }) { id }
  }`;
  const { body } = await app.graphql(document, await app.session(owner));
  expect(body.data).toEqual({ key: { secret: expect.stringMatching(/^service_/) }, broken: null });
});

test('a document is legal though a fragment of another operation selects what the credential may not see', async () => {
  const key = await app.apiKey(owner, { scopes: ['contacts:write'] });
  const text = `mutation Lead { createContact(input: { email: "ida@example.com" }) { contact { email } } }
    query Calls { contacts { contacts { ...WithCalls } } }
    fragment WithCalls on Contact { eventCalls { id } }`;
  const { body } = await app.request('/graphql', {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, operationName: 'Lead' }),
  });
  expect(body).toMatchObject({ data: { createContact: { contact: { email: 'ida@example.com' } } } });
  expect(body.errors).toBeUndefined();
});

test('a relation that is not included is not checked', async () => {
  const key = await app.apiKey(owner, { scopes: ['contacts:write'] });
  const { body } = await app.graphql(create('ada@example.com', 'id eventCalls @include(if: false) { id }'), key);
  expect(body.errors).toBeUndefined();
  expect(await isThere('ada@example.com')).toBe(true);
});

test('relations below a mutation are loaded', async () => {
  const key = await app.apiKey(owner);
  const { body } = await app.graphql(create('bea@example.com', 'email eventCalls { id } ownerMember { id }'), key);
  expect(body.data.createContact.contact).toEqual({ email: 'bea@example.com', eventCalls: [], ownerMember: null });
});

test('a relation of a record that another request has deleted meanwhile is NOT_FOUND, and no 500', async () => {
  const id = await transaction(app, owner);
  // Stands for the other request: the row is gone as soon as the mutation has committed.
  await app.sql(`CREATE FUNCTION "vanish"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM "Transaction" WHERE "workspaceId" = NEW."workspaceId" AND "id" = NEW."id"; RETURN NULL; END $$`);
  await app.sql('CREATE TRIGGER "vanish" AFTER UPDATE ON "Transaction" FOR EACH ROW EXECUTE FUNCTION "vanish"()');
  const document = `mutation { updateTransaction(input: { id: ${id}, name: "Ira" }) { name closerMember { id } } }`;
  const { status, body } = await app.graphql(document, await app.apiKey(owner));
  expect(status).toBe(200);
  expect(body.data).toEqual({ updateTransaction: { name: 'Ira', closerMember: null } });
  expect(body.errors).toMatchObject([{ message: 'Resource not found!', extensions: { code: 'NOT_FOUND' } }]);
  expect(app.unexpected).toEqual([]);
});
