import { eventCallsQuery } from '../bench/compare/graphql.ts';
import { wireRequest } from '../bench/load/request.ts';
import type { TestApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { question } from '../support/bookings.ts';
import { contactStage } from '../support/custom-fields.ts';
import { connect, credentialsOf, formOf, oauthApp } from '../support/oauth.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import type { budgets } from './table.ts';

const calls = 25;

/** Makes the bytes of the next request. */
type NextRequest = () => string;

/** The model requests, over rows that are the same in each run. `count` is how often each is sent. */
export async function modelRequests(app: TestApp, count: number): Promise<Record<keyof typeof budgets, NextRequest>> {
  await fixInstants(app);
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const key = await app.apiKey(owner);
  const contactId = await app.contact(workspaceId);
  for (let number = 10; number < 10 + calls; number++) {
    const callId = await app.call(owner, { contactId });
    const questions = [{ statement: 'Your name', type: 'NAME', answer: 'Ira Cole' }];
    await app.answers(workspaceId, callId, {
      questions,
      secondary: [{ identifier: `goal-${number}`, answer: ['Growth'] }],
    });
  }
  const eventId = await bookableEvent(app, owner);
  await contactStage(app, workspaceId);
  await question(app, { workspaceId, eventId }, { type: 'NAME', statement: 'Your name' });
  const refreshTokens = await connections(app, owner, count);
  const post = (path: string, body: object) => wireRequest({ path, key, body: JSON.stringify(body) });
  let booked = 0;
  const booking = () => ({
    ...{ eventId, timeZone: 'UTC', email: `booker-${100 + booked}@example.com`, firstName: 'Ira' },
    dateTime: new Date(Date.UTC(2026, 5, 10 + booked++, 9)).toISOString(),
  });
  return {
    'GET /v1/eventCalls': () => wireRequest({ path: '/v1/eventCalls', key }),
    'GET /v1/contacts/detail': () => wireRequest({ path: `/v1/contacts/detail?contactId=${contactId}`, key }),
    'POST /graphql, eventCalls': () => wireRequest({ path: '/graphql', key, body: eventCallsQuery.body }),
    'POST /graphql, contactStory': () => post('/graphql', { query: storyQuery(contactId) }),
    'POST /graphql, payments without a deal': await paymentsWithoutDeal(app),
    'POST /v1/oauth/token, refresh': () => refreshTokens.pop() ?? '',
    'POST /v1/eventCalls, booking': () => post('/v1/eventCalls', booking()),
    'PUT /v1/eventCalls/reschedule': await moves(app),
    'POST /v1/events/eventDates': () => post('/v1/events/eventDates', { eventId, timeZone: 'UTC' }),
    'POST /graphql, goals': await goalsOfMonth(app),
  };
}

const storyQuery = (contactId: number) =>
  `{ contactStory(contactId: ${contactId}, limit: 20) { nextCursor entries {
    id kind time actor { kind userId name } eventCall { id name dateTime } dateTime outcome mail { kind status } value currency text
  } } }`;

/** Requests of the queue of a workspace with payments that have no deal, for each of which one is proposed. */
async function paymentsWithoutDeal(app: TestApp): Promise<NextRequest> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const contactId = await app.contact(owner.workspaceId);
  await deal(app, owner, { contactId, value: '100.00' });
  for (let number = 10; number < 10 + calls; number++) await transaction(app, owner, { contactId, value: '10.00' });
  const query = `{ transactions(hasDeal: false, isRefund: false, limit: 20) { count nextCursor transactions {
    id value currency name email proposals { dealId reasons contactName value paid }
  } } }`;
  return () => wireRequest({ path: '/graphql', key, body: JSON.stringify({ query }) });
}

/** Requests for the goals of a month: of the team and of a member, of calls and of money, of which there are none yet. */
async function goalsOfMonth(app: TestApp): Promise<NextRequest> {
  const owner = await app.workspace();
  const key = await app.session(owner);
  for (const userId of [null, owner.userId]) {
    const goal = { workspaceId: owner.workspaceId, userId, month: '2026-03-01' };
    await app.insert('Goal', { ...goal, number: 'HELD', target: '40' });
    await app.insert('Goal', { ...goal, number: 'CASH', currency: 'USD', target: '4000' });
  }
  const query = '{ goals(month: "2026-03-01") { id userId number currency target reached } }';
  return () => wireRequest({ path: '/graphql', key, body: JSON.stringify({ query }) });
}

/** Requests that move one call, each to another day. Its workspace has no other, whose lists would be others then. */
async function moves(app: TestApp): Promise<NextRequest> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const id = await app.call(owner, { eventId: await bookableEvent(app, owner) });
  let day = 10;
  return () => {
    const dateTime = new Date(Date.UTC(2026, 5, day++, 9)).toISOString();
    const body = JSON.stringify({ id, dateTime, timeZone: 'UTC' });
    return wireRequest({ path: '/v1/eventCalls/reschedule', key, body }).replace('POST', 'PUT');
  };
}

/** PostgreSQL writes no zeros at the end of an instant, so that the bytes of a row would depend on when it was made. */
async function fixInstants(app: TestApp): Promise<void> {
  const columns = await app.sql<{ text: string }>(
    `SELECT format('ALTER TABLE %I ALTER %I SET DEFAULT %L', "table_name", "column_name", $1::text) AS "text"
     FROM information_schema.columns WHERE "column_default" IN ('now()', 'CURRENT_TIMESTAMP')`,
    [app.clock.now().toISOString()],
  );
  for (const { text } of columns) await app.sql(text);
}

/** A request that refreshes a connection, for each of so many connections: a refresh token works once. */
async function connections(app: TestApp, owner: Awaited<ReturnType<TestApp['workspace']>>, count: number) {
  const client = await oauthApp(app, owner);
  const session = await app.session(owner);
  const requests: string[] = [];
  for (let made = 0; made < count; made++) {
    const { refresh_token } = await connect(app, session, client);
    const body = formOf({ grant_type: 'refresh_token', refresh_token, ...credentialsOf(client) }).toString();
    const head = `POST /v1/oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded`;
    requests.push(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  }
  return requests;
}
