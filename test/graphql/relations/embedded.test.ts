import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';

const app = await useApp();
const owner = await app.workspace();
await app.call(owner);
const key = await app.apiKey(owner, { scopes: ['eventCalls:read'] });

const callsWith = (closer: string) => `query ($more: Boolean!) { eventCalls { eventCalls { ${closer} } } }`;

async function closers(query: string, more: boolean) {
  const { body } = await app.graphql(query, key, { more });
  return {
    closers: body.data.eventCalls.eventCalls.map(({ closer }: { closer: unknown }) => closer),
    errors: body.errors,
  };
}

const refused = [expect.objectContaining({ message: 'Missing scope: users:read' })];

test.each([
  ['a field beside another of the same name', 'closer { id } closer @include(if: $more) { timeZone role }'],
  ['a field of the selection', 'closer { id timeZone @include(if: $more) }'],
  ['a fragment', 'closer { id ... @include(if: $more) { username } }'],
  ['a relation', 'closer { id } closer @include(if: $more) { schedules { id } }'],
])('what a call holds of its closer needs no scope, more of them does, request by request: %s', async (_, closer) => {
  const query = callsWith(closer);
  for (const more of [false, true, false, true]) {
    const held = { closers: [{ id: owner.userId }], errors: undefined };
    expect(await closers(query, more)).toEqual(more ? { closers: [null], errors: refused } : held);
  }
});

test('a fragment that is used twice, once with more beside it, is decided for each use', async () => {
  const query = `query { a: eventCalls { eventCalls { closer { ...Id } } }
    b: eventCalls { eventCalls { closer { ...Id timeZone } } } } fragment Id on Member { id }`;
  const { body } = await app.graphql(query, key);
  expect(body.data.a.eventCalls).toEqual([{ closer: { id: owner.userId } }]);
  expect(body.data.b.eventCalls).toEqual([{ closer: null }]);
  expect(body.errors).toEqual(refused);
});
