import fc from 'fast-check';
import { type GraphQLError, graphql } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { createRateGate } from '#src/access/rate-limit/gate.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { requestRate } from '#src/access/rate-limit/request-rate.ts';
import { cursorPurpose } from '#src/domain/cursor.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { webhookSecretPurpose } from '#src/domain/webhooks/secret.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { toGraphQLError } from '#src/graphql/errors.ts';
import { schema } from '#src/graphql/schema.ts';
import { createMetrics } from '#src/lib/metrics.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { documentedExamples } from '#src/rest/openapi/document.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { SlotEngine } from '#src/services/slots/slot-engine.ts';
import { noNames, testSecretKey, useApp } from '../support/app.ts';
import { auditKeys } from '../support/audit-keys.ts';
import { calendarGateway } from '../support/calendar-gateway.ts';
import { anyDocument } from '../support/document-arbitraries.ts';
import { handMadeCalls, now } from '../support/hand-made-calls.ts';
import { memoryAccountLimits, memoryInviteeLimits, memoryThrottle } from '../support/login-throttle.ts';

const app = await useApp();
const made = await handMadeCalls(app);
app.clock.set(now);
await app.answers(made.workspaceId, made.calls[0]?.id as number, {
  questions: [{ statement: 'Name?', type: 'NAME', answer: 'Ira' }],
  secondary: [{ identifier: 'goals', answer: ['grow', 'hire'] }],
});
await app.schedule(made.owner, { hours: { monday: [[0, 60]] }, eventIds: made.eventIds });

/** The same document, executed by graphql-js itself over the same schema. */
async function plain(source: string, variableValues?: Record<string, unknown>): Promise<unknown> {
  const principal = await resolveApiKey(app.context, made.key);
  const contextValue: GraphQLContext = {
    ...app.context,
    gate: createRateGate(memoryWindows()),
    appUrl: 'http://app.test',
    signInThrottle: memoryThrottle(),
    sendsMail: false,
    arrivalLimits: new ArrivalLimits(),
    inviteeLimits: memoryInviteeLimits(),
    accountLimits: memoryAccountLimits(),
    ...{ mailer: undefined, background: app.background, signUp: true, hasDemo: false },
    calendars: calendarGateway(),
    slots: new SlotEngine((error) => Promise.reject(error)),
    bookingTokens: new BookingTokens(testSecretKey),
    cursors: new SignedTexts(testSecretKey, cursorPurpose),
    webhookSecrets: new SealedTexts(testSecretKey, webhookSecretPurpose),
    auditKeys,
    webhookTargets: noNames,
    eventExample: documentedExamples(schema),
    metrics: createMetrics(),
    principal,
    rate: { ...requestRate(principal, { isPage: false }), graphqlCost: 1 },
    sessionToken: undefined,
    address: '',
    userAgent: undefined,
  };
  const { errors, data } = await graphql({ schema, source, contextValue, variableValues });
  return JSON.parse(JSON.stringify({ ...(errors && { errors: errors.map(asSent) }), data }));
}

/** The error as the server sends it, with its code. */
function asSent(error: GraphQLError): object {
  const sent = toGraphQLError(error, false);
  const { http: _, ...extensions } = sent.extensions;
  return { ...sent.toJSON(), extensions };
}

async function agree(source: string, variables?: Record<string, unknown>): Promise<void> {
  const { body } = await app.graphql(source, made.key, variables);
  // As text: the order of the keys is that of the document.
  expect(JSON.stringify(body)).toBe(JSON.stringify(await plain(source, variables)));
}

/** The server executes no document beyond a limit. */
async function isRefused(source: string, variables: Record<string, unknown>): Promise<boolean> {
  const { body } = await app.graphql(source, made.key, variables);
  return /^(TOO_MANY|QUERY_TOO)_/.test(body.errors?.[0].extensions.code ?? '');
}

const personFragment = 'fragment Person on Member { id firstName }';
const callFragment = `fragment Call on EventCall { id closer { ...Person email } setter { ...Person } } ${personFragment}`;

describe('compiled and plain execution agree on', () => {
  test.each([
    ['aliases of a root field', '{ a: eventCalls(limit: 1) { count } b: eventCalls(eventType: PAST) { count } }'],
    ['aliases below', '{ eventCalls { total: count list: eventCalls { key: id who: closer { name: firstName } } } }'],
    ['one field under two aliases', '{ eventCalls { a: eventCalls { id } b: eventCalls { name } } }'],
    ['a field selected twice', '{ eventCalls { count count eventCalls { id } eventCalls { id name } } }'],
    ['a root field selected twice', '{ eventCalls { count } eventCalls { eventCalls { id } } }'],
    ['both root fields', '{ userAvailabilities { id } eventCalls { count } }'],
    [
      '__typename',
      '{ eventCalls { __typename eventCalls { __typename closer { t: __typename } setter { __typename } } } }',
    ],
    ['__typename at the root', '{ __typename eventCalls { count } }'],
    ['fragments', `{ eventCalls { eventCalls { ...Call name } } } ${callFragment}`],
    [
      'inline fragments',
      '{ eventCalls { ... on EventCallPage { count } ... { eventCalls { ... on EventCall { id } } } } }',
    ],
    ['a fragment at the root', '{ ...Root } fragment Root on Query { eventCalls { count } }'],
    ['an inline fragment at the root', '{ ... on Query { eventCalls { count } } userAvailabilities { id } }'],
    ['@skip and @include as written', '{ eventCalls { count @skip(if: true) eventCalls @include(if: true) { id } } }'],
    ['@skip at the root', '{ eventCalls @skip(if: true) { count } userAvailabilities { id } }'],
    ['@skip of everything', '{ eventCalls { count @skip(if: true) } }'],
    [
      'lists of texts and numbers',
      '{ eventCalls { eventCalls { secondaryAnswers { answer } } } userAvailabilities { eventId } }',
    ],
    ['lists within lists', '{ userAvailabilities { days { name timings { startTime endTime } } } }'],
    ['enums and instants', '{ eventCalls { eventCalls { outcome status callType location dateTime createdAt } } }'],
    ['an operation with a name', 'query Calls { eventCalls { count } }'],
    ['introspection beside data', '{ eventCalls { count } __type(name: "CallPerson") { fields { name } } }'],
  ])('%s', async (_, source) => {
    await agree(source);
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['variables', '($limit: Int) { eventCalls(limit: $limit) { eventCalls { id } } }', { limit: 3 }],
    ['variables without a value', '($limit: Int) { eventCalls(limit: $limit) { eventCalls { id } } }', {}],
    ['variables that are null', '($limit: Int) { eventCalls(limit: $limit) { count } }', { limit: null }],
    ['defaults of variables', '($limit: Int = 2) { eventCalls(limit: $limit) { eventCalls { id } } }', {}],
    ['variables inside a list', '($a: CallOutcome!) { eventCalls(outcomes: [WON, $a]) { count } }', { a: 'PENDING' }],
    ['one value for a list', '($ids: [Int!]) { eventCalls(ids: $ids) { count } }', { ids: 1 }],
    [
      '@include by a variable',
      '($x: Boolean!) { eventCalls { count eventCalls @include(if: $x) { id } } }',
      { x: false },
    ],
    ['@skip by a variable', '($x: Boolean!) { eventCalls { count eventCalls @skip(if: $x) { id } } }', { x: false }],
    [
      '@skip and @include',
      '($x: Boolean!) { eventCalls { count @skip(if: $x) @include(if: $x) eventCalls { id } } }',
      { x: true },
    ],
    ['@include at the root', '($x: Boolean!) { eventCalls @include(if: $x) { count } }', { x: false }],
    [
      '@include of a fragment',
      `($x: Boolean!) { eventCalls { eventCalls { id ...P @include(if: $x) } } } fragment P on EventCall { name }`,
      { x: true },
    ],
    [
      'enum variables',
      '($t: EventType, $o: OrderBy) { eventCalls(eventType: $t, orderBy: $o) { count } }',
      { t: 'PAST', o: 'asc' },
    ],
  ])('%s', async (_, rest, variables) => {
    await agree(`query ${rest}`, variables);
  });

  test('one document with other variables again and again', async () => {
    const source =
      'query ($limit: Int, $all: Boolean!) { eventCalls(limit: $limit) { count eventCalls { id name @include(if: $all) } } }';
    for (const limit of [1, 2, 3, null]) for (const all of [true, false]) await agree(source, { limit, all });
  });

  test('any document that can be written over the two lists', async () => {
    await fc.assert(
      fc.asyncProperty(anyDocument(schema, ['eventCalls', 'userAvailabilities']), async ({ source, variables }) => {
        if (await isRefused(source, variables)) return;
        await agree(source, variables);
      }),
      { numRuns: 80 },
    );
  });
});
