import { expect, test } from 'vitest';
import { type Role, roles } from '#src/domain/principal/roles.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { mutationAccess, withoutCredential } from '../../docs/access-facts.ts';
import { useApp } from '../support/app.ts';
import { connect, oauthApp } from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { argsOfNothing, documentOf } from '../support/root-fields/documents.ts';
import { mutationFields, mutationSamples } from '../support/root-fields/registry.ts';
import { team } from './records.ts';

const app = await useApp({ limiter: roomyLimiter() });

test('the table of the documentation has every mutation of the schema', () => {
  const names = [...mutationAccess().map(({ name }) => name), ...withoutCredential()];
  expect(names.sort()).toEqual(Object.keys(mutationFields).sort());
  const open = Object.entries(mutationSamples).filter(([, sample]) => 'who' in sample && sample.who === 'every caller');
  expect(withoutCredential().sort()).toEqual(open.map(([name]) => name).sort());
});

test('keys and apps change no roles, members, keys, secrets, clients, goals and views', () => {
  const ofPersons =
    /ApiKey|CalendarFeed|Goal|OAuthClient|Secret|Connection|Invitation|Password|Session|TestMail|removeUser|View|Workspace/;
  const sessionsOnly = mutationAccess().filter(({ scope }) => scope === undefined);
  const named = mutationAccess().filter(({ name }) => ofPersons.test(name));
  expect(sessionsOnly.map(({ name }) => name)).toEqual(named.map(({ name }) => name));
});

/** Each role with a credential of each sort, all with every scope. */
async function callers() {
  const people = await team(app);
  const client = await oauthApp(app, people.OWNER, { allowedScopes: allScopes });
  const made: { role: Role; credential: string; token: string }[] = [];
  for (const role of roles) {
    const member = people[role];
    const token = await app.session(member);
    made.push({ role, credential: 'session', token });
    made.push({ role, credential: 'API key', token: await app.apiKey(member, { scopes: allScopes }) });
    made.push({ role, credential: 'app', token: (await connect(app, token, client)).access_token });
  }
  await app.schedule(people.OWNER, { isDefault: true });
  return { owner: people.OWNER, made };
}

test('each role, with a session, an API key and an app of every scope, is allowed and refused as the table says', async () => {
  const { owner, made } = await callers();
  for (const { name, roles: allowed, scope } of mutationAccess()) {
    for (const { role, credential, token } of made) {
      const { document, variables } = documentOf(name, await argsOfNothing(name, owner.userId));
      const { status, body } = await app.graphql(document, token, variables);
      const where = `${name} by the ${credential} of ${role}`;
      const isAllowed = allowed.includes(role) && (scope !== undefined || credential === 'session');
      const error = status === 401 || status === 403 ? body.errors[0] : undefined;
      const expected = isAllowed ? undefined : expect.stringMatching(refusalOf(name, scope));
      expect([where, error?.extensions.code]).toEqual([where, expected]);
      if (isAllowed || scope !== undefined || credential === 'session') continue;
      const sentence = `Only a signed-in session may do this, not ${credential === 'app' ? 'an app' : 'an API key'}`;
      expect([where, error?.message]).toEqual([where, sentence]);
    }
  }
});

const ofFewRoles = [
  ...['eraseContact', 'mergeContacts', 'undoMergeContacts'],
  ...['createCustomField', 'updateCustomField', 'orderCustomFields'],
];

/** Whoever lacks a scope lacks it by the role, but for mutations that fewer roles may use than have the scope. */
function refusalOf(name: string, scope: string | undefined): RegExp {
  const isOfRole = scope === undefined || ofFewRoles.includes(name);
  return isOfRole ? /^FORBIDDEN$/ : /^INSUFFICIENT_SCOPE$/;
}
