import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { fuzzRuns } from '../support/extent.ts';
import { queryOfEveryArgument } from '../support/graphql-calls.ts';
import { hostile } from '../support/hostile-values.ts';

const app = await useApp();
const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
const key = await app.apiKey(owner);
await app.call(owner);
await app.schedule(owner);

const names = [
  ...'page limit eventType dateFrom dateTo ids userIds eventIds outcomes types'.split(' '),
  ...'callTypes inviteeEmails search setterIds contactId previewId orderColumn orderBy userId __proto__'.split(' '),
];
const codes = [
  ...'BAD_USER_INPUT VALIDATION_FAILED'.split(' '),
  ...'BAD_REQUEST GRAPHQL_PARSE_FAILED GRAPHQL_VALIDATION_FAILED'.split(' '),
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  // Half surrogate pairs and NUL bytes included.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    'PAST',
    'WON',
    'asc',
    'dateTime',
    'a@example.com',
    '2026-02-28',
    '0000-01-01',
    '9999-12-31T23:59:59-23:59',
  ),
  fc.integer({ min: 100, max: 8000 }).map((length) => 'x'.repeat(length)),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e300),
);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const value = fc.oneof(
  scalar,
  scalar,
  fc.array(scalar, { maxLength: 5 }),
  fc.array(number, { maxLength: 5 }),
  fc.jsonValue(),
  hostile,
);

async function neverBreaks(query: string, variables: unknown): Promise<void> {
  const { status, body } = await app.graphql(query, key, variables as object);
  expect([200, 400, 404]).toContain(status);
  for (const { extensions } of body.errors ?? []) expect([...codes, 'NOT_FOUND']).toContain(extensions.code);
  expect(app.unexpected).toEqual([]);
}

describe('no variables cause a 500', () => {
  const anyVariables = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });

  test('eventCalls', () =>
    fc.assert(
      fc.asyncProperty(anyVariables, (variables) =>
        neverBreaks(queryOfEveryArgument('count eventCalls { id }'), variables),
      ),
      { numRuns: fuzzRuns(300), interruptAfterTimeLimit: 8_000 },
    ));

  test('userAvailabilities', () =>
    fc.assert(
      fc.asyncProperty(anyVariables, (variables) =>
        neverBreaks('query ($userId: Int) { userAvailabilities(userId: $userId) { id } }', variables),
      ),
      { numRuns: 100, interruptAfterTimeLimit: 4_000 },
    ));

  test('of any JSON type, also none that is an object', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), hostile), (variables) =>
        neverBreaks('{ eventCalls { count } }', variables),
      ),
      { numRuns: 60, interruptAfterTimeLimit: 4_000 },
    ));
});

describe('no document causes a 500', () => {
  const signs = '{ } ( ) [ ] ... @ $ ! : = | & " """ # ,'.split(' ');
  const words = 'query mutation subscription fragment on Query eventCalls count limit 1 -1e9 null'.split(' ');
  const names = 'userAvailabilities id __typename __schema skip include if true viewer signOut x'.split(' ');
  const token = fc.constantFrom(...signs, ...words, ...names, '\n', '\u0000', '\ufeff');
  test('made of the keywords of GraphQL', () =>
    fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 25 }), (tokens) => neverBreaks(tokens.join(' '), {})),
      { numRuns: fuzzRuns(200), interruptAfterTimeLimit: 6_000 },
    ));

  test('made of arbitrary text', () =>
    fc.assert(
      fc.asyncProperty(text, (query) => neverBreaks(query, {})),
      { numRuns: 100, interruptAfterTimeLimit: 4_000 },
    ));
});
