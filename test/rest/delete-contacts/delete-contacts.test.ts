import { beforeEach, describe, expect, test } from 'vitest';
import { writeResults } from '#src/db/writes/webhook-results.ts';
import { storeResponse } from '#src/services/idempotency.ts';
import { type Answer, bearer, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { fromNow, present } from '../../support/present.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let booking: Booking;
const app = await useApp();
beforeEach(async () => {
  booking = await bookingIn(app);
});

const remove = (query: string, as = booking.key): Promise<Answer> =>
  app.request(`/v1/contacts${query}`, { method: 'DELETE', headers: bearer(as) });
const notFound = { status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } };

const person = { firstName: 'Wilhelmine', lastName: 'Qvortrup', email: 'qvortrup@example.org' };
const phoneNumber = '+4930901820';
/** What nobody else in the database has. */
const marks = ['wilhelmine', 'qvortrup', '4930901820', 'secret of hers', 'her campaign'].map((mark) => `%${mark}%`);

/** The tables with a row of the workspace, or of none, that has one of the marks. */
async function tablesWithMarks(): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS "name" FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const text = `SELECT FROM "${name}" r WHERE r::text ILIKE ANY ($1)
      AND coalesce(to_jsonb(r) ->> 'workspaceId', $2) = $2 LIMIT 1`;
    const rows = await app.sql(text, [marks, String(booking.workspaceId)]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

async function bookWith(input: object, key?: string): Promise<{ id: number; contactId: number }> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const { status, body } = await booking.book(input, booking.key, headers);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data;
}

/** A person with all that the workspace may store of one. */
async function makePerson() {
  const { workspaceId } = booking;
  const utm = [{ utmKey: 'utm_campaign', utmValue: 'her campaign' }];
  const notes = 'secret of hers';
  const guests = ['friend.of.qvortrup@example.org'];
  const booked = { dateTime: march('05T10:00'), ...person, phoneNumber, notes, utm, guests };
  const upcoming = await bookWith(booked, 'book');
  const { contactId } = upcoming;
  const past = await app.call(booking.owner, {
    ...{ contactId, eventId: booking.eventId, dateTime: march('03T10:00'), inviteeName: 'Wilhelmine Qvortrup' },
    ...{ inviteeEmail: person.email, phoneNumber, rescheduleReason: notes, cancelReason: notes, utm },
  });
  const won = { eventCallId: past, outcome: 'WON', objection: notes, notes };
  expect((await booking.setOutcome(won, booking.key, { 'idempotency-key': 'won' })).status).toBe(201);
  const question = { workspaceId, eventId: booking.eventId, statement: 'Why?', type: 'NAME', answer: notes };
  await app.insert('InviteeAnswer', { ...question, contactId, eventCallId: past });
  await app.insert('InviteeAnswer', { ...question, contactId });
  for (const [type, target] of [['CONTACT', { contactId }] as const, ['CALL', { eventCallId: past }] as const]) {
    const field = { workspaceId, name: type, identifier: `of-${type}`, type, inputType: 'TEXT' };
    const { id: customFieldId } = await app.insert('CustomField', field);
    const body = JSON.stringify({ customFieldId, ...target, answer: [notes] });
    const headers = { ...bearer(booking.key), 'content-type': 'application/json', 'idempotency-key': `answer-${type}` };
    expect((await app.request('/v1/fields/answer', { method: 'POST', headers, body })).status).toBe(201);
  }
  const update = `mutation { updateContact(input: { contactId: ${contactId}, tag: "secret of hers" })`;
  await graph(`${update} { firstName } }`, 'graph');
  // Nothing in these responses names the person.
  await graph(`${update} { tag utm { utmValue } } }`, 'graph-tag');
  const noted = `setOutcome(input: { eventCallId: ${upcoming.id}, outcome: WON, notes: "secret of hers, 2" })`;
  await graph(`mutation { ${noted} { eventCall { notes } } }`, 'graph-notes');
  await graph(`mutation { setOutcome(input: { eventCallId: ${upcoming.id}, outcome: null }) { eventCall { id } } }`);
  const payer = { name: 'Wilhelmine Qvortrup', email: person.email, phoneNumber };
  const dealId = await deal(app, booking.owner, { contactId, eventCallId: past });
  const sent = { dealId, value: 100, currency: 'USD', ...payer };
  const paid = (await sendJson(app, ['POST', '/v1/transactions'], sent, { key: booking.key })).body.data.id;
  await sendJson(app, ['PUT', '/v1/transactions'], { id: paid, name: 'Qvortrup' }, { key: booking.key });
  // One that is deleted, and one that is given to another contact, leave events that name the person.
  const gone = (await sendJson(app, ['POST', '/v1/transactions'], sent, { key: booking.key })).body.data.id;
  await app.request(`/v1/transactions?id=${gone}`, { method: 'DELETE', headers: bearer(booking.key) });
  const given = { value: 5, currency: 'USD', contactId, name: 'Qvortrup' };
  const moved = (await sendJson(app, ['POST', '/v1/transactions'], given, { key: booking.key })).body.data.id;
  const toOther = { id: moved, contactId: await app.contact(workspaceId), name: null };
  expect((await sendJson(app, ['PUT', '/v1/transactions'], toOther, { key: booking.key })).status).toBe(200);
  const unassigned = [
    await transaction(app, booking.owner, { name: 'Qvortrup', email: 'Qvortrup@Example.org' }),
    await transaction(app, booking.owner, { name: 'Qvortrup', phoneNumber }),
  ];
  const later = { value: 100, currency: 'USD', name: 'Qvortrup' };
  const { data } = (
    await sendJson(app, ['POST', '/v1/transactions'], later, {
      key: booking.key,
      headers: { 'idempotency-key': 'paid' },
    })
  ).body;
  await sendJson(app, ['PUT', '/v1/transactions'], { id: data.id, contactId }, { key: booking.key });
  return { contactId, calls: [upcoming.id, past] as const, dealId, transactions: [paid, ...unassigned, data.id] };
}

async function graph(query: string, key?: string): Promise<Answer['body']> {
  const headers = {
    ...{ ...bearer(booking.key), 'content-type': 'application/json' },
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const { status, body } = await app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

/** An endpoint has received an event of the contact, and has answered with what it received. */
async function makeAttempt(contactId: number): Promise<void> {
  const { workspaceId } = booking;
  const [event] = await app.sql<{ id: string }>(
    `SELECT "id" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "kind" = 'contact.created' AND "payload" ->> 'id' = $2`,
    [workspaceId, String(contactId)],
  );
  const delivery = { workspaceId, webhookId: 1, eventId: event?.id, sequence: 1, dueAt: fromNow() };
  const { id: deliveryId } = await app.insert('WebhookDelivery', delivery);
  const attempt = { workspaceId, deliveryId, webhookId: 1, url: 'https://example.com/', latencyMs: 5 };
  const responseStart = 'Thanks for qvortrup@example.org';
  await app.insert('WebhookAttempt', { ...attempt, sentAt: fromNow(), responseStart });
}

describe('DELETE /v1/contacts', () => {
  test('after it no table has a name, an address, a number or an answer of the person', async () => {
    const { contactId } = await makePerson();
    await makeAttempt(contactId);
    expect(await tablesWithMarks()).toEqual(
      [
        ...['Contact', 'CustomFieldAnswer', 'EventCall', 'IdempotencyRecord', 'Invitee', 'InviteeAnswer'],
        ...['Transaction', 'WebhookAttempt', 'WebhookEvent'],
      ].sort(),
    );
    expect((await remove(`?id=${contactId}`)).status).toBe(200);
    expect(await tablesWithMarks()).toEqual([]);
  });

  test('after it no table has anything of a person who was merged into the contact either', async () => {
    const { contactId: mergedContactId } = await makePerson();
    await makeAttempt(mergedContactId);
    const contactId = await app.contact(booking.workspaceId);
    const request = { key: booking.key, headers: { 'idempotency-key': 'merge' } };
    const merged = await sendJson(app, ['POST', '/v1/contacts/merge'], { contactId, mergedContactId }, request);
    expect(merged.body.data).toMatchObject({ name: 'Wilhelmine Qvortrup', eventCalls: 2 });
    expect(await tablesWithMarks()).toEqual(expect.arrayContaining(['MergedContact', 'MergeUndo']));
    expect((await remove(`?id=${mergedContactId}`)).status).toBe(400);
    expect((await remove(`?id=${contactId}`)).status).toBe(200);
    expect(await tablesWithMarks()).toEqual([]);
  });

  test('after it no table has anything of a person whose merge was undone', async () => {
    const { workspaceId, key } = booking;
    const { contactId: mergedContactId } = await makePerson();
    const post = (path: string, body: object) => sendJson(app, ['POST', path], body, { key });
    const note = { contactId: mergedContactId, text: 'Qvortrup likes tea' };
    const { id: noteId } = (await post('/v1/contacts/notes', note)).body.data;
    const kim = { firstName: 'Kim', email: 'kept@example.com' };
    const contactId = (await post('/v1/contacts', kim)).body.data.id;
    const [field] = await app.sql<{ id: number }>(
      `SELECT "id" FROM "CustomField" WHERE "workspaceId" = $1 AND "identifier" = 'of-CONTACT'`,
      [workspaceId],
    );
    const chosen = { fields: ['firstName', 'email', 'phoneNumber'], customFieldIds: [field?.id] };
    expect((await post('/v1/contacts/merge', { contactId, mergedContactId, ...chosen })).status).toBe(200);
    // Its events name the kept contact.
    const deleted = await app.request(`/v1/contacts/notes?id=${noteId}`, { method: 'DELETE', headers: bearer(key) });
    expect(deleted.status).toBe(200);
    expect((await post('/v1/contacts/undoMerge', { mergedContactId })).status).toBe(200);
    expect((await remove(`?id=${mergedContactId}`)).status).toBe(200);
    expect(await tablesWithMarks()).toEqual([]);
    const kept = (await app.get(`/v1/contacts/detail?contactId=${contactId}`, key)).body.data;
    expect(kept).toMatchObject(kim);
  });

  test('calls, deals and payments stay without the person, and the upcoming call is cancelled', async () => {
    const { contactId, calls, dealId, transactions } = await makePerson();
    const { workspaceId } = booking;
    await app.sql('DELETE FROM "WebhookEvent" WHERE "workspaceId" = $1', [workspaceId]);
    const { status, body } = await remove(`?id=${contactId}`);
    const counts = { eventCalls: 2, cancelledEventCalls: 1, deals: 1, transactions: 4 };
    expect({ status, body }).toEqual({ status: 200, body: { data: { id: contactId, ...counts } } });
    const list = (await app.get('/v1/eventCalls?orderColumn=id&orderBy=asc', booking.key)).body.data;
    const nothing = { contactId: null, inviteeName: '', inviteeEmail: null, phoneNumber: null, notes: null, utm: [] };
    const empty = { ...nothing, objection: null, rescheduleReason: null, questions: [], secondaryAnswers: [] };
    expect(list.eventCalls).toMatchObject([
      { id: calls[0], ...empty, status: 'CANCELLED', outcome: null, cancelReason: 'The contact was erased' },
      { id: calls[1], ...empty, status: 'SCHEDULED', outcome: 'WON', cancelReason: null },
    ]);
    expect((await app.get(`/v1/deals/detail?id=${dealId}`, booking.key)).body.data).toMatchObject({
      ...{ contactId: null, eventCallId: calls[1], value: 100 },
    });
    const keys = await app.sql('SELECT DISTINCT "mailboxKey" FROM "EventCall" WHERE "workspaceId" = $1', [workspaceId]);
    expect(keys).toEqual([{ mailboxKey: null }]);
    for (const id of transactions) {
      const { data } = (await app.get(`/v1/transactions/detail?id=${id}`, booking.key)).body;
      expect(data).toMatchObject({ contactId: null, name: null, email: null, phoneNumber: null, value: 100 });
    }
    const count = async (query: string) => (await app.get(`/v1/eventCalls?${query}`, booking.key)).body.data.count;
    expect([
      await count(''),
      await count('outcomes=WON'),
      await count('types=cancelled_events'),
      await count('search=qvortrup'),
    ]).toEqual([...[2, 1, 1, 0]]);
    expect(await eventsOf(app, workspaceId)).toMatchObject([
      { kind: 'call.cancelled', payload: { id: calls[0], ...empty, status: 'CANCELLED' } },
      { kind: 'contact.deleted', payload: { id: contactId } },
    ]);
    expect(await remove(`?id=${contactId}`)).toMatchObject(notFound);
    expect(await app.get(`/v1/contacts/detail?contactId=${contactId}`, booking.key)).toMatchObject(notFound);
  });

  test("a payment in another contact's deal stays theirs, and loses the person's address", async () => {
    const { contactId } = await makePerson();
    const other = await app.contact(booking.workspaceId);
    const dealId = await deal(app, booking.owner, { contactId: other });
    const payer = { name: 'Qvortrup', email: person.email };
    const id = await transaction(app, booking.owner, { dealId, contactId: other, ...payer });
    expect((await remove(`?id=${contactId}`)).body.data.transactions).toBe(5);
    const { data } = (await app.get(`/v1/transactions/detail?id=${id}`, booking.key)).body;
    expect(data).toMatchObject({ dealId, contactId: other, name: null, email: null, phoneNumber: null });
    expect(await tablesWithMarks()).toEqual([]);
  });

  test('a response to the invitee that has nothing but the name is emptied', async () => {
    const asInvitee = async (query: string, variables: object, key?: string) => {
      const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
      const sent = { method: 'POST', headers, body: JSON.stringify({ query, variables }) };
      return (await app.request('/graphql', sent)).body.data;
    };
    const [event] = await app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event" WHERE "id" = $1', [
      booking.eventId,
    ]);
    const input = { ...event, dateTime: march('05T10:00'), timeZone: 'UTC', ...person };
    const book =
      'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token booking { inviteeName } } }';
    const { token } = (await asInvitee(book, { input })).createPublicBooking;
    const cancel =
      'mutation ($input: CancelPublicBookingInput!) { cancelPublicBooking(input: $input) { inviteeName } }';
    const cancelled = await asInvitee(cancel, { input: { token } }, '0123456789abcdef');
    expect(cancelled).toEqual({ cancelPublicBooking: { inviteeName: 'Wilhelmine Qvortrup' } });
    expect(await tablesWithMarks()).toContain('IdempotencyRecord');
    const [contact] = await app.sql<{ id: number }>('SELECT "id" FROM "Contact" WHERE "workspaceId" = $1', [
      booking.workspaceId,
    ]);
    expect((await remove(`?id=${contact?.id}`)).status).toBe(200);
    expect(await tablesWithMarks()).toEqual([]);
  });

  test('responses about others stay, also about a person of the same name', async () => {
    const create = (email: string) =>
      `mutation { createContact(input: { email: "${email}", firstName: "Data" }) { contact { firstName } } }`;
    const { id } = (await graph(create('one@example.org').replace('{ firstName }', '{ id }'))).createContact.contact;
    const other = await graph(create('other@example.org'), 'other');
    expect((await remove(`?id=${id}`)).status).toBe(200);
    expect(await graph(create('other@example.org'), 'other')).toEqual(other);
  });

  test('what an endpoint answers after the erasure is not stored', async () => {
    const { workspaceId } = booking;
    const { contactId } = await makePerson();
    await makeAttempt(contactId);
    await remove(`?id=${contactId}`);
    const [delivery] = await app.sql<{ id: string; attempts: number }>(
      'SELECT "id", "attempts" FROM "WebhookDelivery" WHERE "workspaceId" = $1',
      [workspaceId],
    );
    const response = { status: 200, responseStart: 'Thanks for qvortrup@example.org', error: null };
    const result = {
      ...{ deliveryId: String(delivery?.id), attempts: 0, isManual: false, url: 'https://example.com/', headers: {} },
      ...{ sentAt: present(), latencyMs: 5, ...response },
    };
    await writeResults(app.context.db, { workspaceId, id: 1 }, { results: [result], wasFailing: false });
    const attempts =
      'SELECT "responseStatus", "responseStart" FROM "WebhookAttempt" WHERE "workspaceId" = $1 ORDER BY "id"';
    expect(await app.sql(attempts, [workspaceId])).toEqual([
      { responseStatus: null, responseStart: null },
      { responseStatus: 200, responseStart: null },
    ]);
  });

  test('a response that is stored only after the erasure stays out', async () => {
    const { workspaceId } = booking;
    const { contactId } = await makePerson();
    await remove(`?id=${contactId}`);
    const records = await app.sql<{ endpoint: string; key: string; result: string }>(
      `SELECT "endpoint", "key", "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1 AND "key" = 'graph'`,
      [workspaceId],
    );
    expect(records).toMatchObject([{ result: 'null' }]);
    for (const { endpoint, key } of records) {
      await storeResponse(app.context, { workspaceId, endpoint, key }, { response: { data: person } });
    }
    expect(await tablesWithMarks()).toEqual([]);
  });

  test('a deal keeps working without its contact, and is found by its product', async () => {
    const { contactId, dealId, calls } = await makePerson();
    await sendJson(app, ['PUT', '/v1/deals'], { id: dealId, productName: 'Growth Plan' }, { key: booking.key });
    await remove(`?id=${contactId}`);
    expect((await app.get('/v1/deals?search=growth', booking.key)).body.data.count).toBe(1);
    const change = (input: string) =>
      app.graphql(`mutation { updateDeal(input: { id: ${dealId}, ${input} }) { value contact { id } } }`, booking.key);
    expect((await change('value: "7"')).body).toEqual({ data: { updateDeal: { value: '7.00', contact: null } } });
    const { body } = await change(`eventCallId: ${calls[0]}`);
    expect(body.errors[0].extensions.details.fieldErrors).toEqual({ eventCallId: ['Must be a call with the contact'] });
  });

  test('stored events keep their shape, and those of others their content', async () => {
    const { contactId } = await makePerson();
    const other = await bookWith({ dateTime: march('06T14:00'), ...person, email: 'other@example.org' });
    await remove(`?id=${contactId}`);
    const events = await eventsOf(app, booking.workspaceId);
    const of = (id: number) => events.filter(({ payload }) => payload.id === id || payload.contactId === id);
    expect(of(contactId).map(({ kind }) => kind)).toContain('contact.created');
    expect(of(contactId)[0]).toMatchObject({ payload: { id: contactId, firstName: null, email: null } });
    expect(of(other.contactId)[0]).toMatchObject({ kind: 'contact.created', payload: { email: 'other@example.org' } });
    const found = (await app.get(`/v1/contacts/detail?contactId=${other.contactId}`, booking.key)).body.data;
    expect(found).toMatchObject({ firstName: 'Wilhelmine', email: 'other@example.org' });
  });

  test('a request that is repeated with its key makes the person no second time', async () => {
    const { contactId } = await makePerson();
    await remove(`?id=${contactId}`);
    const utm = [{ utmKey: 'utm_campaign', utmValue: 'her campaign' }];
    const again = { dateTime: march('05T10:00'), ...person, phoneNumber, notes: 'secret of hers', utm };
    const { status, body } = await booking.book(again, booking.key, { 'idempotency-key': 'book' });
    expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await tablesWithMarks()).toEqual([]);
  });

  test('an admin erases, closers and setters do not, and nobody a contact of another workspace', async () => {
    const { workspaceId } = booking;
    const [own, theirs] = [await app.contact(workspaceId), await app.contact((await app.workspace()).workspaceId)];
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const { status, body } = await remove(`?id=${own}`, await app.apiKey(await app.member(workspaceId, role)));
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      expect(JSON.stringify(body)).toContain('Only an owner or admin can erase a contact');
    }
    const admin = await app.apiKey(await app.member(workspaceId, 'ADMIN'));
    expect(await remove(`?id=${theirs}`, admin)).toMatchObject(notFound);
    expect((await remove(`?id=${own}`, admin)).status).toBe(200);
    expect(await app.sql('SELECT "id" FROM "Contact" WHERE "id" = ANY ($1)', [[own, theirs]])).toEqual([
      { id: theirs },
    ]);
  });

  test('of two requests at once, one erases', async () => {
    const { contactId } = await makePerson();
    const answers = await Promise.all([remove(`?id=${contactId}`), remove(`?id=${contactId}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('a booking at the same time either belongs to the erased contact, or to a new one', async () => {
    for (let hour = 10; hour < 16; hour++) {
      const { contactId } = await bookWith({ dateTime: march(`05T${hour}:00`), ...person });
      const [erased, booked] = await Promise.all([
        remove(`?id=${contactId}`),
        booking.book({ dateTime: march(`06T${hour}:00`), ...person }),
      ]);
      expect([erased.status, booked.status]).toEqual([200, 201]);
      const { status, contactId: now } = (await app.get(`/v1/eventCalls/detail?id=${booked.body.data.id}`, booking.key))
        .body.data;
      expect(status === 'CANCELLED').toBe(now === null);
      expect(now).not.toBe(contactId);
      if (now !== null) expect((await remove(`?id=${now}`)).status).toBe(200);
      expect(await tablesWithMarks()).toEqual([]);
    }
  });
});
