import { afterEach, describe, expect, test } from 'vitest';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { ChangeFeed } from '#src/services/webhooks/change-feed.ts';
import { testApp, useApp } from '../../support/app.ts';

const app = await useApp();
const { db } = app.context;
/** Another process over the same database. */
const other = await testApp({ databaseUrl: app.databaseUrl });

const errors: unknown[] = [];
const feeds: ChangeFeed[] = [];
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.close();
  expect(errors.splice(0)).toEqual([]);
  app.statements.length = 0;
});

function feedOf() {
  const feed = new ChangeFeed(db, (error) => errors.push(error));
  feeds.push(feed);
  return feed;
}

const write = (at: typeof app, workspaceId: number, kind: EventKind) =>
  at.context.db.write((client) => recordEvent(client, workspaceId, { kind, data: {} }));

async function listen(feed: ChangeFeed, workspaceId: number, sinceSeconds?: number) {
  const heard: string[] = [];
  const end = await feed.listen(workspaceId, (kinds) => heard.push(...kinds), sinceSeconds);
  return { heard, end };
}

describe('the feed of a workspace', () => {
  test('reports what this process commits without a poll, and what others commit with one', async () => {
    const { workspaceId } = await app.workspace();
    const feed = feedOf();
    const { heard } = await listen(feed, workspaceId);
    await write(app, workspaceId, 'contact.created');
    await expect.poll(() => heard).toEqual(['contact.created']);
    await write(other, workspaceId, 'deal.created');
    await feed.poll();
    expect(heard).toEqual(['contact.created', 'deal.created']);
    await feed.poll();
    expect(heard).toHaveLength(2);
  });

  test('reports nothing that was rolled back', async () => {
    const { workspaceId } = await app.workspace();
    const feed = feedOf();
    const { heard } = await listen(feed, workspaceId);
    const failing = db.write(async (client) => {
      await recordEvent(client, workspaceId, { kind: 'contact.created', data: {} });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await feed.poll();
    expect(heard).toEqual([]);
  });

  test('misses no event that becomes visible after one with a higher id', async () => {
    const { workspaceId } = await app.workspace();
    const feed = feedOf();
    const { heard } = await listen(feed, workspaceId);
    await other.context.db.write(async (client) => {
      await recordEvent(client, workspaceId, { kind: 'deal.created', data: {} });
      await write(other, workspaceId, 'contact.created');
      await feed.poll();
    });
    await feed.poll();
    expect(heard.sort()).toEqual(['contact.created', 'deal.created']);
  });

  test('begins where its listener begins, or some seconds before', async () => {
    const { workspaceId } = await app.workspace();
    await write(other, workspaceId, 'contact.created');
    const feed = feedOf();
    const fresh = await listen(feed, workspaceId);
    const earlier = await listen(feed, workspaceId, 60);
    await feed.poll();
    expect([fresh.heard, earlier.heard]).toEqual([[], ['contact.created']]);
  });

  test('reports to each listener until it ends', async () => {
    const { workspaceId } = await app.workspace();
    const feed = feedOf();
    const [first, second] = [await listen(feed, workspaceId), await listen(feed, workspaceId)];
    first.end();
    await write(app, workspaceId, 'contact.created');
    await expect.poll(() => second.heard).toEqual(['contact.created']);
    expect(first.heard).toEqual([]);
  });
});

describe('a poll', () => {
  test('is one statement for all workspaces while nothing happens', async () => {
    const feed = feedOf();
    for (let count = 0; count < 5; count++) await listen(feed, (await app.workspace()).workspaceId);
    app.statements.length = 0;
    await feed.poll();
    expect(app.statements).toEqual(['webhookEvents.last']);
  });

  test('reads each workspace after any event, and then rests', async () => {
    const feed = feedOf();
    const workspaces = [await app.workspace(), await app.workspace(), await app.workspace()];
    for (const { workspaceId } of workspaces) await listen(feed, workspaceId);
    await write(other, (await app.workspace()).workspaceId, 'contact.created');
    app.statements.length = 0;
    await feed.poll();
    const reads = workspaces.flatMap(() => ['webhookEvents.kindsBetween', 'webhookEvents.settled']);
    expect([...app.statements].sort()).toEqual([...reads, 'webhookEvents.last'].sort());
    app.statements.length = 0;
    await feed.poll();
    expect(app.statements).toEqual(['webhookEvents.last']);
  });
});
