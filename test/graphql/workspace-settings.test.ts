import { expect, test } from 'vitest';
import { addUser } from '#src/services/members/members.ts';
import { useApp } from '../support/app.ts';
import { nextSerial } from '../support/serial.ts';
import { contactStages } from '../support/stages.ts';

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
  'https://.',
  'https://a..b',
  'https://-',
  'https://a-.example',
  '',
])('an origin is no %s', async (origin) => {
  const { body } = await update(await app.session(await app.workspace()), { embedOrigins: [origin] });
  const [error] = body.errors[0].extensions.details.errors;
  expect(error).toMatchObject({ path: 'embedOrigins[0]', code: 'invalid_format' });
});

test('an origin is there once', async () => {
  const embedOrigins = ['https://a.example', 'https://b.example', 'https://a.example'];
  const { body } = await update(await app.session(await app.workspace()), { embedOrigins });
  expect(body.errors[0].extensions.details.errors).toEqual([
    { path: 'embedOrigins', code: 'duplicate', message: 'Must not have a site twice' },
  ]);
});

test('there are at most 50 origins', async () => {
  const embedOrigins = Array.from({ length: 51 }, (_, index) => `https://${index}.example`);
  const { body } = await update(await app.session(await app.workspace()), { embedOrigins });
  expect(body.errors[0].extensions.details.errors).toEqual([
    expect.objectContaining({ path: 'embedOrigins', code: 'too_many' }),
  ]);
});

const settings = `mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) {
  name link timeZone country language firstWeekday hourFormat accentColor showsBranding logoUrl
  accentShades { fill ink light { text } dark { text } } } }`;

test('all settings are stored together, and null gives the choice back to the visitor', async () => {
  const session = await app.session(await app.workspace());
  const link = `team-${nextSerial()}`;
  const input = {
    ...{ name: 'Lumen', link, timeZone: 'Europe/Berlin', country: 'DE', language: 'de' },
    ...{ firstWeekday: 'SUNDAY', hourFormat: 'H12', accentColor: '#F97316', showsBranding: false },
  };
  const { body } = await app.graphql(settings, session, { input });
  expect(body.data.updateWorkspace).toEqual({
    ...input,
    accentColor: '#f97316',
    logoUrl: null,
    accentShades: { fill: '#f97316', ink: '#101828', light: { text: '#b45310' }, dark: { text: '#f97316' } },
  });
  const none = { country: null, language: null, firstWeekday: null, hourFormat: null, accentColor: null, link: null };
  const { body: cleared } = await app.graphql(settings, session, { input: none });
  expect(cleared.data.updateWorkspace).toMatchObject({ ...none, accentShades: null, name: 'Lumen' });
});

test.each([
  [{ name: ' ' }, 'name', 'too_short'],
  [{ link: 'Lumen' }, 'link', 'invalid_format'],
  [{ link: 'a/b' }, 'link', 'invalid_format'],
  [{ link: 'a'.repeat(65) }, 'link', 'too_long'],
  [{ timeZone: 'Berlin' }, 'timeZone', 'unknown_value'],
  [{ country: 'XX' }, 'country', 'unknown_value'],
  [{ accentColor: 'red' }, 'accentColor', 'invalid_format'],
  [{ accentColor: '#12345' }, 'accentColor', 'invalid_format'],
  [{ accentColor: '#1234567' }, 'accentColor', 'too_long'],
])('updateWorkspace refuses %j at its field', async (input, path, code) => {
  const { body } = await update(await app.session(await app.workspace()), input);
  expect(body.errors[0].extensions.details.errors[0]).toMatchObject({ path, code });
});

test('a link is that of one workspace, and of no member', async () => {
  const [one, other] = [await app.workspace(), await app.workspace()];
  const [first, second] = [await app.session(one), await app.session(other)];
  const link = `team-${nextSerial()}`;
  const problemOf = async (session: string, taken: string) =>
    (await update(session, { link: taken })).body.errors?.[0].extensions.details.errors[0];
  expect(await problemOf(first, link)).toBeUndefined();
  expect(await problemOf(second, link)).toMatchObject({ path: 'link', code: 'taken' });
  const [user] = await app.sql<{ username: string }>('SELECT "username" FROM "User" WHERE "id" = $1', [one.userId]);
  expect(await problemOf(second, user?.username ?? '')).toMatchObject({ path: 'link', code: 'taken' });
  // Once it is given back, another workspace may have it.
  expect(await problemOf(first, `${link}-2`)).toBeUndefined();
  expect(await problemOf(second, link)).toBeUndefined();
});

test('a new member gets no username that is the link of a team', async () => {
  const session = await app.session(await app.workspace());
  const name = `team${nextSerial()}`;
  await update(session, { link: name });
  const { workspaceId } = await app.workspace();
  const { userId } = await addUser(app.context, {
    ...{ workspaceId, email: `${name}@example.com`, password: 'lantern river coal', role: 'CLOSER' as const },
  });
  const [row] = await app.sql<{ username: string }>('SELECT "username" FROM "User" WHERE "id" = $1', [userId]);
  expect(row?.username).toMatch(new RegExp(`^${name}-[0-9a-f]{6}$`));
});

const rules =
  'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { stageRules { trigger optionId } assignsHostAsOwner } }';

test('the rules of stages are replaced together, and are empty by default', async () => {
  const owner = await app.workspace();
  const session = await app.session(owner);
  const { ids } = await contactStages(app, owner.workspaceId, ['Lead', 'Customer']);
  const read = async () =>
    (await app.graphql('{ workspace { stageRules { trigger optionId } assignsHostAsOwner } }', session)).body.data
      .workspace;
  expect(await read()).toEqual({ stageRules: [], assignsHostAsOwner: true });
  const stageRules = [
    { trigger: 'WON', optionId: ids.Customer },
    { trigger: 'NO_SHOW', optionId: null },
  ];
  const { body } = await app.graphql(rules, session, { input: { stageRules, assignsHostAsOwner: false } });
  expect(body.data.updateWorkspace).toEqual({ stageRules, assignsHostAsOwner: false });
  await app.graphql(rules, session, { input: { stageRules: [] } });
  expect(await read()).toEqual({ stageRules: [], assignsHostAsOwner: false });
});

test('a rule names a stage of this workspace that is not archived', async () => {
  const [owner, other] = [await app.workspace(), await app.workspace()];
  const { ids } = await contactStages(app, owner.workspaceId, ['Lead', 'Lost']);
  const there = await contactStages(app, other.workspaceId, ['Lead']);
  await app.sql('UPDATE "CustomFieldOption" SET "isArchived" = true WHERE "workspaceId" = $1 AND "id" = $2', [
    owner.workspaceId,
    ids.Lost,
  ]);
  const stageRules = [
    { trigger: 'FIRST_BOOKING', optionId: ids.Lead },
    { trigger: 'WON', optionId: there.ids.Lead },
    { trigger: 'NO_SHOW', optionId: ids.Lost },
  ];
  const { body } = await update(await app.session(owner), { stageRules });
  const message = 'Must be the id of a stage that is not archived';
  expect(body.errors[0].extensions.details.errors).toEqual([
    { path: 'stageRules[1].optionId', code: 'not_found', message },
    { path: 'stageRules[2].optionId', code: 'not_found', message },
  ]);
});

test('a trigger has one rule', async () => {
  const stageRules = [
    { trigger: 'WON', optionId: null },
    { trigger: 'WON', optionId: null },
  ];
  const { body } = await update(await app.session(await app.workspace()), { stageRules });
  expect(body.errors[0].extensions.details.errors).toEqual([
    { path: 'stageRules', code: 'duplicate', message: 'Must not have the same trigger twice' },
  ]);
});
