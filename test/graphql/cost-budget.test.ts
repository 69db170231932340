import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { type Answer, bearer, type TestApp, testApp } from '../support/app.ts';
import { customField } from '../support/custom-fields.ts';
import { during, type Sql } from '../support/during.ts';
import { deal } from '../support/sales-factories.ts';

/** Costs 841. */
const nested = '{ contacts(limit: 40) { contacts { eventCalls { id } deals { id } } } }';
/** Costs 1. */
const small = '{ eventCalls { count } }';

function ask(app: TestApp, query: string, key: string): Promise<Answer> {
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
}

const remainingOf = ({ body }: Answer) => body.extensions.cost.remaining;

describe('the GraphQL cost of a workspace', () => {
  /** The time of the limiter: it moves only where a test says so. */
  let now = 0;
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ limiter: memoryWindows(() => now) });
  });
  afterAll(() => app.close());

  const newKey = async (workspace = {}) => app.apiKey(await app.workspace({ graphqlCost: 10_000, ...workspace }));

  /** A workspace where `nested` costs 221: twenty contacts at 11 each, and 1 for the page. */
  const twentyContacts = async (graphqlCost: number) => {
    const owner = await app.workspace({ graphqlCost });
    for (let number = 0; number < 20; number++) await app.contact(owner.workspaceId);
    return app.apiKey(owner);
  };

  test('is stated with every document: what it could cost, and what it has cost', async () => {
    const { status, headers, body } = await ask(app, nested, await twentyContacts(10_000));
    const resetAt = new Date(now + 1000).toISOString();
    expect(status).toBe(200);
    expect(body.extensions).toEqual({
      cost: { requested: 841, actual: 221, maximum: 2_000, limit: 10_000, remaining: 9779, resetAt },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-graphql-cost': '841;actual=221;maximum=2000',
      'x-graphql-cost-limit': '10000',
      'x-graphql-cost-remaining': '9779',
      'x-graphql-cost-reset': resetAt,
      'ratelimit-limit': '1000000',
    });
  });

  test('counts what each list has returned, at every depth and under every name', async () => {
    const owner = await app.workspace();
    const [first, second] = [await app.contact(owner.workspaceId), await app.contact(owner.workspaceId)];
    for (const contactId of [first, first, second]) await deal(app, owner, { contactId });
    const document = `{
      contacts(limit: 10) { contacts { id open: deals(limit: 1) { id } ...Deals } }
      few: contacts(limit: 1) { contacts { ...Deals } }
    } fragment Deals on Contact { deals { id contact { deals { id } } } }`;
    const { body } = await ask(app, document, await app.apiKey(owner));
    expect(body.errors).toBeUndefined();
    /** A deal with its contact, whose deals are read too. */
    const dealOf = (dealsOfContact: number) => 2 + 5 + dealsOfContact;
    const fragmentOf = (deals: number) => 5 + deals * dealOf(deals);
    const whole = 1 + (1 + 5 + 1 + fragmentOf(2)) + (1 + 5 + 1 + fragmentOf(1));
    const newest = body.data.few.contacts[0].deals.length;
    expect(body.extensions.cost.actual).toBe(whole + 1 + 1 + fragmentOf(newest));
  });

  test('lets forty calls with all that is around them be read page after page, and a hundred at once', async () => {
    const key = await newKey({ rateLimitPoints: 20 });
    const document = (limit: number) => `{ eventCalls(limit: ${limit}) { count eventCalls {
      id contact { id customFieldAnswers { customFieldId } } deals { id transactions { id } }
      secondaryAnswers { answer } questions { answer } } } }`;
    for (let page = 0; page < 10; page++) expect((await ask(app, document(40), key)).status).toBe(200);
    const { status, body } = await ask(app, document(100), key);
    expect([status, body.extensions.cost.requested > 5000]).toEqual([200, true]);
  });

  test('is spent by what was returned: what the last document takes beyond it is paid in the seconds after', async () => {
    const key = await twentyContacts(500);
    const remaining: number[] = [];
    for (let time = 0; time < 3; time++) remaining.push(remainingOf(await ask(app, nested, key)));
    expect(remaining).toEqual([279, 58, 0]);
    expect((await ask(app, nested, key)).status).toBe(429);
    now += 1000;
    expect(remainingOf(await ask(app, nested, key))).toBe(500 - (3 * 221 - 500) - 221);
    now += 1000;
    expect(remainingOf(await ask(app, nested, key))).toBe(279);
  });

  test('is free again only when documents that ran side by side have paid what they cost', async () => {
    const owner = await app.workspace({ graphqlCost: 100 });
    const id = await customField(app, owner.workspaceId, {
      identifier: 'plan',
      type: 'EVENT',
      inputType: 'SINGLE_SELECT',
    });
    const rows = Array.from({ length: 250 }, (_, index) => `option ${index}`);
    await app.sql(
      `INSERT INTO "CustomFieldOption" ("workspaceId", "customFieldId", "name", "displayIndex")
       SELECT $1, $2, n.name, n.place FROM unnest($3::text[]) WITH ORDINALITY n(name, place)`,
      [owner.workspaceId, id, rows],
    );
    const key = await app.apiKey(owner);
    // It could cost 16 by the length that such lists have as a rule, and costs 252.
    const document = '{ customFields(objectType: EVENT, limit: 2) { data { options { id } } } }';
    const asking = () => Promise.all([ask(app, document, key), ask(app, document, key)]);
    const lock = (sql: Sql) => sql('LOCK TABLE "CustomFieldOption" IN ACCESS EXCLUSIVE MODE', []);
    const answers = await during(app, lock, asking, 2);
    expect(answers.map(({ status, body }) => [status, body.extensions.cost.actual])).toEqual([
      [200, 252],
      [200, 252],
    ]);
    const freeAt = new Date(now + 5000).toISOString();
    for (; now < Date.parse(freeAt); now += 1000) {
      const { status, body } = await ask(app, small, key);
      expect([status, body.errors[0].extensions.limit.resetAt]).toEqual([429, freeAt]);
    }
    expect((await ask(app, small, key)).status).toBe(200);
  });

  test('is not spent by a document whose fields all wait for their own limits', async () => {
    const key = await newKey({ rateLimitPoints: 2 });
    for (let time = 0; time < 2; time++) await ask(app, nested, key);
    for (let time = 0; time < 5; time++) {
      const { status, body } = await ask(app, nested, key);
      expect([status, body.extensions.cost.actual, body.extensions.cost.remaining]).toEqual([429, 0, 9998]);
    }
    const half = `{ eventCalls { count } ${nested.slice(1)}`;
    expect(remainingOf(await ask(app, half, key))).toBe(9998 - 2);
  });

  test('refuses a document once it is spent, without work, without a point of its fields, and says when it is free', async () => {
    const key = await twentyContacts(221);
    await ask(app, nested, key);
    const before = app.statements.length;
    const { status, headers, body } = await ask(app, nested, key);
    const resetAt = new Date(now + 1000).toISOString();
    // The use of a key is recorded in the background, whenever that is.
    const sent = app.statements.slice(before).filter((name) => name !== 'credentials.apiKeyUses');
    expect(sent).toEqual(['credentials.apiKey']);
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        errors: [
          {
            message: `The GraphQL cost limit of this second is used up or reserved by running documents, and this document may cost 841: 221 per second are allowed, 0 are left. The limit resets at ${resetAt}.`,
            extensions: {
              ...{ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 },
              limit: { points: 221, windowSec: 1, remaining: 0, resetAt },
            },
          },
        ],
        extensions: { cost: { requested: 841, maximum: 2_000, limit: 221, remaining: 0, resetAt } },
      },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-limit': '221',
      'ratelimit-remaining': '0',
      'ratelimit-reset': resetAt,
      'retry-after': '1',
      'x-graphql-cost-remaining': '0',
    });
  });

  test('names the field whose own limit is reached, and says when it is free', async () => {
    const key = await newKey({ rateLimitPoints: 1 });
    await ask(app, small, key);
    const { status, body } = await ask(app, '{ page: eventCalls { count } }', key);
    const resetAt = new Date(now + 1000).toISOString();
    expect([status, body.errors]).toEqual([
      429,
      [
        {
          message: `Too many requests for eventCalls: 1 per second are allowed, 0 are left. The limit resets at ${resetAt}.`,
          ...{ path: ['page'], locations: [{ line: 1, column: 3 }] },
          extensions: {
            ...{ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 },
            limit: { points: 1, windowSec: 1, remaining: 0, resetAt },
          },
        },
      ],
    ]);
  });

  test('is that of all credentials of the workspace, and of no other', async () => {
    const member = await app.workspace({ graphqlCost: 10_000 });
    await ask(app, nested, await app.apiKey(member));
    expect(remainingOf(await ask(app, nested, await app.session(member)))).toBe(9998);
    expect(remainingOf(await ask(app, nested, await newKey()))).toBe(9999);
  });

  test('can be raised, from the next document on', async () => {
    const member = await app.workspace({ graphqlCost: 5000 });
    const key = await app.apiKey(member);
    await ask(app, nested, key);
    await app.sql('UPDATE "Workspace" SET "graphqlCost" = 20000 WHERE "id" = $1', [member.workspaceId]);
    expect(remainingOf(await ask(app, nested, key))).toBe(20_000 - 2);
  });

  test('is not spent by REST, by a refused document, or without a credential', async () => {
    const key = await newKey();
    await ask(app, '{ contacts(limit: 100) { contacts { eventCalls(limit: 100) { id } } } }', key);
    for (let time = 0; time < 5; time++) await app.get('/v1/eventCalls?limit=100', key);
    expect(remainingOf(await ask(app, small, key))).toBe(9999);
    const headers = { 'content-type': 'application/json' };
    const anonymous = await app.request('/graphql', { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
    expect(anonymous.body.extensions).toEqual({ cost: { requested: 0, actual: 0, maximum: 2_000 } });
    expect(anonymous.headers.get('x-graphql-cost-limit')).toBeNull();
  });
});
