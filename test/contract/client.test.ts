import createClient from 'openapi-fetch';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { contactStage } from '../support/custom-fields.ts';
import type { Member } from '../support/factories.ts';
import { expectRequestToFit, expectToFit, openApi } from '../support/fits-document.ts';
import { oauthApp } from '../support/oauth.ts';
import { valuesOf } from '../support/root-fields/documents.ts';
import { placeOf } from '../support/root-fields/place.ts';
import { endpoints } from '../support/root-fields/registry.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import type { paths } from './generated/api.ts';

let owner: Member;
let client: ReturnType<typeof createClient<paths>>;
const driven = new Set<string>();
const declared = new Set<string>();

interface Sent {
  readonly error?: unknown;
  readonly response: Response;
}

/** A test of these endpoints and no others, as `GET /v1/contacts`. */
function drives(endpoints: readonly string[], run: () => Promise<void>): () => Promise<void> {
  for (const endpoint of endpoints) declared.add(endpoint);
  return async () => {
    await run();
    expect([...driven].sort()).toEqual([...endpoints].sort());
  };
}

const app = await useApp();
beforeEach(async () => {
  driven.clear();
  owner = await app.workspace();
  const headers = { authorization: `Bearer ${await app.apiKey(owner)}` };
  // openapi-fetch does not read from the document how lists are written.
  const querySerializer = { array: { style: 'form' as const, explode: false } };
  client = createClient<paths>({ baseUrl: app.url, headers, querySerializer });
  client.use({
    async onResponse({ request, response, schemaPath }) {
      driven.add(`${request.method} ${schemaPath}`);
      const { status, headers } = response;
      expectToFit(request.method, request.url, { status, headers, body: await response.clone().json() });
    },
  });
});

describe('the client that is generated from the document', () => {
  it(
    'makes, changes, finds, lists and erases contacts',
    drives(
      [
        ...['DELETE /v1/contacts', 'GET /v1/contacts', 'GET /v1/contacts/detail'],
        ...['POST /v1/contacts', 'PUT /v1/contacts'],
      ],
      async () => {
        const body = { email: 'ira@example.com', utm: [{ utmKey: 'utm_source', utmValue: 'mail' }] };
        const header = { 'Idempotency-Key': 'first' };
        const made = await client.POST('/v1/contacts', { body, params: { header } });
        const contactId = made.data?.data.id ?? 0;
        expect(made.response.status).toBe(201);
        const changed = await client.PUT('/v1/contacts', {
          body: { contactId, firstName: 'Ira', status: 'QUALIFIED' },
        });
        expect(changed.data?.data.firstName).toBe('Ira');
        const found = await client.GET('/v1/contacts/detail', { params: { query: { email: 'IRA@example.com' } } });
        expect(found.data?.data.customFieldAnswers).toEqual([]);
        const query = { status: ['QUALIFIED' as const, 'POTENTIAL' as const], limit: 5 };
        expect((await client.GET('/v1/contacts', { params: { query } })).data?.data.count).toBe(1);
        const erased = await client.DELETE('/v1/contacts', { params: { query: { id: contactId } } });
        expect(erased.data?.data).toMatchObject({ id: contactId, eventCalls: 0 });
      },
    ),
  );

  it(
    'lists calls, deals, transactions and users',
    drives(['GET /v1/deals', 'GET /v1/eventCalls', 'GET /v1/transactions', 'GET /v1/users'], async () => {
      const callId = await app.call(owner, { outcome: 'WON' });
      const [dealId, transactionId] = [await deal(app, owner), await transaction(app, owner)];
      const query = { outcomes: ['WON' as const], orderBy: 'asc' as const };
      const calls = await client.GET('/v1/eventCalls', { params: { query } });
      expect(calls.data?.data.eventCalls.map(({ id, closer }) => [id, closer.id])).toEqual([[callId, owner.userId]]);
      const deals = await client.GET('/v1/deals', { params: { query: { userIds: [owner.userId] } } });
      expect(deals.data?.data.deals.map(({ id, value }) => [id, value])).toEqual([[dealId, 100]]);
      const { data } = await client.GET('/v1/transactions');
      expect(data?.data.transactions.map(({ id }) => id)).toEqual([transactionId]);
      expect((await client.GET('/v1/users')).data?.data.users.map(({ role }) => role)).toEqual(['OWNER']);
    }),
  );

  it(
    'finds events and the schedules behind them, and closes an event',
    drives(
      ['GET /v1/events', 'GET /v1/events/detail', 'GET /v1/userAvailabilities', 'PUT /v1/events/status'],
      async () => {
        const eventId = await app.event(owner);
        await app.schedule(owner, { eventIds: [eventId], hours: { monday: [[540, 1020]] } });
        const { data } = await client.GET('/v1/events', { params: { query: { search: 'strategy' } } });
        expect(data?.data.events.some(({ id }) => id === eventId)).toBe(true);
        const closed = await client.PUT('/v1/events/status', { body: { eventId, status: 'DEACTIVATED' } });
        expect(closed.data?.data.status).toBe('DEACTIVATED');
        const one = await client.GET('/v1/events/detail', { params: { query: { eventId } } });
        expect(one.data?.data.hosts.map(({ userId }) => userId)).toEqual([owner.userId]);
        const { data: schedules } = await client.GET('/v1/userAvailabilities', {
          params: { query: { userId: owner.userId } },
        });
        const [monday] = schedules?.data[0]?.['the service'].filter(({ name }) => name === 'monday') ?? [];
        expect(monday?.timings).toEqual([{ startTime: '09:00', endTime: '17:00' }]);
      },
    ),
  );

  it(
    'makes, changes and lists custom fields, the contact stage among them',
    drives(
      [
        'GET /v1/fields/contact-stage',
        'GET /v1/fields/objects',
        'GET /v1/fields/objects/all',
        'POST /v1/fields',
        'PUT /v1/fields',
      ],
      async () => {
        const stageId = await contactStage(app, owner.workspaceId);
        const body = {
          name: 'Budget',
          type: 'CONTACT' as const,
          inputType: 'NUMBER' as const,
          configuration: { min: 0 },
        };
        const made = await client.POST('/v1/fields', { body });
        const id = made.data?.data.id ?? 0;
        const changed = await client.PUT('/v1/fields', {
          body: { id, name: 'Monthly budget', configuration: { min: 1 } },
        });
        expect(changed.data?.data).toMatchObject({ identifier: 'budget', configuration: { min: 1, max: null } });
        const query = { objectType: 'CONTACT' as const, inputType: ['NUMBER' as const], includeRelation: true };
        const { data: page } = await client.GET('/v1/fields/objects', { params: { query } });
        expect([page?.count, page?.hasMore, page?.nextPage, page?.data[0]?.events]).toEqual([1, false, null, []]);
        const { data: all } = await client.GET('/v1/fields/objects/all', { params: { query: { search: 'stage' } } });
        expect(all?.data.CONTACT.data.map((field) => field.id)).toEqual([stageId]);
        const { data: stage } = await client.GET('/v1/fields/contact-stage');
        expect(stage?.data.options.map(({ name }) => name)).toEqual(['Lead', 'Customer']);
      },
    ),
  );

  it(
    'has errors by type, too',
    drives(['GET /v1/contacts', 'GET /v1/events/detail'], async () => {
      const { error } = await client.GET('/v1/contacts', { params: { query: { limit: 101 } } });
      expect(error).toMatchObject({ message: { details: { fieldErrors: { limit: ['Must be at most 100'] } } } });
      const { response } = await client.GET('/v1/events/detail', { params: { query: { eventId: 2_147_483_647 } } });
      expect(response.status).toBe(404);
    }),
  );

  it(
    'takes an app from consent to revocation',
    drives(
      [
        'GET /v1/oauth/authorize',
        'GET /v1/oauth/authorize/deny',
        'GET /v1/oauth/authorize/preview',
        'POST /v1/oauth/revoke',
        'POST /v1/oauth/token',
      ],
      async () => {
        const { clientId: client_id, secret: client_secret, redirectUri } = await oauthApp(app, owner);
        const headers = { authorization: `Bearer ${await app.session(owner)}`, accept: 'application/json' };
        const params = { query: { response_type: 'code' as const, client_id, redirect_uri: redirectUri } };
        const shown = await client.GET('/v1/oauth/authorize/preview', { params, headers });
        expect(shown.data?.data.client?.name).toBe('Dialer');
        const denied = await client.GET('/v1/oauth/authorize/deny', { params, headers });
        expect(denied.data?.data.redirectUrl).toContain('error=access_denied');
        const allowed = await client.GET('/v1/oauth/authorize', { params, headers });
        const code = String(new URL(String(allowed.data?.data.redirectUrl)).searchParams.get('code'));
        const grant = { grant_type: 'authorization_code' as const, code, redirect_uri: redirectUri };
        const body = { ...grant, client_id, client_secret };
        const { data } = await client.POST('/v1/oauth/token', { body, headers: { authorization: null } });
        expect(data?.expires_in).toBe(3600);
        const token = String(data?.refresh_token);
        const ended = { body: { token, client_id, client_secret }, headers: { authorization: null } };
        expect((await client.POST('/v1/oauth/revoke', ended)).response.status).toBe(200);
      },
    ),
  );

  const others = endpoints.filter(({ method, path }) => !declared.has(`${method} ${path}`));

  it.each(others)('sends the sample of $name to $method $path', async ({ name, method, path }) => {
    const values = await valuesOf(app, owner, await placeOf(app, owner), name);
    const isInQuery = method === 'GET' || method === 'DELETE';
    if (!isInQuery) expectRequestToFit(method, path, values);
    // The types of the client know the endpoint of a literal path only.
    const send = client.request as unknown as (method: string, path: string, options: object) => Promise<Sent>;
    const options = isInQuery ? { params: { query: values } } : { body: values };
    const { error, response } = await send(method.toLowerCase(), path, options);
    expect([error, response.status]).toEqual([undefined, expect.toSatisfy((status) => status < 300)]);
    expect([...driven]).toEqual([`${method} ${path}`]);
  });

  it('covers every endpoint', () => {
    const all = Object.entries(openApi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const covered = [...declared, ...others.map(({ method, path }) => `${method} ${path}`)];
    expect(covered.sort()).toEqual(all.sort());
  });
});
