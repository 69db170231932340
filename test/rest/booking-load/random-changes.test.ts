import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAllRollups } from '#src/services/rollups.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { ofLoad } from '../../support/extent.ts';
import { type CalendarEvent, type Calendars, calendars, expectedSlots, liveCalls, openAll } from './calendars.ts';
import { days, randomChanges, sampleOf } from './changes.ts';
import { Clients } from './clients.ts';
import { bookingOf, bookings, inDays } from './form.ts';
import { inParallel, type Node, startNodes } from './nodes.ts';
import { eventCounts, expectNothingForbidden } from './rules.ts';

const changes = randomChanges(ofLoad({ part: 1000, full: 5000 }));
const clientsAtOnce = 32;
const samples = 10;

let app: TestApp;
let nodes: [Node, Node];
let world: Calendars;
let clients: Clients;

beforeAll(async () => {
  app = await testApp();
  nodes = await startNodes(app.databaseUrl);
  world = await calendars(app);
  clients = new Clients(world, nodes);
  await inParallel(changes, clientsAtOnce, (change, number) => clients.perform(change, number));
}, 600_000);
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await app.close();
});

const taken = '400: dateTime: This time is not available';
const tooMany = (limit: string) =>
  `400: email: An invitee can have at most ${limit}: reschedule or cancel one of them instead`;
const notLive = '404: Resource not found!';

/** Every response that there may be. */
const knownResponses: Record<string, string[]> = {
  'POST /v1/eventCalls': [
    ...['201', taken, notLive],
    ...[tooMany('3 upcoming calls for this event'), tooMany('10 upcoming calls in total')],
  ],
  'PUT /v1/eventCalls/reschedule': [
    '200',
    taken,
    notLive,
    '400: dateTime: Is already the time of the call',
    '400: id: The call is cancelled: book a new one',
  ],
  'PUT /v1/eventCalls/cancel': ['200'],
  'POST /v1/outcomes': ['200', '201'],
  'PUT /v1/events/status': ['200'],
  updateSchedule: ['200'],
  createScheduleOverride: ['200', '400: date: The schedule already has an override for the date: update it instead'],
  deleteScheduleOverride: ['200'],
  createTimeOff: ['200'],
  deleteTimeOff: ['200'],
};

async function offered(event: CalendarEvent): Promise<{ dateTime: string; hostIds: number[] }[]> {
  const dates = { timeZone: 'UTC', from: inDays(1).slice(0, 10), to: inDays(days + 2).slice(0, 10) };
  const input = { eventId: event.id, ...dates };
  const { status, body } = await nodes[0].send(['POST', '/v1/events/eventDates'], input, { key: world.key });
  expect(status).toBe(200);
  return body.data.slots;
}

describe(`${changes.length} random changes in parallel over two nodes`, () => {
  test('are each made or clearly refused', () => {
    const known = Object.entries(knownResponses).flatMap(([name, texts]) => texts.map((text) => `${name} ${text}`));
    expect(Object.keys(clients.responses).filter((response) => !known.includes(response))).toEqual([]);
    const made = Object.keys(knownResponses).filter((name) => !clients.responses[`${name} 200`]);
    expect(made).toEqual(['POST /v1/eventCalls']);
  });

  test('leave no two calls of a host too near, no day too full, and nothing half-written', async () => {
    await expectNothingForbidden(app, world.workspaceId);
    expect((await checkAllRollups(app.context)).wrong).toEqual([]);
  });

  test('write one event for each success', async () => {
    const contacts = await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [world.workspaceId]);
    const outcomes = ['200', '201'].map((status) => clients.responses[`POST /v1/outcomes ${status}`] ?? 0);
    expect(await eventCounts(app, world.workspaceId)).toEqual({
      'call.booked': clients.booked.length,
      'call.cancelled': clients.cancelled.size,
      'call.outcome_added': outcomes.reduce((sum, each) => sum + each),
      'call.rescheduled': clients.responses['PUT /v1/eventCalls/reschedule 200'],
      'contact.created': contacts.length,
    });
  });

  test('lose no slot: with all hours open again, each free time is offered, and no other', async () => {
    await openAll(app, world);
    const calls = await liveCalls(app, world);
    const range = { calls, from: Date.parse(inDays(1)), until: Date.parse(inDays(days + 3)) };
    for (const event of world.events) {
      const slots = await offered(event);
      for (const { hostIds } of slots) hostIds.sort((one, other) => one - other);
      expect(slots).toEqual(expectedSlots(world, event, range));
    }
  });

  test('lose no slot: what is offered can be booked, with the host who is offered first', async () => {
    for (const event of world.events) {
      for (const [number, { dateTime }] of sampleOf(await offered(event), samples).entries()) {
        // An earlier sample may have taken it.
        const slot = (await offered(event)).find((each) => each.dateTime === dateTime);
        const body = bookingOf(event.id, { dateTime, email: `sample-${event.id}-${number}@example.com` });
        const made = await nodes[1].send(bookings, body, { key: world.key });
        expect([made.status, made.body.data?.userId]).toEqual(slot ? [201, slot.hostIds[0]] : [400, undefined]);
      }
    }
  });

  test('lose no slot: a cancelled time is offered again, with the same host', async () => {
    const live = await app.sql<{ id: number; eventId: number; userId: number; dateTime: string }>(
      `SELECT "id", "eventId", "userId", "dateTime" FROM "EventCall" WHERE "workspaceId" = $1 AND "status" <> 'CANCELLED'
       ORDER BY "id"`,
      [world.workspaceId],
    );
    for (const { id, eventId, userId, dateTime } of sampleOf(live, samples)) {
      const event = world.events.find((each) => each.id === eventId) as CalendarEvent;
      const hostsThen = async () => (await offered(event)).find((slot) => slot.dateTime === dateTime)?.hostIds ?? [];
      expect(await hostsThen()).not.toContain(userId);
      expect((await nodes[1].send(['PUT', '/v1/eventCalls/cancel'], { id }, { key: world.key })).status).toBe(200);
      expect(await hostsThen()).toContain(userId);
    }
    await expectNothingForbidden(app, world.workspaceId);
  });
});
