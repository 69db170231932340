import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { fullEvent } from '../../support/full-event.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);

const post = async (path: string, body: object) => {
  const answer = await sendJson(app, ['POST', path], body, { key });
  return { ...answer, unknown: answer.headers.get('unknown-parameters') };
};

test('an unknown key of a body is named where the request succeeds', async () => {
  const { status, body, unknown } = await post('/v1/contacts', { email: 'a@example.com', nickname: 'X' });
  expect([status, body.data.firstName, unknown]).toEqual([201, null, 'body.nickname']);
});

test('an untouched body names nothing', async () => {
  const { unknown } = await post('/v1/contacts', { email: 'b@example.com', utm: [{ utmKey: 'a', utmValue: 'b' }] });
  expect(unknown).toBeNull();
});

test('names keys inside of lists, beside what the query has', async () => {
  const utm = [
    { utmKey: 'a', utmValue: 'b' },
    { utmKey: 'c', utmValue: 'd', value: 'e' },
  ];
  const { status, unknown } = await post('/v1/contacts?limit=1', { email: 'c@example.com', utm });
  expect([status, unknown]).toEqual([201, 'limit, body.utm%5B1%5D.value']);
});

test('a refusal lists the keys with the names that may be meant', async () => {
  const { linkPrefix } = await fullEvent(app, owner);
  const booking = { linkPrefix, dateTime: '2026-03-05T09:30:00Z', timeZone: 'UTC', email: 'd@example.com' };
  const { status, body, unknown } = await post('/v1/eventCalls', {
    ...booking,
    ...{ name: 'Ira', Last_Name: 'Cole', fone: 1, 'zzz zzz': {}, [`${'x'.repeat(99)}`]: 1 },
  });
  expect([status, unknown?.split(', ').slice(0, 4)]).toEqual([
    400,
    ['body.name', 'body.Last_Name', 'body.fone', 'body.zzz%20zzz'],
  ]);
  expect(body.message.details.unknown).toEqual([
    { path: 'body.name', nearest: 'firstName' },
    { path: 'body.Last_Name', nearest: 'lastName' },
    { path: 'body.fone', nearest: null },
    { path: 'body.zzz zzz', nearest: null },
    { path: `body.${'x'.repeat(99)}`, nearest: null },
  ]);
});

test('lists at most 20, and no key of the prototype is known', async () => {
  const keys = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key${index}`, 1]));
  const { status, body } = await post('/v1/contacts', { constructor: 1, __proto__x: 1, ...keys });
  expect(status).toBe(400);
  const { unknown } = body.message.details;
  expect(unknown).toHaveLength(20);
  expect(unknown[0]).toEqual({ path: 'body.constructor', nearest: null });
});

test('a key with half a surrogate pair is named without an error', async () => {
  const answer = await app.request('/v1/contacts', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: '{"email":"e@example.com","\\ud800":1}',
  });
  expect([answer.status, answer.headers.get('unknown-parameters')]).toEqual([201, 'body.%EF%BF%BD']);
});

test('swapped letters are one mistake', async () => {
  const { body } = await post('/v1/contacts', { emial: 'a@example.com', fisrtName: 'Ira', phnoe: '1', tga: 'a' });
  expect(body.message.details.unknown).toEqual([
    { path: 'body.emial', nearest: 'email' },
    { path: 'body.fisrtName', nearest: 'firstName' },
    { path: 'body.phnoe', nearest: null },
    { path: 'body.tga', nearest: 'tag' },
  ]);
});

describe('an id has two names', () => {
  test.each([
    ['PUT', '/v1/contacts', { id: 1, tag: 'a' }, 'body.id', 'contactId'],
    ['PUT', '/v1/events/status', { id: 1, status: 'ACTIVATED' }, 'body.id', 'eventId'],
    ['POST', '/v1/outcomes', { id: 1, outcome: 'WON' }, 'body.id', 'eventCallId'],
    ['POST', '/v1/deals', { id: 1 }, 'body.id', 'contactId'],
    ['PUT', '/v1/deals', { dealId: 1, value: 1 }, 'body.dealId', 'id'],
    ['PUT', '/v1/events', { event_id: 1, name: 'A' }, 'body.event_id', 'id'],
    ['PUT', '/v1/eventCalls/cancel', { eventCallId: 1 }, 'body.eventCallId', 'id'],
    ['PUT', '/v1/deals', { dealId: 1, id: 1 }, 'body.dealId', null],
    ['POST', '/v1/contacts', { id: 1 }, 'body.id', null],
    ['PUT', '/v1/deals', { paid: 1 }, 'body.paid', null],
  ] as const)('%s %s with %j', async (method, path, input, place, nearest) => {
    const { status, body } = await sendJson(app, [method, path], input, { key });
    expect([status, body.message.details.unknown]).toEqual([400, [{ path: place, nearest }]]);
  });
});

test('of a long key its beginning is named, in the header and in the refusal', async () => {
  const [long, euros] = ['x'.repeat(100_000), '€'.repeat(2_000)];
  const beginning = `${'x'.repeat(100)}…`;
  const one = await post('/v1/contacts', { email: 'f@example.com', [long]: 1, ab: 1 });
  expect([one.status, one.unknown]).toEqual([201, `body.${encodeURIComponent(beginning)}, body.ab`]);
  const other = await post('/v1/contacts', { [long]: 1, utm: [{ utmKey: 'a', utmValue: 'b', [euros]: 1 }] });
  expect(other.body.message.details.unknown).toEqual([
    { path: `body.${beginning}`, nearest: null },
    { path: `body.utm[0].${'€'.repeat(100)}…`, nearest: null },
  ]);
  const alone = await post('/v1/contacts', { utm: [{ utmKey: 'a', utmValue: 'b', [euros]: 1 }] });
  expect(alone.unknown).toBe(encodeURIComponent(`body.utm[0].${'€'.repeat(100)}…`));
});
