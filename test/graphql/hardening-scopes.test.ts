import { beforeEach, describe, expect, test } from 'vitest';
import { allScopes, type Scope } from '#src/domain/principal/scopes.ts';
import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import { type Answer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { argsOfNothing, documentOf } from '../support/root-fields/documents.ts';
import { mutationSamples, querySamples, rootFields, whoOf } from '../support/root-fields/registry.ts';

let owner: Member;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  owner = await app.workspace();
  await app.schedule(owner, { isDefault: true });
});

const names = Object.keys(rootFields);
const scoped = names.flatMap((name) => {
  const who = whoOf(name);
  return typeof who === 'object' && 'scope' in who ? [[name, who.scope] as const] : [];
});

const outcome = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map((error: Answer['body']) => error.extensions.code),
];

async function outcomeOf(name: string, credential?: string) {
  const { document, variables } = documentOf(name, await argsOfNothing(name, owner.userId));
  const answer = await app.graphql(document, credential, variables);
  return { outcome: outcome(answer), scope: answer.body.errors?.[0].extensions.scope, data: answer.body.data };
}

test('an endpoint needs the scope of its root field', () => {
  for (const [name, scope] of scoped) {
    const endpoint = rootFields[name] && endpointOf(rootFields[name]);
    expect([name, endpoint?.scope ?? scope]).toEqual([name, scope]);
  }
});

test('every scope is needed by a root field', () => {
  const needed = new Set<Scope>(scoped.map(([, scope]) => scope));
  expect(allScopes.filter((scope) => !needed.has(scope))).toEqual([]);
});

describe('without a credential', () => {
  test.each(names.filter((name) => whoOf(name) !== 'every caller'))('%s is a 401', async (name) => {
    expect(await outcomeOf(name)).toMatchObject({ outcome: [401, 'MISSING_API_KEY'], data: { [name]: null } });
  });
});

describe('with all scopes but its own', () => {
  test.each(scoped)('%s is a 403 that names %s', async (name, scope) => {
    const key = await app.apiKey(owner, { scopes: allScopes.filter((each) => each !== scope) });
    expect(await outcomeOf(name, key)).toEqual({
      outcome: [403, 'INSUFFICIENT_SCOPE'],
      scope,
      data: { [name]: null },
    });
  });

  test.each(scoped)(
    '%s is refused behind an alias, a fragment and beside a field that is allowed',
    async (name, scope) => {
      const key = await app.apiKey(owner, { scopes: allScopes.filter((each) => each !== scope) });
      const { head, field, variables } = documentOf(name, await argsOfNothing(name, owner.userId));
      const hidden = `${head} { mine: __typename ...F }
      fragment F on ${head.startsWith('mutation') ? 'Mutation' : 'Query'} { ... { theirs: ${field} } }`;
      const { body } = await app.graphql(hidden, key, variables);
      expect(body.errors.map((error: Answer['body']) => error.extensions)).toMatchObject([
        { code: 'INSUFFICIENT_SCOPE', scope },
      ]);
      expect(body.data?.theirs ?? null).toBeNull();
    },
  );
});

describe('with its own scope alone', () => {
  test.each(scoped)('%s is allowed', async (name, scope) => {
    const scopes = [scope, ...((mutationSamples[name] ?? querySamples[name])?.otherScopes ?? [])];
    const [status] = (await outcomeOf(name, await app.apiKey(owner, { scopes }))).outcome;
    expect([200, 404]).toContain(status);
  });
});

describe('with every scope', () => {
  const personal = names.filter((name) => {
    const who = whoOf(name);
    return typeof who === 'object' && !('scope' in who);
  });

  test.each(personal)('%s is a 403 for a key, and allowed for a session', async (name) => {
    expect(await outcomeOf(name, await app.apiKey(owner))).toMatchObject({
      outcome: [403, 'FORBIDDEN'],
      data: { [name]: null },
    });
    // The password is wrong.
    const allowed = name === 'changePassword' ? [400] : [200, 404];
    expect(allowed).toContain((await outcomeOf(name, await app.session(owner))).outcome[0]);
  });
});

test("a closer's key has no scope beyond the role's, whatever is stored", async () => {
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const key = await app.apiKey(closer);
  const { body } = await app.graphql('{ viewer { scopes } }', key);
  for (const scope of ['users:write', 'webhooks:read', 'events:write'])
    expect(body.data.viewer.scopes).not.toContain(scope);
});
