import type { GraphQLField } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { allScopes, type Scope } from '#src/domain/principal/scopes.ts';
import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import { schema } from '#src/graphql/schema.ts';
import { type Answer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { hostId, rootFields } from '../support/root-field-documents.ts';

let owner: Member;
const ask = (document: string, credential?: string) =>
  app.graphql(document.replace(`${hostId}`, `${owner.userId}`), credential);
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  owner = await app.workspace();
  await app.schedule(owner, { isDefault: true });
});

const entries = Object.entries(rootFields);
const scoped = entries.flatMap(([name, { who, document }]) =>
  typeof who === 'object' ? [[name, who.scope, document, who.also ?? []] as const] : [],
);

const outcome = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map((error: Answer['body']) => error.extensions.code),
];

async function outcomeOf(document: string, credential?: string) {
  const answer = await ask(document, credential);
  return { outcome: outcome(answer), scope: answer.body.errors?.[0].extensions.scope, data: answer.body.data };
}

test('the table has every root field of the schema, and its endpoint needs the same scope', () => {
  const fields: Record<string, GraphQLField<unknown, unknown>> = {
    ...schema.getQueryType()?.getFields(),
    ...schema.getMutationType()?.getFields(),
  };
  expect(Object.keys(rootFields).sort()).toEqual(Object.keys(fields).sort());
  for (const [name, scope] of scoped)
    expect([name, endpointOf(fields[name] as never)?.scope ?? scope]).toEqual([name, scope]);
});

test('every scope is needed by a root field', () => {
  const needed = new Set<Scope>(scoped.map(([, scope]) => scope));
  expect(allScopes.filter((scope) => !needed.has(scope))).toEqual([]);
});

describe('without a credential', () => {
  test.each(entries.filter(([, { who }]) => who !== 'every caller'))('%s is a 401', async (name, { document }) => {
    expect(await outcomeOf(document)).toMatchObject({ outcome: [401, 'MISSING_API_KEY'], data: { [name]: null } });
  });
});

describe('with all scopes but its own', () => {
  test.each(scoped)('%s is a 403 that names %s', async (name, scope, document) => {
    const key = await app.apiKey(owner, { scopes: allScopes.filter((each) => each !== scope) });
    expect(await outcomeOf(document, key)).toEqual({
      outcome: [403, 'INSUFFICIENT_SCOPE'],
      scope,
      data: { [name]: null },
    });
  });

  test.each(scoped)(
    '%s is refused behind an alias, a fragment and beside a field that is allowed',
    async (_, scope, document) => {
      const key = await app.apiKey(owner, { scopes: allScopes.filter((each) => each !== scope) });
      const mutates = document.startsWith('mutation');
      const field = document.slice(document.indexOf('{') + 1, document.lastIndexOf('}'));
      const hidden = `${mutates ? 'mutation' : 'query'} { mine: __typename ...F }
      fragment F on ${mutates ? 'Mutation' : 'Query'} { ... { theirs: ${field} } }`;
      const { body } = await ask(hidden, key);
      expect(body.errors.map((error: Answer['body']) => error.extensions)).toMatchObject([
        { code: 'INSUFFICIENT_SCOPE', scope },
      ]);
      expect(body.data?.theirs ?? null).toBeNull();
    },
  );
});

describe('with its own scope alone', () => {
  test.each(scoped)('%s is allowed', async (_, scope, document, also) => {
    const [status] = (await outcomeOf(document, await app.apiKey(owner, { scopes: [scope, ...also] }))).outcome;
    expect([200, 404]).toContain(status);
  });
});

describe('with every scope', () => {
  const personal = entries.filter(([, { who }]) => typeof who === 'string' && who.endsWith('in person'));

  test.each(personal)('%s is a 403 for a key, and allowed for a session', async (name, { document, status }) => {
    expect(await outcomeOf(document, await app.apiKey(owner))).toMatchObject({
      outcome: [403, 'FORBIDDEN'],
      data: { [name]: null },
    });
    const allowed = status === undefined ? [200, 404] : [status];
    expect(allowed).toContain((await outcomeOf(document, await app.session(owner))).outcome[0]);
  });
});

test("a closer's key has no scope beyond the role's, whatever is stored", async () => {
  const closer = await app.member(owner.workspaceId, 'CLOSER');
  const key = await app.apiKey(closer);
  const { body } = await app.graphql('{ viewer { scopes } }', key);
  for (const scope of ['users:write', 'webhooks:read', 'events:write'])
    expect(body.data.viewer.scopes).not.toContain(scope);
});
