import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askQuestions } from '../rest/booking-load/form.ts';
import { type Node, startNode } from '../rest/booking-load/nodes.ts';
import { expectNothingForbidden } from '../rest/booking-load/rules.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { ofLoad } from '../support/extent.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';
import { pause } from '../support/waiting.ts';
import { type AutoFailover, hasAutoFailover, startAutoFailover, unlessAutoFailover } from './auto-failover.ts';
import { Load } from './writers.ts';

const kills = ofLoad({ part: 1, full: 10 });
const writers = 16;
const hostCount = 2;
const maxMsAfterPromotion = 2000;
/** Nobody says that the connections are dead: the lookup of a credential gives up after 5 s, a new connection after 2 s. */
const maxMsAfterSilence = 10_000;

let cluster: AutoFailover;
/** A server process that is started once. */
let node: Node;
/** Over the same hosts, to prepare and to compare. */
let app: TestApp;
let load: Load;
let bookingWorkspace: number;
let contactWorkspace: number;

describe.skipIf(!hasAutoFailover)(`a server over a primary and its synchronous standby${unlessAutoFailover}`, () => {
  beforeAll(async () => {
    cluster = await startAutoFailover();
    app = await testApp({ databaseUrl: cluster.url });
    node = await startNode(cluster.url);
    const owner = await app.workspace();
    const hosts = [owner, await app.member(owner.workspaceId, 'CLOSER')];
    const eventId = await bookableEvent(app, owner, { duration: 15, slotInterval: 15 }, hosts);
    await askQuestions(app, owner.workspaceId, eventId);
    const other = await app.workspace();
    [bookingWorkspace, contactWorkspace] = [owner.workspaceId, other.workspaceId];
    const [key, contactKey] = [await app.apiKey(owner), await app.apiKey(other)];
    load = new Load({ node, booking: { key, eventId, hostCount }, contactKey });
  });
  afterAll(async () => {
    await app?.close();
    await node?.stop();
    await cluster?.stop();
  });

  test(
    `loses and doubles no write in ${kills} kills of the primary, and serves within 2 s of the promotion`,
    async () => {
      const waits: number[] = [];
      await load.during(writers, async () => {
        for (let kill = 0; kill < kills; kill++) {
          await pause(1000 + 100 * kill);
          await cluster.killPrimary();
          const lostAt = performance.now();
          waits.push(await msUntilServed(lostAt));
          await pause(500);
          await cluster.revive();
        }
      });
      const { calls, contacts, served, unavailable } = load.observed;
      process.stdout.write(
        `${kills} kills: ${served} requests served, ${calls.size} calls and ${contacts.size} contacts confirmed, ${unavailable} times 503; ms from promotion to the first response: ${waits.map(Math.round)}\n`,
      );
      load.observed.expectNothingUnexpected();
      expect(unavailable).toBeGreaterThan(0);
      expect(Math.max(...waits)).toBeLessThan(maxMsAfterPromotion);
      await expectAllWritten();
    },
    Math.max(kills * 120_000, 300_000),
  );

  test('leaves a primary that fell silent with its connections open', { retry: retryWhenSlow }, async () => {
    let waitedMs = Number.NaN;
    await load.during(writers, async () => {
      await pause(500);
      await cluster.freezePrimary();
      waitedMs = await msUntilServed(performance.now());
      await cluster.thaw();
    });
    expect(waitedMs).toBeLessThan(maxMsAfterSilence);
    load.observed.expectNothingUnexpected();
    await expectAllWritten();
  });

  test('leaves a primary that became a standby', async () => {
    await load.during(writers, async () => {
      await pause(500);
      await cluster.switchOver();
    });
    load.observed.expectNothingUnexpected();
    await expectAllWritten();
  });
});

/** In milliseconds: from the promotion to the first 2xx of a request that began after the primary was lost. */
async function msUntilServed(lostAt: number): Promise<number> {
  await cluster.untilPromoted();
  const promotedAt = performance.now();
  const { services } = load.observed;
  const firstAt = () => services.find(({ begunAt }) => begunAt > lostAt)?.endedAt;
  await expect.poll(firstAt, { interval: 10 }).toBeDefined();
  return (firstAt() ?? 0) - promotedAt;
}

/** What was confirmed is there, nothing is there twice, and nothing that nobody sent. */
async function expectAllWritten(): Promise<void> {
  const { calls, contacts, unknownCalls, unknownContacts } = load.observed;
  const stored = async (table: string, column: string, workspaceId: number) => {
    const text = `SELECT "id", "${column}" AS "email" FROM "${table}" WHERE "workspaceId" = $1`;
    return app.sql<{ id: number; email: string }>(text, [workspaceId]);
  };
  for (const [confirmed, found, unknown] of [
    [calls, await stored('EventCall', 'inviteeEmail', bookingWorkspace), unknownCalls],
    [contacts, await stored('Contact', 'email', contactWorkspace), unknownContacts],
  ] as const) {
    const ids = new Map(found.map(({ id, email }) => [email, id]));
    expect([...confirmed].filter(([email, { id }]) => ids.get(email) !== id)).toEqual([]);
    expect(ids.size).toBe(found.length);
    expect(found.length).toBeLessThanOrEqual(confirmed.size + unknown);
  }
  await expectNothingForbidden(app, bookingWorkspace);
}
