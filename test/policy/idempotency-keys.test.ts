import { expect, test } from 'vitest';
import { type Answer, bearer, useApp } from '../support/app.ts';
import { sendJson } from '../support/lists.ts';
import { documentOf, valuesOf } from '../support/root-fields/documents.ts';
import { inputOf, placeOf } from '../support/root-fields/place.ts';
import { endpoints, isAnonymous, mutationSamples } from '../support/root-fields/registry.ts';
import { nextSerial } from '../support/serial.ts';
import { storedRows } from '../support/stored-rows.ts';

const app = await useApp();

/** Without a credential a key is 16 characters long or more. */
const newKey = () => `a-key-of-one-request-${nextSerial()}`;
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');

const samples = Object.entries(mutationSamples);

test.each(samples)('%s is performed once for an Idempotency-Key, or refuses it', async (name, sample) => {
  const owner = await app.workspace();
  const token = isAnonymous(sample) ? undefined : await app.session(owner);
  const input = await inputOf(app, owner, sample, await placeOf(app, owner));
  const { document, variables } = documentOf(name, input && { input });
  const headers = {
    ...{ 'content-type': 'application/json', 'idempotency-key': newKey() },
    ...(token && bearer(token)),
  };
  const body = JSON.stringify({ query: document, variables });
  const send = () => app.request('/graphql', { method: 'POST', headers, body });
  const [first, second] = [await send(), await send()];
  if (sample.refusesKey) {
    const { extensions } = first.body.errors[0];
    expect([first.status, Object.keys(extensions.details.fieldErrors)]).toEqual([400, ['Idempotency-Key']]);
    return;
  }
  expect([first.status, first.body.errors, replayed(first)]).toEqual([200, undefined, null]);
  expect([second.status, second.body.data, replayed(second)]).toEqual([200, first.body.data, 'true']);
});

const creations = endpoints.filter(({ name, method }) => mutationSamples[name] && method === 'POST');

// To send a delivery again creates nothing.
test.each(creations.filter(({ name }) => name !== 'resendWebhookDelivery'))(
  '$name by /v1 is performed once for an Idempotency-Key, which another body may not have',
  async ({ name, path }) => {
    const owner = await app.workspace();
    const input = await valuesOf(app, owner, await placeOf(app, owner), name);
    const credential = { key: await app.apiKey(owner), headers: { 'idempotency-key': newKey() } };
    const send = (more: object = {}) => sendJson(app, ['POST', path], { ...input, ...more }, credential);
    const first = await send();
    expect([first.status < 300, replayed(first)]).toEqual([true, null]);
    const before = await storedRows(app);
    const again = await send();
    expect([again.status, again.body, replayed(again)]).toEqual([first.status, first.body, 'true']);
    const other = await send({ workspaceId: 2 });
    const message = 'This Idempotency-Key was used with another request body, or by another caller';
    expect([other.status, other.body]).toEqual([409, { message, code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(await storedRows(app)).toEqual(before);
  },
);
