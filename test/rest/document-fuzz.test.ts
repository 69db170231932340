import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { inputs, type Operation, operations } from '../support/document-inputs.ts';
import { fuzzRuns } from '../support/extent.ts';
import { fuzzedWorkspace } from '../support/likely-inputs.ts';
import { restRequest } from '../support/lists.ts';

/** Of the inputs of each operation that are likely to be accepted. */
const minShareAccepted = 0.25;

/** A workspace has at most 20 webhooks, so of many requests few create one. */
const minShareOf: Readonly<Record<string, number>> = { 'POST /v1/webhooks': 0.1 };

/** An API key changes no role, whatever its scopes. */
const forbidden: ReadonlySet<string> = new Set(['PUT /v1/users']);

const app = await useApp();
const workspace = await fuzzedWorkspace(app);

/** Sends one request. The app itself checks the response against the document. */
function send({ method, path }: Operation, input: Record<string, unknown>, more: Record<string, string> = {}) {
  const request = restRequest(method, path, input);
  const headers = { authorization: `Bearer ${workspace.key}`, ...request.headers, ...more };
  return app.request(request.path, { ...request, headers });
}

describe.each(operations)('$method $path', (operation) => {
  test('accepts every input that the document allows, except what only the server can know', async () => {
    const name = `${operation.method} ${operation.path}`;
    const rare = minShareOf[name];
    const expected = [200, 201, 400, 404, ...(forbidden.has(name) ? [403] : [])];
    let [sent, accepted] = [0, 0];
    await fc.assert(
      fc.asyncProperty(workspace.likely(operation), inputs(operation, 'fitting'), async (makeLikely, fitting) => {
        const likely = await send(operation, await makeLikely());
        const random = await send(operation, fitting);
        for (const { status } of [likely, random]) expect(expected).toContain(status);
        sent += 1;
        if (likely.status < 300) accepted += 1;
      }),
      { numRuns: rare === undefined ? fuzzRuns(60) : 60 },
    );
    expect(accepted / sent).toBeGreaterThan(rare ?? minShareAccepted);
    expect(app.unexpected).toEqual([]);
  });

  test('answers any other input with something that is in the document, and never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(inputs(operation, 'any'), async (input) => {
        const { status } = await send(operation, input);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: fuzzRuns(200) },
    );
    expect(app.unexpected).toEqual([]);
  });

  test('answers any Idempotency-Key so, too', async () => {
    // fetch itself refuses all other characters.
    const codes = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }));
    const characters = codes.map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(workspace.likely(operation), fc.string({ unit: characters }), async (make, text) => {
        const { status } = await send(operation, await make(), { 'idempotency-key': text });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: operation.method === 'GET' ? 10 : fuzzRuns(60) },
    );
    expect(app.unexpected).toEqual([]);
  });
});
