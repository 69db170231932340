import { afterAll, expect, test } from 'vitest';
import { type Answer, type Body, useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { ofLoad } from '../../support/extent.ts';
import { pause } from '../../support/waiting.ts';
import { sampleOf } from './changes.ts';
import { askQuestions, bookingOf, bookings, inDays } from './form.ts';
import { type Node, startNode, startNodes } from './nodes.ts';
import { eventCounts, expectNothingForbidden } from './rules.ts';

const kills = ofLoad({ part: 3, full: 50 });
const clients = 8;
const hostCount = 2;
const maxMsBeforeKill = 120;

const app = await useApp();
const nodes = await startNodes(app.databaseUrl);
const owner = await app.workspace();
const hosts = [owner];
while (hosts.length < hostCount) hosts.push(await app.member(owner.workspaceId, 'CLOSER'));
const eventId = await bookableEvent(app, owner, { duration: 15, slotInterval: 15 }, hosts);
await askQuestions(app, owner.workspaceId, eventId);
const key = await app.apiKey(owner);
afterAll(async () => {
  for (const node of nodes) await node.stop();
});

/** The calls of all 201s, by id; and how many bookings without an Idempotency-Key had no response. */
const received = new Map<number, Body>();
let unanswered = 0;
let begun = 0;
let isOver = false;
/** Resolves when both nodes run. */
let bothRun: Promise<unknown> = Promise.resolve();

/** Undefined when the node was killed before it responded. */
async function responseOf(sent: Promise<Answer>): Promise<Answer | undefined> {
  return sent.catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
}

/** Each booking has a place in a slot of its own, so it succeeds unless its node is killed. */
async function book(place: number): Promise<void> {
  const number = begun++;
  const form = { dateTime: inDays(2, Math.floor(number / hostCount) / 4), email: `invitee-${number}@example.com` };
  const body = bookingOf(eventId, form);
  const hasKey = number % 2 === 0;
  const headers: Record<string, string> = hasKey ? { 'idempotency-key': `booking-${number}` } : {};
  for (let attempt = 0; ; attempt++) {
    const node = nodes[(place + attempt) % nodes.length] as Node;
    const response = await responseOf(node.send(bookings, body, { key, headers }));
    if (response?.status === 201) {
      received.set(response.body.data.id, response.body.data);
      return;
    }
    if (!hasKey) {
      expect(response).toBe(undefined);
      unanswered++;
      return;
    }
    // The first request with the key may still be running in PostgreSQL.
    if (response) expect([response.status, response.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    await pause(20);
  }
}

/** Books until the kills are over. While a node starts, it only repeats the booking that had no response. */
async function client(place: number): Promise<void> {
  while (!isOver) {
    await book(place);
    await bothRun;
  }
}

/** Kills one node and starts another in its place, the other time the other one. */
async function killNode(number: number, laterMs: number): Promise<void> {
  const place = number % nodes.length;
  const before = received.size;
  while (received.size < before + clients) await pause(1);
  await pause(laterMs);
  await nodes[place]?.kill();
  const starting = startNode(app.databaseUrl);
  bothRun = starting;
  nodes[place] = await starting;
}

async function killNodes(): Promise<void> {
  const delays = sampleOf(
    Array.from({ length: maxMsBeforeKill }, (_, ms) => ms),
    kills,
  );
  try {
    for (const [number, laterMs] of delays.entries()) await killNode(number, laterMs);
  } finally {
    isOver = true;
  }
}

/** All calls of the workspace, as the API shows them. */
async function storedCalls(): Promise<Map<number, Body>> {
  const calls: Body[] = [];
  for (let page = 0; ; page++) {
    const { status, body } = await (nodes[0] as Node).get(`/v1/eventCalls?orderColumn=id&limit=100&page=${page}`, key);
    expect(status).toBe(200);
    calls.push(...body.data.eventCalls);
    if (calls.length >= body.data.count) return new Map(calls.map((call) => [call.id, call]));
  }
}

test(`a node killed ${kills} times under bookings loses no call that it confirmed, and leaves none half-written`, async () => {
  const working = Array.from({ length: clients }, (_, place) => client(place));
  await Promise.all([killNodes(), ...working]).finally(() => {
    isOver = true;
  });
  const { workspaceId } = owner;
  const stored = await storedCalls();
  expect([...received.values()].map((call) => stored.get(call.id))).toEqual([...received.values()]);
  const written = await app.sql<{ payload: Body }>(
    `SELECT "payload" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "kind" = 'call.booked'`,
    [workspaceId],
  );
  const payloads = new Map(written.map(({ payload }) => [payload.id, payload]));
  expect([...received.values()].map((call) => payloads.get(call.id))).toEqual([...received.values()]);
  // A booking without a response may have been stored; one with a key is stored once, however often it was sent.
  expect(stored.size).toBeGreaterThanOrEqual(received.size);
  expect(stored.size).toBeLessThanOrEqual(received.size + unanswered);
  expect(received.size + unanswered).toBe(begun);
  expect(await eventCounts(app, workspaceId)).toEqual({ 'call.booked': stored.size, 'contact.created': stored.size });
  await expectNothingForbidden(app, workspaceId);
}, 600_000);
