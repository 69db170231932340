import { expect, test } from 'vitest';
import { bearer, useApp } from '../support/app.ts';
import { restRequest } from '../support/lists.ts';
import { documentOf, valuesOf } from '../support/root-fields/documents.ts';
import { inputOf, placeOf } from '../support/root-fields/place.ts';
import { endpoints, isAnonymous, mutationSamples } from '../support/root-fields/registry.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends the same request twice, with one key that nobody guesses. */
async function twice({ path, ...request }: Sent, token: string | undefined) {
  const headers = {
    ...request.headers,
    ...(token && bearer(token)),
    'idempotency-key': `a-key-that-nobody-guesses-${nextSerial()}`,
  };
  const answers = [];
  for (let time = 0; time < 2; time++) {
    const { status, body, headers: sent } = await app.request(path, { ...request, headers });
    answers.push({ status, body, replayed: sent.get('idempotent-replayed') });
  }
  return answers as [(typeof answers)[number], (typeof answers)[number]];
}

const samples = Object.entries(mutationSamples);

test.each(samples)('%s is performed once for an Idempotency-Key, or refuses it', async (name, sample) => {
  const owner = await app.workspace();
  const token = isAnonymous(sample) ? undefined : await app.session(owner);
  const input = await inputOf(app, owner, sample, await placeOf(app, owner));
  const { document, variables } = documentOf(name, input && { input });
  const body = JSON.stringify({ query: document, variables });
  const json = { 'content-type': 'application/json' };
  const [first, second] = await twice({ path: '/graphql', method: 'POST', headers: json, body }, token);
  if (sample.refusesKey) {
    const { extensions } = first.body.errors[0];
    expect([first.status, Object.keys(extensions.details.fieldErrors)]).toEqual([400, ['Idempotency-Key']]);
    return;
  }
  expect([first.status, first.body.errors, first.replayed]).toEqual([200, undefined, null]);
  expect([second.status, second.body.data, second.replayed]).toEqual([200, first.body.data, 'true']);
});

const creations = endpoints.filter(({ name, method }) => mutationSamples[name] && method === 'POST');

// To send a delivery again creates nothing.
test.each(creations.filter(({ name }) => name !== 'resendWebhookDelivery'))(
  '$name by /v1 is performed once for an Idempotency-Key',
  async ({ name, path }) => {
    const owner = await app.workspace();
    const input = await valuesOf(app, owner, await placeOf(app, owner), name);
    const [first, second] = await twice(restRequest('POST', path, input), await app.apiKey(owner));
    expect([first.status < 300, first.replayed]).toEqual([true, null]);
    expect(second).toEqual({ ...first, replayed: 'true' });
  },
);
