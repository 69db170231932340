import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { routesOf } from '#src/rest/routes.ts';
import { useApp } from '../../support/app.ts';
import { operations } from '../../support/document-inputs.ts';
import { fuzzedWorkspace } from '../../support/likely-inputs.ts';
import { sendJson } from '../../support/lists.ts';
import { storedRows } from '../../support/stored-rows.ts';

const app = await useApp();
const { key, likely } = await fuzzedWorkspace(app);

const idempotent = routesOf(schema).filter((route) => route.idempotent);
const creations = operations.filter(({ method, path }) =>
  idempotent.some((route) => route.method === method && `/v1${route.path}` === path),
);

test('every POST that creates something takes a key', () => {
  const posts = operations.filter(({ method }) => method === 'POST').map(({ path }) => path);
  const others = posts.filter((path) => !creations.some((each) => each.path === path));
  expect(others).toEqual(['/v1/events/eventDates', '/v1/webhooks/deliveries/resend']);
});

test.each(creations)('$method $path with one key is done once, and refuses another body', async (operation) => {
  const { method, path } = operation;
  const [sample] = fc.sample(likely(operation), { seed: 1, numRuns: 1 });
  const headers = { 'idempotency-key': path };
  const send = (more: object) => sendJson(app, [method, path], { ...sample, ...more }, { key, headers });

  const first = await send({ workspaceId: 1 });
  const unknown = first.headers.get('unknown-parameters');
  expect([first.status < 300, first.headers.get('idempotent-replayed'), unknown]).toEqual([
    true,
    null,
    'body.workspaceId',
  ]);
  const before = await storedRows(app);
  const again = await send({ workspaceId: 1 });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([first.status, 'true']);
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
  const other = await send({ workspaceId: 2 });
  const message = 'This Idempotency-Key was used with another request body, or by another caller';
  expect([other.status, other.body]).toEqual([409, { message, code: 'IDEMPOTENCY_KEY_REUSED' }]);
  expect(await storedRows(app)).toEqual(before);
});
