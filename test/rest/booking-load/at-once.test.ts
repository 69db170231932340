import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { pause } from '../../support/waiting.ts';
import { writtenRows } from '../../support/webhook-rows.ts';
import { askQuestions, bookingOf, bookings, inDays } from './form.ts';
import { type Node, startNodes } from './nodes.ts';
import { eventCounts, expectNothingForbidden } from './rules.ts';

const app = await useApp();
const nodes = await startNodes(app.databaseUrl);
afterAll(async () => {
  for (const node of nodes) await node.stop();
});

async function stage(hostCount: number, rules: Parameters<typeof bookableEvent>[2] = {}) {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const hosts: Member[] = [owner];
  while (hosts.length < hostCount) hosts.push(await app.member(workspaceId, 'CLOSER'));
  const eventId = await bookableEvent(app, owner, rules, hosts);
  await askQuestions(app, workspaceId, eventId);
  return { workspaceId, hosts, eventId, key: await app.apiKey(owner) };
}

/** Requests at once, every other one to the other node. */
function atOnce(count: number, sendTo: (node: Node, number: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, number) => untilServed(() => sendTo(nodes[number % 2] as Node, number))),
  );
}

/** On a busy machine a request may wait too long for a connection to PostgreSQL. It is repeated, as Retry-After says. */
async function untilServed(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await pause(Number(answer.headers.get('retry-after')) * 1000);
  }
}

const withStatus = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status);

describe('200 bookings of one slot at once, over two nodes', () => {
  test.each([1, 5])('are one call for each of %i hosts, and clear refusals', async (hostCount) => {
    const { workspaceId, hosts, eventId, key } = await stage(hostCount);
    const dateTime = inDays(2, 12);
    const answers = await atOnce(200, (node, number) =>
      node.send(bookings, bookingOf(eventId, { dateTime, email: `invitee-${number}@example.com` }), { key }),
    );

    const booked = withStatus(answers, 201).map(({ body }) => body.data.userId);
    expect(booked.sort()).toEqual(hosts.map(({ userId }) => userId).sort());
    const refusal = variantA({ dateTime: ['This time is not available'] }, '/v1/eventCalls', 'POST');
    const others = answers.filter(({ status }) => status !== 201);
    // A refusal has no other times where too many searches run at once.
    const timesOf = ({ body }: Answer): string[] => body.message.details.nextAvailable;
    const withoutTimes = others.map(({ status, body }) => {
      const { nextAvailable: _, ...details } = body.message.details;
      return { status, body: { ...body, message: { ...body.message, details } } };
    });
    expect(withoutTimes).toEqual(Array(200 - hostCount).fill({ status: 400, body: refusal }));
    const next = [13, 14, 15].map((hour) => inDays(2, hour));
    expect([...new Set(others.map((each) => timesOf(each).join()))].filter(Boolean)).toEqual([next.join()]);
    expect(await eventCounts(app, workspaceId)).toEqual({ 'call.booked': hostCount, 'contact.created': hostCount });
    expect(await writtenRows(app, workspaceId, ['EventCall', 'Contact'])).toEqual({
      EventCall: hostCount,
      Contact: hostCount,
    });
    await expectNothingForbidden(app, workspaceId);
  });
});

describe('bookings of different slots at once, of which a host can take one', () => {
  const cases = [
    { rule: 'a buffer after', rules: { bufferAfter: 240 }, hours: [9, 10, 11, 12] },
    { rule: 'a buffer before', rules: { bufferBefore: 240 }, hours: [9, 10, 11, 12] },
    { rule: 'a daily limit', rules: { dailyLimit: 1 }, hours: [1, 8, 15, 22] },
  ];
  test.each(cases)('because of $rule, are one call for each of 2 hosts', async ({ rules, hours }) => {
    const { workspaceId, eventId, key } = await stage(2, rules);
    const answers = await atOnce(40, (node, number) => {
      // Both nodes get each hour.
      const dateTime = inDays(2, hours[Math.floor(number / 2) % hours.length]);
      return node.send(bookings, bookingOf(eventId, { dateTime, email: `invitee-${number}@example.com` }), { key });
    });
    const booked = withStatus(answers, 201).map(({ body }) => body.data.userId);
    expect([booked.length, new Set(booked).size]).toEqual([2, 2]);
    const problems = answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.message.details.fieldErrors]));
    expect(problems).toEqual(Array(38).fill({ dateTime: ['This time is not available'] }));
    await expectNothingForbidden(app, workspaceId);
  });
});

describe('20 bookings of different slots for one invitee at once, over two nodes', () => {
  /** How many were booked, and the texts of the refusals. */
  async function outcome(answers: readonly Answer[]) {
    const refused = answers.filter(({ status }) => status !== 201);
    const texts = refused.map(({ body }) => body.message.details.fieldErrors.email?.[0].split(':')[0]);
    return { booked: answers.length - refused.length, texts };
  }

  test.each([0, 1])('are 3 calls with one event, of a contact who has %i before', async (before) => {
    const { workspaceId, eventId, key } = await stage(5, { maxUpcomingPerInvitee: 3 });
    const book = (node: Node, hour: number) =>
      node.send(bookings, bookingOf(eventId, { dateTime: inDays(2, hour), email: 'ira@example.com' }), { key });
    for (let number = 0; number < before; number++) await untilServed(() => book(nodes[0] as Node, 23 - number));
    const answers = await atOnce(20, book);
    const text = 'An invitee can have at most 3 upcoming calls for this event';
    expect(await outcome(answers)).toEqual({ booked: 3 - before, texts: Array(17 + before).fill(text) });
    expect(await writtenRows(app, workspaceId, ['EventCall', 'Contact'])).toEqual({ EventCall: 3, Contact: 1 });
    await expectNothingForbidden(app, workspaceId);
  });

  test('are 10 calls with events of different hosts, which share no lock but that of the contact', async () => {
    const { workspaceId, hosts, key, eventId } = await stage(1, { maxUpcomingPerInvitee: 3 });
    const eventIds = [eventId];
    while (eventIds.length < 20) {
      const host = await app.member(workspaceId, 'CLOSER');
      const other = await bookableEvent(app, hosts[0] as Member, { maxUpcomingPerInvitee: 3 }, [host]);
      await askQuestions(app, workspaceId, other);
      eventIds.push(other);
    }
    const answers = await atOnce(20, (node, number) => {
      const form = { dateTime: inDays(2, number), email: 'ira@example.com' };
      return node.send(bookings, bookingOf(eventIds[number] as number, form), { key });
    });
    const text = 'An invitee can have at most 10 upcoming calls in total';
    expect(await outcome(answers)).toEqual({ booked: 10, texts: Array(10).fill(text) });
  });
});

describe('one Idempotency-Key 100 times at once, over two nodes', () => {
  test('books one call, and every response to it is the same', async () => {
    const { workspaceId, eventId, key } = await stage(5);
    const body = bookingOf(eventId, { dateTime: inDays(2, 12), email: 'ira@example.com' });
    const sendTo = (node: Node) => node.send(bookings, body, { key, headers: { 'idempotency-key': 'once' } });
    const answers = await atOnce(100, sendTo);

    const calls = withStatus(answers, 201);
    const first = calls.filter(({ headers }) => headers.get('idempotent-replayed') === null);
    expect(first).toHaveLength(1);
    const inUse = {
      status: 409,
      body: { message: 'The first request with this Idempotency-Key is still running', code: 'IDEMPOTENCY_KEY_IN_USE' },
    };
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.map(({ status, body: refusal }) => ({ status, body: refusal }))).toEqual(
      Array(100 - calls.length).fill(inUse),
    );
    const repeated = [...calls, ...(await atOnce(2, sendTo))].map(({ status, body: made }) => [
      status,
      JSON.stringify(made),
    ]);
    expect(repeated).toEqual(Array(calls.length + 2).fill([201, JSON.stringify(first[0]?.body)]));
    expect(await eventCounts(app, workspaceId)).toEqual({ 'call.booked': 1, 'contact.created': 1 });
    expect(await writtenRows(app, workspaceId, ['EventCall', 'Contact', 'IdempotencyRecord'])).toEqual({
      EventCall: 1,
      Contact: 1,
      IdempotencyRecord: 1,
    });
    await expectNothingForbidden(app, workspaceId);
  });
});
