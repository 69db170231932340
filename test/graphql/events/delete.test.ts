import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { allHours } from '../../support/bookable-events.ts';
import { customField } from '../../support/custom-fields.ts';
import { type EventsPlace, eventsPlace, refusalOf } from '../../support/events.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let fixture: EventsPlace;
let event: Body;
let callId: number;
let customFieldId: number;
/** A key with every scope. */
let key: string;
const app = await useApp();
beforeEach(async () => {
  fixture = await eventsPlace(app);
  key = await app.apiKey(fixture.owner);
  customFieldId = await customField(app, fixture.owner.workspaceId, { identifier: 'budget' });
  event = await fixture.made({ bufferAfter: 15, secondaryQuestions: [{ customFieldId }] });
  callId = await app.call(fixture.owner, { eventId: event.id });
});

const removed = async () => (await fixture.remove({ id: event.id })).body.data.deleteEvent.event;
const graph = async (query: string) => {
  const { body } = await app.graphql(query, key);
  expect(body.errors).toBeUndefined();
  return body.data;
};

test('deleteEvent returns the event as it was, and keeps only what its calls need', async () => {
  expect(await removed()).toEqual(event);
  const [row] = await app.sql('SELECT * FROM "Event" WHERE "id" = $1', [event.id]);
  expect(row).toMatchObject({
    ...{ name: 'Intro', linkPrefix: event.linkPrefix, bufferAfter: 15, status: 'DEACTIVATED' },
    deletedAt: expect.any(String),
  });
  const left = await app.sql(
    `SELECT "eventId" FROM "EventHost" WHERE "eventId" = $1
     UNION ALL SELECT "eventId" FROM "EventSecondaryQuestion" WHERE "eventId" = $1`,
    [event.id],
  );
  expect(left).toEqual([]);
  expect(await eventsOf(app, fixture.owner.workspaceId)).toEqual([]);
});

test('deleteEvent returns the relations of the event as they were', async () => {
  const document = `mutation { deleteEvent(input: { id: ${event.id} }) { event {
    name hosts { userId } hostMembers { id } customFields { id } eventCalls { id } } } }`;
  expect((await graph(document)).deleteEvent.event).toEqual({
    ...{ name: 'Intro', hosts: [{ userId: fixture.owner.userId }], hostMembers: [{ id: fixture.owner.userId }] },
    ...{ customFields: [{ id: customFieldId }], eventCalls: [{ id: callId }] },
  });
  expect(refusalOf(await app.graphql(document, key))).toMatchObject({ status: 404, code: 'EVENT_NOT_FOUND' });
});

test('a second deletion finds nothing', async () => {
  await removed();
  expect(refusalOf(await fixture.remove({ id: event.id }))).toEqual({
    ...{ status: 404, code: 'EVENT_NOT_FOUND', message: 'Resource not found!' },
  });
});

describe('a deleted event is nowhere', () => {
  /** What each read has of the event before it is deleted: afterwards, nothing. */
  const reads: Record<string, () => Promise<{ found: Body[]; count?: number }>> = {
    'the field events': async () => {
      const { events, count } = (await graph('{ events { count events { id } } }')).events;
      return { found: events, count };
    },
    'a search by status': async () => {
      const { events, count } = (await graph('{ events(status: [DEACTIVATED, ACTIVATED]) { count events { id } } }'))
        .events;
      return { found: events, count };
    },
    'the events of the workspace': async () => ({
      found: (await graph('{ workspace { events { id } } }')).workspace.events,
    }),
    'the events of a host': async () => ({
      found: (await graph('{ users { users { hostedEvents { id } } } }')).users.users[0].hostedEvents,
    }),
    'the events of a schedule': async () => ({
      found: (await graph('{ userAvailabilities { events { id } } }')).userAvailabilities[0].events,
    }),
    'the events of a custom field': async () => ({
      found: (await graph(`{ customField(id: ${customFieldId}) { askingEvents { id } } }`)).customField.askingEvents,
    }),
    'GET /v1/events': async () => {
      const { events, count } = (await app.get('/v1/events', key)).body.data;
      return { found: events, count };
    },
    'GET /v1/userAvailabilities': async () => ({
      found: (await app.get('/v1/userAvailabilities', key)).body.data[0].eventId.map((id: number) => ({ id })),
    }),
    'GET /v1/fields/objects': async () => ({
      found: (await app.get('/v1/fields/objects?objectType=CONTACT&includeRelation=true', key)).body.data[0].events,
    }),
  };

  test.each(Object.entries(reads))('not in %s', async (_, read) => {
    const before = await read();
    expect(before.found.map(({ id }) => id)).toEqual([event.id]);
    expect(before.count ?? 1).toBe(1);
    await removed();
    expect(await read()).toEqual({ ...before, found: [], ...(before.count === undefined ? {} : { count: 0 }) });
  });

  test('not by its id or its link', async () => {
    await removed();
    for (const query of [`eventId=${event.id}`, `linkPrefix=${event.linkPrefix}`]) {
      const { status, body } = await app.get(`/v1/events/detail?${query}`, key);
      expect([status, body]).toEqual([404, { message: 'Resource not found!', code: 'EVENT_NOT_FOUND' }]);
    }
    const answer = await app.graphql(`{ event(eventId: ${event.id}) { id eventCalls { id } } }`, key);
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: 'EVENT_NOT_FOUND' });
  });

  test('not for a booking: no slot is shown, and none is taken', async () => {
    const place = await bookable();
    const slots = () => sendJson(app, ['POST', '/v1/events/eventDates'], place.reference, { key });
    const dateTime = (await slots()).body.data.slots[0].dateTime;
    const book = { ...place.reference, dateTime, email: 'ira@example.com' };
    expect((await fixture.remove({ id: place.id })).body.errors).toBeUndefined();
    for (const [path, body] of [
      ['/v1/events/eventDates', place.reference],
      ['/v1/eventCalls', book],
    ] as const) {
      const answer = await sendJson(app, ['POST', path], body, { key });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'EVENT_NOT_FOUND']);
    }
  });

  /** An event that is made by mutation, with a host who is open at all hours. */
  async function bookable() {
    const scheduleId = await app.schedule(fixture.owner, { hours: allHours });
    const { id, linkPrefix } = await fixture.made({ hosts: [{ userId: fixture.owner.userId, scheduleId }] });
    return { id, reference: { linkPrefix, timeZone: 'UTC' } };
  }

  test('not for the form of a lead', async () => {
    const lead = {
      linkPrefix: event.linkPrefix,
      contactId: await app.contact(fixture.owner.workspaceId),
      inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }],
    };
    const send = () => sendJson(app, ['POST', '/v1/fields/inviteeAnswers'], lead, { key });
    expect((await send()).status).toBe(201);
    await removed();
    const { status, body } = await send();
    expect([status, body]).toEqual([
      404,
      { message: 'Record not found!', code: 'RECORD_NOT_FOUND', details: { path: 'linkPrefix' } },
    ]);
  });
});

test('the calls of a deleted event show its name and lead to it, and none of them changes', async () => {
  const calls = async () => (await app.get(`/v1/eventCalls?eventIds=${event.id}`, key)).body.data;
  const before = await calls();
  await removed();
  expect(await calls()).toEqual(before);
  expect(before.eventCalls).toMatchObject([{ id: callId, name: 'Intro', linkPrefix: event.linkPrefix }]);
  const query = `{ eventCall(id: ${callId}) { name event { id name status hosts { userId } secondaryQuestions { name } } } }`;
  expect((await graph(query)).eventCall).toEqual({
    name: 'Intro',
    event: { id: event.id, name: 'Intro', status: 'DEACTIVATED', hosts: [], secondaryQuestions: [] },
  });
});

test('another event takes the link of a deleted one, again and again, and is the live event of the link', async () => {
  const { linkPrefix } = event;
  for (const name of ['Second', 'Third']) {
    await removed();
    event = await fixture.made({ name, linkPrefix });
    const { body } = await app.get(`/v1/events/detail?linkPrefix=${linkPrefix}`, key);
    expect([body.data.id, body.data.name]).toEqual([event.id, name]);
  }
  const rows = await app.sql('SELECT "name" FROM "Event" WHERE "linkPrefix" = $1 ORDER BY "id"', [linkPrefix]);
  expect(rows).toEqual([{ name: 'Intro' }, { name: 'Second' }, { name: 'Third' }]);
});

test('a custom field that only a deleted event had in its form may become one of another type', async () => {
  const change = { id: customFieldId, type: 'DEAL' };
  const send = () => sendJson(app, ['PUT', '/v1/fields'], change, { key });
  expect((await send()).status).toBe(400);
  await removed();
  expect((await send()).body.data).toMatchObject(change);
});
