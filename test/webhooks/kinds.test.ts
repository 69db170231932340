import { type GraphQLField, getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import { schema } from '#src/graphql/schema.ts';
import { useApp } from '../support/app.ts';
import { eventsOf } from '../support/webhook-rows.ts';
import { eventfulMutations } from './mutations.ts';
import type { Case } from './place.ts';
import { silentMutations } from './silent-mutations.ts';

const mutationCases = { ...eventfulMutations, ...silentMutations };
const mutations = schema.getMutationType()?.getFields() ?? {};

const app = await useApp();

test('every mutation of the schema says which events it writes, or why it writes none', () => {
  expect(Object.keys(mutationCases).sort()).toEqual(Object.keys(mutations).sort());
  const silent = Object.entries(mutationCases).filter(([, cases]) =>
    cases.some(({ kinds, because }) => (kinds.length === 0) === (because === undefined)),
  );
  expect(silent).toEqual([]);
});

/** Kinds that no mutation writes: the clock and the answers of receivers do. */
const ofWorkers = ['call.starting', 'webhook.failing', 'webhook.paused'];

test('every kind is written by a mutation, but those of background work', () => {
  const written = new Set(Object.values(mutationCases).flatMap((cases) => cases.flatMap(({ kinds }) => kinds)));
  expect(allWebhookKinds.filter((kind) => !written.has(kind))).toEqual(ofWorkers);
});

describe.each(Object.entries(mutationCases))('%s', (name, cases) => {
  test.each(
    cases.map((each) => [`${each.about ?? ''} writes ${each.kinds.join(', ') || 'none'}`.trim(), each] as const),
  )('%s', async (_, { kinds, input, isAnonymous, isRepeatable }) => {
    const owner = await app.workspace();
    const session = isAnonymous ? undefined : await app.session(owner);
    const values = await input({ app, owner });
    const before = await eventsOf(app, owner.workspaceId);
    await call(name, values, session);
    const after = (await eventsOf(app, owner.workspaceId)).slice(before.length);
    expect(after.map(({ kind }) => kind)).toEqual(kinds);
    if (!isRepeatable) return;
    await call(name, values, session);
    expect(await eventsOf(app, owner.workspaceId)).toHaveLength(before.length + kinds.length);
  });
});

async function call(name: string, input: Awaited<ReturnType<Case['input']>>, session: string | undefined) {
  const { body } = await app.graphql(documentOf(name), session, { input });
  expect(body.errors).toBeUndefined();
}

function documentOf(name: string): string {
  const { args, type } = mutations[name] as GraphQLField<unknown, unknown>;
  const selection = 'getFields' in getNamedType(type) ? ' { __typename }' : '';
  return args[0]
    ? `mutation ($input: ${args[0].type}) { ${name}(input: $input)${selection} }`
    : `mutation { ${name}${selection} }`;
}
