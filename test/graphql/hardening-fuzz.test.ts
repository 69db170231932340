import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { type Answer, bearer, useApp } from '../support/app.ts';
import { fuzzRuns } from '../support/extent.ts';
import { hostile } from '../support/hostile-values.ts';
import { anyOperation } from '../support/schema-arbitraries.ts';

const app = await useApp({ production: false });
const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
const session = await app.session(owner);
const key = await app.apiKey(owner);
await app.call(owner);
await app.schedule(owner);
await app.contact(owner.workspaceId);

const accept = 'application/graphql-response+json';
const time = 60_000;

function send(body: string, credential = session): Promise<Answer> {
  const headers = { ...bearer(credential), 'content-type': 'application/json', accept };
  return app.request('/graphql', { method: 'POST', headers, body });
}

/** A response with partial data must not hold an error of the server either. */
function expectNoFailure({ status, body }: Answer): void {
  const codes = (body.errors ?? []).map((error: Answer['body']) => error.extensions?.code);
  expect({ codes, unexpected: app.unexpected, failed: status >= 500 }).toEqual({
    codes: codes.filter((code: string) => code && code !== 'INTERNAL_SERVER_ERROR'),
    unexpected: [],
    failed: false,
  });
}

test.each(['query', 'mutation'] as const)(
  'no %s of the schema, with any variables, is an error of the server',
  async (kind) => {
    let executed = 0;
    const check = async (sent: object, credential: string) => {
      const answer = await send(JSON.stringify(sent), credential);
      expectNoFailure(answer);
      if (answer.body.data || answer.body.errors[0].path) executed += 1;
    };
    const credential = fc.constantFrom('session' as const, 'key' as const);
    const property = fc.asyncProperty(anyOperation(schema, kind), credential, (sent, as) =>
      check(sent, as === 'key' ? key : session),
    );
    await fc.assert(property, { numRuns: fuzzRuns(300) });
    expect(executed).toBeGreaterThan(fuzzRuns(20));
  },
  time,
);

const pieces = [
  ...['{', '}', '(', ')', '[', ']', ':', '$', '@', '!', '...', '|', '&', '=', '"', '"""', '#', ',', '\n', '\\u0000'],
  ...['query', 'mutation', 'subscription', 'fragment', 'on', 'type', 'extend', 'null', 'true', '1', '-0', '1e999'],
  ...['viewer', 'eventCalls', '__schema', '__typename', 'id', 'limit', '@include(if: true)', '@skip', '\u{1f389}'],
];

test(
  'no text for a document is an error of the server',
  async () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((some) => some.join(' ')),
      fc.string({ unit: 'binary', maxLength: 100 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (query) => expectNoFailure(await send(JSON.stringify({ query })))),
      { numRuns: fuzzRuns(300) },
    );
  },
  time,
);

test(
  'no body and no query string is an error of the server',
  async () => {
    const odd = fc.oneof(fc.jsonValue(), hostile);
    const persisted = fc.record({ version: fc.oneof(fc.constant(1), odd), sha256Hash: odd }, { requiredKeys: [] });
    const members = {
      query: fc.oneof(fc.constant('{ viewer { id } }'), odd),
      variables: odd,
      operationName: odd,
      extensions: fc.oneof(odd, fc.record({ persistedQuery: fc.oneof(odd, persisted) })),
    };
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      hostile.map((value) => JSON.stringify(value)),
      fc.record(members, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(body, async (text) => expectNoFailure(await send(text))),
      { numRuns: fuzzRuns(200) },
    );
    const params = fc.dictionary(
      fc.constantFrom('query', 'variables', 'operationName', 'extensions', 'x'),
      fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        hostile.map((value) => JSON.stringify(value)),
      ),
    );
    const get = async (sent: Record<string, string>) => {
      const headers = { ...bearer(key), accept };
      return app.request(`/graphql?${new URLSearchParams(sent)}`, { headers });
    };
    await fc.assert(
      fc.asyncProperty(params, async (sent) => expectNoFailure(await get(sent))),
      { numRuns: fuzzRuns(200) },
    );
  },
  time,
);

test(
  'no cookie is an error of the server',
  async () => {
    const characters = fc.oneof(
      fc.constantFrom('=', ';', ' ', '%', '"', '\\'),
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    );
    const names = fc.constantFrom('session=', 'session=service_ses_', 'session=service_', 'browser=', '__proto__=', '');
    const cookie = fc.tuple(names, fc.string({ unit: characters, maxLength: 60 })).map(([name, rest]) => name + rest);
    const headers = { 'content-type': 'application/json', accept, 'x-slotline-client': 'web' };
    await fc.assert(
      fc.asyncProperty(fc.array(cookie, { minLength: 1, maxLength: 3 }), async (cookies) => {
        const body = JSON.stringify({ query: '{ viewer { id } }' });
        const init = { method: 'POST', headers: { ...headers, cookie: cookies.join('; ') }, body };
        expectNoFailure(await app.request('/graphql', init));
      }),
      { numRuns: 100 },
    );
  },
  time,
);
