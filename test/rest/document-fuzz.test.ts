import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { inputs, type Operation, operations } from '../support/document-inputs.ts';
import { fullEvent } from '../support/full-event.ts';
import { deal, transaction } from '../support/sales-factories.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await testApp();
  const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  key = await app.apiKey(owner);
  // Ids from 1 on are those that are guessed.
  await app.call(owner);
  await app.schedule(owner);
  await fullEvent(app, owner);
  await deal(app, owner);
  await transaction(app, owner);
});
afterAll(() => app.close());

/** Sends one request; that its answer is one of the document's is checked by the app itself. */
async function send({ method, path }: Operation, input: Record<string, unknown>, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${key}`, ...more };
  if (method === 'GET') return app.request(`${path}?${queryString(input)}`, { headers });
  const body = JSON.stringify(input);
  return app.request(path, { method, headers: { ...headers, 'content-type': 'application/json' }, body });
}

function queryString(input: Record<string, unknown>): string {
  const one = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const text = (value: unknown) => (Array.isArray(value) ? value.map(one).join(',') : one(value));
  const wellFormed = (value: string) => value.toWellFormed();
  return Object.entries(input)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(text(value)))}`)
    .join('&');
}

describe.each(operations)('$method $path', (operation) => {
  test('takes every input that the document allows, but for what only the server can know', async () => {
    await fc.assert(
      fc.asyncProperty(inputs(operation, 'fitting'), async (input) => {
        const { status } = await send(operation, input);
        expect([200, 201, 400, 404]).toContain(status);
      }),
      { numRuns: 120 },
    );
    expect(app.unexpected).toEqual([]);
  });

  test('answers any other input with something that is in the document, and never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(inputs(operation, 'any'), async (input) => {
        const { status } = await send(operation, input);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
    expect(app.unexpected).toEqual([]);
  });

  test('answers any Idempotency-Key so, too', async () => {
    // Others than these no client can send: fetch refuses them itself.
    const codes = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }));
    const characters = codes.map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(inputs(operation, 'fitting'), fc.string({ unit: characters }), async (input, text) => {
        const { status } = await send(operation, input, { 'idempotency-key': text });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: operation.method === 'GET' ? 10 : 60 },
    );
    expect(app.unexpected).toEqual([]);
  });
});
