import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';

const app = await useApp();

/** The previewIds of the calls that a query finds, oldest first. */
async function found(key: string, query: string): Promise<string[]> {
  const { body } = await app.get(`/v1/eventCalls?orderBy=asc&${query}`, key);
  const calls: string[] = body.data.eventCalls.map((call: { previewId: string }) => call.previewId);
  expect(body.data.count).toBe(calls.length);
  return calls;
}

/** A workspace with one call at each instant, named by it; gives its key. */
async function callsAt(
  timeZone: string,
  instants: string[],
  status: 'CANCELLED' | 'SCHEDULED' = 'CANCELLED',
): Promise<string> {
  const owner = await app.workspace({ timeZone });
  const eventId = await app.event(owner);
  const contactId = await app.contact(owner.workspaceId);
  const shared = { eventId, contactId, status };
  for (const dateTime of instants) await app.call(owner, { ...shared, dateTime, previewId: dateTime });
  return app.apiKey(owner);
}

describe('what follows from the clock', () => {
  test.each([
    ['2026-03-04T12:29:59.999Z', 'UPCOMING', 'PENDING'],
    ['2026-03-04T12:30:00.000Z', 'PAST', 'PENDING_OUTCOME'],
    ['2026-03-04T12:30:00.001Z', 'PAST', 'PENDING_OUTCOME'],
  ])('at %s a call that ends at 12:30 is %s and %s, as a record and for filters', async (now, eventType, outcome) => {
    app.clock.set(now);
    const key = await callsAt('UTC', ['2026-03-04T12:00:00.000Z'], 'SCHEDULED');
    const { body } = await app.get('/v1/eventCalls', key);
    expect(body.data.eventCalls[0]).toMatchObject({ eventType, outcome });
    const past = eventType === 'PAST' ? 1 : 0;
    expect(await found(key, 'eventType=PAST')).toHaveLength(past);
    expect(await found(key, 'eventType=UPCOMING')).toHaveLength(1 - past);
    expect(await found(key, 'outcomes=PENDING_OUTCOME')).toHaveLength(past);
    expect(await found(key, 'outcomes=PENDING')).toHaveLength(1 - past);
  });

  test.each([
    ['2026-03-01T12:00:00.000Z', 'WON'],
    ['2026-03-09T12:00:00.000Z', 'QUALIFIED'],
  ])('an outcome that is set stays, whether the call is over or not', async (dateTime, outcome) => {
    app.clock.set('2026-03-04T12:00:00.000Z');
    const owner = await app.workspace();
    await app.call(owner, { dateTime, outcome });
    const { body } = await app.get('/v1/eventCalls', await app.apiKey(owner));
    expect(body.data.eventCalls[0].outcome).toBe(outcome);
  });
});

describe('a range of days', () => {
  // The night of 29 March 2026 has no 02:00 to 03:00 in Berlin; that of 25 October has it twice.
  test.each([
    ['in winter', '2026-03-28', '2026-03-27T23:00:00.000Z', '2026-03-28T22:59:59.999Z'],
    ['of 23 hours', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['in summer', '2026-03-30', '2026-03-29T22:00:00.000Z', '2026-03-30T21:59:59.999Z'],
    ['of 25 hours', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ])('is the whole day of the workspace, %s', async (_, day, first, last) => {
    const before = new Date(Date.parse(first) - 1).toISOString();
    const after = new Date(Date.parse(last) + 1).toISOString();
    const key = await callsAt('Europe/Berlin', [before, first, last, after]);
    expect(await found(key, `dateFrom=${day}&dateTo=${day}`)).toEqual([first, last]);
    expect(await found(key, `dateFrom=${day}`)).toEqual([first, last, after]);
    expect(await found(key, `dateTo=${day}`)).toEqual([before, first, last]);
  });

  test.each([
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    // Midnight itself is skipped: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('begins with the first instant of the day in %s', async (timeZone, day, first) => {
    const before = new Date(Date.parse(first) - 1).toISOString();
    const key = await callsAt(timeZone, [before, first]);
    expect(await found(key, `dateFrom=${day}`)).toEqual([first]);
  });

  test.each(['2028-02-29', '0001-01-01', '9999-12-31'])('accepts %s', async (day) => {
    const key = await callsAt('Asia/Tokyo', ['2026-03-04T12:00:00.000Z']);
    expect(await found(key, `dateFrom=${day}`)).toHaveLength(day < '2026' ? 1 : 0);
    expect(await found(key, `dateTo=${day}`)).toHaveLength(day < '2026' ? 0 : 1);
  });
});

describe('a range of instants', () => {
  const instants = ['2026-03-04T11:59:59.999Z', '2026-03-04T12:00:00.000Z', '2026-03-04T12:00:00.001Z'];

  test.each([
    '2026-03-04T12:00:00.000Z',
    '2026-03-04T12:00:00Z',
    '2026-03-04T12:00Z',
    '2026-03-04T13:00:00.000%2B01:00',
    '2026-03-04T06:30:00-05:30',
    '2026-03-04T13:00:00+01:00',
    '2026-03-04t12:00:00z',
    '2026-03-04T12:00:00-00:00',
    '2026-03-05T02:00:00.000000000%2B14:00',
  ])('has %s in it at both ends', async (bound) => {
    const key = await callsAt('America/New_York', instants);
    expect(await found(key, `dateFrom=${bound}`)).toEqual(instants.slice(1));
    expect(await found(key, `dateTo=${bound}`)).toEqual(instants.slice(0, 2));
    expect(await found(key, `dateFrom=${bound}&dateTo=${bound}`)).toEqual(instants.slice(1, 2));
  });

  test('is cut to the millisecond, and no finer bound includes what lies outside of it', async () => {
    const key = await callsAt('UTC', instants);
    expect(await found(key, 'dateFrom=2026-03-04T12:00:00.0005Z')).toEqual(instants.slice(2));
    expect(await found(key, 'dateTo=2026-03-04T12:00:00.0005Z')).toEqual(instants.slice(0, 2));
  });

  test('may mix a day and an instant', async () => {
    const key = await callsAt('America/New_York', instants);
    expect(await found(key, 'dateFrom=2026-03-04&dateTo=2026-03-04T12:00:00Z')).toEqual(instants.slice(0, 2));
  });

  test('that ends before it begins is empty', async () => {
    const key = await callsAt('UTC', instants);
    expect(await found(key, 'dateFrom=2026-03-05&dateTo=2026-03-04')).toEqual([]);
  });
});
