import createClient from 'openapi-fetch';
import { beforeEach, describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { contactStage, customField } from '../support/custom-fields.ts';
import type { Member } from '../support/factories.ts';
import { expectToFit, openApi } from '../support/fits-document.ts';
import { fullEvent } from '../support/full-event.ts';
import { oauthApp } from '../support/oauth.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import { storedEvent } from '../support/webhook-records.ts';
import { webhook } from '../support/webhooks.ts';
import type { paths } from './generated/api.ts';

let owner: Member;
let client: ReturnType<typeof createClient<paths>>;
const driven = new Set<string>();
const declared = new Set<string>();

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
    'makes, lists, changes and deletes webhooks',
    drives(['DELETE /v1/webhooks', 'GET /v1/webhooks', 'POST /v1/webhooks', 'PUT /v1/webhooks'], async () => {
      const url = 'https://example.com/webhooks';
      const made = await client.POST('/v1/webhooks', { body: { url, kinds: ['call.booked'] } });
      const { id = 0, secret } = made.data?.data ?? {};
      expect([made.response.status, made.data?.data.url]).toEqual([201, url]);
      expect(secret).toMatch(/^whsec_/);
      const changed = await client.PUT('/v1/webhooks', { body: { id, status: 'PAUSED' } });
      expect(changed.data?.data.pauseReason).toBe('REQUESTED');
      expect((await client.GET('/v1/webhooks')).data?.data.count).toBe(1);
      const deleted = await client.DELETE('/v1/webhooks', { params: { query: { id } } });
      expect(deleted.data?.data.id).toBe(id);
    }),
  );

  it(
    'lists events and deliveries, sends a test and sends it again',
    drives(
      [
        ...['GET /v1/webhooks/events', 'GET /v1/webhooks/deliveries'],
        ...['POST /v1/webhooks/test', 'POST /v1/webhooks/deliveries/resend'],
      ],
      async () => {
        const webhookId = await webhook(app, owner);
        const eventId = `evt_${await storedEvent(app, owner)}`;
        const query = { kinds: ['contact.created' as const], orderBy: 'asc' as const };
        const { data: events } = await client.GET('/v1/webhooks/events', { params: { query } });
        expect(events?.data.events).toMatchObject([{ id: eventId, data: { id: 1 } }]);
        const sent = await client.POST('/v1/webhooks/test', { body: { id: webhookId } });
        const id = String(sent.data?.data.id);
        expect([sent.response.status, sent.data?.data.sequence]).toEqual([201, 1]);
        await app.sql(`UPDATE "WebhookDelivery" SET "status" = 'FAILED' WHERE "id" = $1`, [id.slice('dlv_'.length)]);
        const failed = { params: { query: { status: ['FAILED' as const] } } };
        expect((await client.GET('/v1/webhooks/deliveries', failed)).data?.data.count).toBe(1);
        const again = await client.POST('/v1/webhooks/deliveries/resend', { body: { id } });
        expect(again.data?.data.status).toBe('PENDING');
      },
    ),
  );

  it(
    'makes, changes and deletes deals and transactions',
    drives(
      [
        ...['DELETE /v1/deals', 'DELETE /v1/transactions', 'POST /v1/deals', 'POST /v1/transactions'],
        ...['PUT /v1/deals', 'PUT /v1/transactions'],
      ],
      async () => {
        const contactId = await app.contact(owner.workspaceId);
        const made = await client.POST('/v1/deals', {
          body: { contactId, value: 1999.9, currency: 'USD', transactionType: 'WON' },
        });
        const dealId = made.data?.data.id ?? 0;
        expect([made.response.status, made.data?.data.value]).toEqual([201, 1999.9]);
        const changed = await client.PUT('/v1/deals', { body: { id: dealId, productName: 'Growth plan' } });
        expect(changed.data?.data.productName).toBe('Growth plan');
        const paid = await client.POST('/v1/transactions', { body: { dealId, value: -20.05, currency: 'USD' } });
        const id = paid.data?.data.id ?? 0;
        expect([paid.data?.data.contactId, paid.data?.data.value]).toEqual([contactId, -20.05]);
        const corrected = await client.PUT('/v1/transactions', { body: { id, source: 'Stripe' } });
        expect(corrected.data?.data.source).toBe('Stripe');
        const deleted = await client.DELETE('/v1/transactions', { params: { query: { id } } });
        expect(deleted.data?.data).toEqual(corrected.data?.data);
        const gone = await client.DELETE('/v1/deals', { params: { query: { id: dealId } } });
        expect(gone.data?.data).toEqual(changed.data?.data);
      },
    ),
  );

  it(
    'learns whom it acts for',
    drives(['GET /v1/me'], async () => {
      const { data } = await client.GET('/v1/me');
      expect(data?.data).toMatchObject({ user: { id: owner.userId }, role: 'OWNER', credential: 'API_KEY' });
    }),
  );

  it(
    'changes a member',
    drives(['PUT /v1/users'], async () => {
      const { userId: id } = await app.member(owner.workspaceId, 'CLOSER');
      const { data } = await client.PUT('/v1/users', { body: { id, timeZone: 'Europe/Berlin' } });
      expect(data?.data).toMatchObject({ id, timeZone: 'Europe/Berlin', role: 'CLOSER' });
    }),
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
    'makes, changes and deletes an event and the schedule of its host',
    drives(
      [
        ...['DELETE /v1/events', 'DELETE /v1/userAvailabilities', 'GET /v1/userAvailabilities/detail'],
        ...['POST /v1/events', 'POST /v1/userAvailabilities', 'PUT /v1/events', 'PUT /v1/userAvailabilities'],
      ],
      async () => {
        const days = [{ name: 'monday' as const, timings: [{ startTime: '09:00', endTime: '17:00' }] }];
        const made = await client.POST('/v1/userAvailabilities', { body: { name: 'Week', timeZone: 'UTC', days } });
        const scheduleId = Number(made.data?.data.id);
        const renamed = await client.PUT('/v1/userAvailabilities', { body: { id: scheduleId, name: 'Mondays' } });
        const one = await client.GET('/v1/userAvailabilities/detail', { params: { query: { id: scheduleId } } });
        expect([made.response.status, one.data?.data]).toEqual([201, renamed.data?.data]);
        expect(one.data?.data['the service'][0]?.timings).toEqual(days[0]?.timings);
        const hosts = [{ userId: owner.userId, scheduleId }];
        const event = await client.POST('/v1/events', {
          body: { name: 'Fit check', callType: 'DISCOVERY_EVENT', duration: 30, hosts },
        });
        const id = Number(event.data?.data.id);
        const changed = await client.PUT('/v1/events', { body: { id, duration: 45 } });
        expect([event.response.status, changed.data?.data.duration]).toEqual([201, 45]);
        const used = await client.DELETE('/v1/userAvailabilities', { params: { query: { id: scheduleId } } });
        expect(used.response.status).toBe(400);
        const deleted = await client.DELETE('/v1/events', { params: { query: { id } } });
        expect(deleted.data?.data).toEqual(changed.data?.data);
        const gone = await client.DELETE('/v1/events', { params: { query: { id } } });
        expect([gone.response.status, gone.error]).toMatchObject([404, { code: 'EVENT_NOT_FOUND' }]);
        const free = await client.DELETE('/v1/userAvailabilities', { params: { query: { id: scheduleId } } });
        expect(free.data?.data.name).toBe('Mondays');
      },
    ),
  );

  const detailsOfSales = [
    ...['GET /v1/deals', 'GET /v1/deals/detail', 'GET /v1/eventCalls', 'GET /v1/eventCalls/detail'],
    ...['GET /v1/transactions/detail', 'GET /v1/users/detail'],
  ];
  it(
    'reads one call, deal, transaction and member by id, and a call by its public id',
    drives(detailsOfSales, async () => {
      const [id, dealId] = [await app.call(owner, { outcome: 'WON' }), await deal(app, owner)];
      const call = await client.GET('/v1/eventCalls/detail', { params: { query: { id } } });
      const listed = await client.GET('/v1/eventCalls', { params: { query: { ids: [id] } } });
      expect(call.data?.data).toEqual(listed.data?.data.eventCalls[0]);
      const previewId = String(call.data?.data.previewId);
      const byPublicId = await client.GET('/v1/eventCalls/detail', { params: { query: { previewId } } });
      expect(byPublicId.data).toEqual(call.data);
      const sold = await client.GET('/v1/deals/detail', { params: { query: { id: dealId } } });
      const deals = await client.GET('/v1/deals');
      const { customFieldAnswers, ...record } = sold.data?.data ?? {};
      expect([record, customFieldAnswers]).toEqual([deals.data?.data.deals.find((each) => each.id === dealId), []]);
      const member = await client.GET('/v1/users/detail', { params: { query: { id: owner.userId } } });
      expect([member.data?.data.role, member.data?.data.customFieldAnswers]).toEqual(['OWNER', []]);
      const paid = await client.GET('/v1/transactions/detail', {
        params: { query: { id: await transaction(app, owner) } },
      });
      expect(paid.data?.data.value).toBe(100);
      const none = await client.GET('/v1/deals/detail', { params: { query: { id: 2_147_483_647 } } });
      expect([none.response.status, none.error]).toEqual([404, { message: 'Resource not found!', code: 'NOT_FOUND' }]);
    }),
  );

  it(
    'finds open times, and books, moves, cancels and closes calls',
    drives(
      [
        'POST /v1/eventCalls',
        'POST /v1/events/eventDates',
        'POST /v1/outcomes',
        'PUT /v1/eventCalls/cancel',
        'PUT /v1/eventCalls/reschedule',
      ],
      async () => {
        const eventId = await bookableEvent(app, owner);
        const { data: dates } = await client.POST('/v1/events/eventDates', {
          body: { eventId, timeZone: 'Asia/Kolkata' },
        });
        const [first, second] = dates?.data.slots.map(({ dateTime }) => dateTime) ?? [];
        const call = { eventId, timeZone: 'Asia/Kolkata', dateTime: String(first), email: 'ira@example.com' };
        const { data: booked } = await client.POST('/v1/eventCalls', { body: call });
        expect(booked?.data.closer.id).toBe(owner.userId);
        const { error } = await client.POST('/v1/eventCalls', { body: call });
        expect(error).toMatchObject({
          message: { details: { nextAvailable: [second, expect.any(String), expect.any(String)] } },
        });
        const id = Number(booked?.data.id);
        const moved = await client.PUT('/v1/eventCalls/reschedule', { body: { id, dateTime: String(second) } });
        expect([moved.data?.data.status, moved.data?.data.dateTime]).toEqual(['RESCHEDULED', second]);
        const outcome = await client.POST('/v1/outcomes', { body: { eventCallId: id, outcome: 'WON' } });
        expect([outcome.response.status, outcome.data?.data.outcome]).toEqual([201, 'WON']);
        const cancelled = await client.PUT('/v1/eventCalls/cancel', { body: { id, cancelReason: 'Ill' } });
        expect(cancelled.data?.data.status).toBe('CANCELLED');
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
    'answers custom fields for a contact, for many, and for a lead who did not book',
    drives(['POST /v1/fields/answer', 'POST /v1/fields/answer/bulk', 'POST /v1/fields/inviteeAnswers'], async () => {
      const contactIds = [await app.contact(owner.workspaceId), await app.contact(owner.workspaceId)] as const;
      const identifier = 'note';
      await customField(app, owner.workspaceId, { identifier });
      const one = await client.POST('/v1/fields/answer', {
        body: { identifier, contactId: contactIds[0], answer: ['Yes'] },
      });
      expect([one.response.status, one.data?.data.answer]).toEqual([201, ['Yes']]);
      const body = { identifier, contactIds: [...contactIds], answer: ['No'] };
      const many = await client.POST('/v1/fields/answer/bulk', { body });
      expect(many.data?.data).toEqual({ count: 2, created: 1, updated: 1, skipped: 0 });
      const { linkPrefix } = await fullEvent(app, owner);
      const answers = [{ type: 'EMAIL' as const, answer: 'lead@example.com' }];
      const lead = { linkPrefix, contactId: contactIds[1], inviteeQuestionAnswers: answers };
      expect((await client.POST('/v1/fields/inviteeAnswers', { body: lead })).response.status).toBe(201);
    }),
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

  it('covers every endpoint', () => {
    const all = Object.entries(openApi.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...declared].sort()).toEqual(all.sort());
  });
});
