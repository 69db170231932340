import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = await useApp();
const document =
  'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { id keepsUnbookedLeads } }';
const update = (credential: string, input: object) => app.graphql(document, credential, { input });

test.each(['OWNER', 'ADMIN'] as const)(
  'updateWorkspace changes the settings for the session of an %s',
  async (role) => {
    const { workspaceId } = await app.workspace();
    const there = await app.session(await app.workspace());
    const session = await app.session(await app.member(workspaceId, role));
    const { body } = await update(session, { keepsUnbookedLeads: false });
    expect(body.data.updateWorkspace).toEqual({ id: workspaceId, keepsUnbookedLeads: false });
    const read = (credential: string) => app.graphql('{ workspace { keepsUnbookedLeads } }', credential);
    expect((await read(session)).body.data.workspace).toEqual({ keepsUnbookedLeads: false });
    expect((await read(there)).body.data.workspace).toEqual({ keepsUnbookedLeads: true });
  },
);

test('updateWorkspace is for no other role, no key and no stranger', async () => {
  const owner = await app.workspace();
  const member = await app.member(owner.workspaceId, 'CLOSER');
  for (const credential of [await app.session(member), await app.apiKey(owner)]) {
    const { body } = await update(credential, { keepsUnbookedLeads: false });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  }
  const rows = await app.sql('SELECT "keepsUnbookedLeads" FROM "Workspace" WHERE "id" = $1', [owner.workspaceId]);
  expect(rows).toEqual([{ keepsUnbookedLeads: true }]);
});

test.each([[{ keepsUnbookedLeads: null }, 'Must be true or false']])(
  'updateWorkspace refuses %j',
  async (input, message) => {
    const { body } = await update(await app.session(await app.workspace()), input);
    expect(body.errors[0].extensions.details.errors).toEqual([expect.objectContaining({ message })]);
  },
);

test('the origins that may frame the booking pages are a list of its own', async () => {
  const session = await app.session(await app.workspace());
  const query = 'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { embedOrigins } }';
  const embedOrigins = ['https://www.example.com', 'https://xn--bcher-kva.example:8443', 'http://localhost:3000'];
  const { body } = await app.graphql(query, session, { input: { embedOrigins } });
  expect(body.data.updateWorkspace).toEqual({ embedOrigins });
});

test.each([
  'https://example.com/',
  'https://example.com/page',
  'http://example.com',
  'HTTPS://example.com',
  'https://user@example.com',
  'https://*.example.com',
  "https://a;script-src'unsafe-inline'",
  'https://a,b',
  'null',
  '*',
  "'self'",
  'https:',
  '',
])('an origin is no %s', async (origin) => {
  const { body } = await update(await app.session(await app.workspace()), { embedOrigins: [origin] });
  const [error] = body.errors[0].extensions.details.errors;
  expect(error).toMatchObject({ path: 'embedOrigins[0]', code: 'invalid_format' });
});

test('there are at most 50 origins', async () => {
  const embedOrigins = Array.from({ length: 51 }, (_, index) => `https://${index}.example`);
  const { body } = await update(await app.session(await app.workspace()), { embedOrigins });
  expect(body.errors[0].extensions.details.errors).toEqual([
    expect.objectContaining({ path: 'embedOrigins', code: 'too_many' }),
  ]);
});
