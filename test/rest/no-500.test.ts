import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import { operations } from '../support/document-inputs.ts';
import { fuzzRuns } from '../support/extent.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const app = await useApp();
const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
const key = await app.apiKey(owner);
await app.call(owner);
await app.schedule(owner);
afterAll(async () => {
  agent.destroy();
});

/** Sends the query string unchanged. `fetch` would normalize it. */
function get(path: string): Promise<{ status: number; body: Body }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const sent = request({ agent, host: '127.0.0.1', port: new URL(app.url).port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The names of the parameters of these endpoints. */
const known = operations.flatMap(({ method, path, fields }): [string, string[]][] =>
  method === 'GET' && /fields.objects|eventCalls$|userAvailabilities$/.test(path) ? [[path, Object.keys(fields)]] : [],
);

const percent = fc.uint8Array({ maxLength: 12 }).map((bytes) => {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
});
const encoded = fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent);
// Node's HTTP parser closes the connection on characters beyond ASCII.
const raw = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const words = fc.constantFrom(
  ...[
    'WON',
    'PENDING',
    'PAST',
    'CONTACT',
    'NUMBER',
    'false',
    'scheduled_events',
    'asc',
    'updatedAt',
    'ira',
    'a@example.com',
    'call_1',
    'true',
  ],
  ...['2026-02-28', '0000-01-01', '0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999999999-23:59', '2026-03-29'],
  ...['0000-01-01T00:00:00%2B23:59', '+275760-09-13', '2026-02-30', '%27;--', '%25', '\\', '%5C%25_', '"', '{}', '[]'],
  ...[
    'null',
    'undefined',
    'NaN',
    '-0',
    '0',
    '1',
    '00001',
    '1.0',
    '1e9',
    '%00',
    '%ED%A0%80',
    '%E2%80%AE',
    '%F0%9F%98%80',
  ],
);
const numbers = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom(...['2147483647', '2147483648', '4294967296', '9007199254740993', '-2147483649']),
  fc.double().map(String),
);
const long = fc
  .tuple(words, fc.integer({ min: 100, max: 8000 }))
  .map(([word, length]) => word.repeat(length).slice(0, length - (length % 3)));
const piece = fc.oneof(percent, encoded, raw, words, words, numbers, numbers, long);
const value = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 5 }).map((items) => items.join(',')),
);

function query(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: piece });
  const parameter = fc.tuple(name, value, fc.constantFrom('=', '=', '=', '=', '', '==', '[]='));
  const parameters = parameter.map(([left, right, equals]) => `${left}${equals}${right}`);
  return fc.array(parameters, { maxLength: 4 }).map((all) => all.join('&').replaceAll('#', '%23').slice(0, 8500));
}

describe.each(known)('GET %s', (path, names) => {
  test('any query gets a page, or a 400 that names known fields', async () => {
    await fc.assert(
      fc.asyncProperty(query(names), async (queryString) => {
        const { status, body } = await get(`${path}?${queryString}`);
        expect([200, 400, ...(path.endsWith('Availabilities') ? [404] : [])]).toContain(status);
        if (status !== 400) return;
        const { formErrors, fieldErrors } = body.details ?? body.message.details;
        expect(formErrors).toEqual([]);
        expect(names).toEqual(expect.arrayContaining(Object.keys(fieldErrors)));
        expect(Object.values<string[]>(fieldErrors).flat().length).toBeGreaterThan(0);
      }),
      { numRuns: fuzzRuns(300) },
    );
    expect(app.unexpected).toEqual([]);
  });

  test.each(names)('any value of %s gets a page or a 400', async (name) => {
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const { status } = await get(`${path}?${name}=${text.replaceAll('#', '%23').slice(0, 8000)}`);
        expect([200, 400, ...(name === 'userId' ? [404] : [])]).toContain(status);
      }),
      { numRuns: 15 },
    );
    expect(app.unexpected).toEqual([]);
  });
});

describe('the credential', () => {
  const header = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 80,
  });
  test('any malformed credential gets a 401', async () => {
    const token = fc.tuple(fc.constantFrom('', 'Bearer ', 'bearer service_', 'Bearer service_ses_', 'Basic '), header);
    await fc.assert(
      fc.asyncProperty(token, async ([scheme, rest]) => {
        const { status } = await app.request('/v1/eventCalls', { headers: { authorization: scheme + rest } });
        expect(status).toBe(401);
      }),
      { numRuns: 100 },
    );
    expect(app.unexpected).toEqual([]);
  });
});
