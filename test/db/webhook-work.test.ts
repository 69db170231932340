import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { webhookChannel } from '#src/db/webhook-listener.ts';
import { noteWebhookWork } from '#src/db/webhook-work.ts';
import { insertTest, makeDue } from '#src/db/writes/webhook-deliveries.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import { resumeWebhook } from '#src/db/writes/webhooks.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { askingWorkspace, forWorkspace } from '#src/lib/asking-workspace.ts';
import { pause } from '../support/waiting.ts';
import { useWebhookServices } from '../support/webhook-workers.ts';

const services = await useWebhookServices();
const { db } = services.context;
const { workspaceId } = await services.workspace();
let id: number;
/** Hears every NOTIFY. */
let ear: pg.Client;
let payloads: (string | undefined)[] = [];
const endings: (() => unknown)[] = [];
beforeAll(async () => {
  ear = new pg.Client({ connectionString: services.url });
  await ear.connect();
  await ear.query(`LISTEN ${webhookChannel}`);
  ear.on('notification', ({ payload }) => payloads.push(payload));
});
beforeEach(async () => {
  id = await services.endpoint(workspaceId, { url: 'http://127.0.0.1:9/' });
  payloads = [];
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(() => ear.end());

/** A worker that only counts. It holds the leases of these endpoints. */
function subscribe(to: Database, held: readonly string[] = []) {
  const seen = { wakes: 0, added: [] as string[], onWake: () => undefined as unknown };
  endings.push(
    to.webhookWork.subscribe({
      wake: () => {
        seen.wakes += 1;
        seen.onWake();
      },
      addedTo: (endpoint) => {
        seen.added.push(endpoint);
        return held.includes(endpoint);
      },
    }),
  );
  return seen;
}

const write = (kind: EventKind = 'contact.created') =>
  db.write((client) => recordEvent(client, workspaceId, { kind, data: {} }));

/** Another process over the same database, whose worker listens. */
async function otherProcess(connection: Parameters<typeof openDatabase>[0]['connection']) {
  const other = openDatabase({ connection });
  endings.push(() => other.close());
  const lost: unknown[] = [];
  await other.webhookWork.listener?.listen(() => lost.push(1));
  return { other, lost };
}

const listeners = () =>
  services.sql<{ pid: number }>(
    `SELECT "pid" FROM pg_stat_activity WHERE "datname" = current_database() AND "query" LIKE 'LISTEN%' AND "pid" <> $1`,
    [(ear as pg.Client & { processID: number }).processID],
  );

describe('a worker of the process that writes an event', () => {
  test('is woken after the commit, when others see the event', async () => {
    const seen = subscribe(db);
    let visible: Promise<unknown[]> | undefined;
    seen.onWake = () => {
      visible = services.sql('SELECT FROM "WebhookEvent" WHERE "workspaceId" = $1', [workspaceId]);
    };
    await db.write(async (client) => {
      await recordEvent(client, workspaceId, { kind: 'contact.created', data: {} });
      expect(seen.wakes).toBe(0);
    });
    expect(seen.wakes).toBe(1);
    expect(await visible).toHaveLength(1);
    expect(payloads).toEqual([]);
  });

  test('does not work in the name of the workspace whose request wrote the event', async () => {
    const seen = subscribe(db);
    const asking: number[] = [];
    seen.onWake = () => asking.push(askingWorkspace());
    await forWorkspace(workspaceId, () => write());
    expect(asking).toEqual([0]);
  });

  test('is not woken where no endpoint chooses the kind', async () => {
    const seen = subscribe(db);
    await write('deal.created');
    expect(seen.wakes).toBe(0);
  });

  test('is not woken by what was rolled back, nor by the next transaction of the same session', async () => {
    const single = openDatabase({ connection: { connectionString: services.url }, poolSize: 1 });
    endings.push(() => single.close());
    const seen = subscribe(single);
    const failing = single.write(async (client) => {
      await recordEvent(client, workspaceId, { kind: 'contact.created', data: {} });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await single.write((client) => client.query('SELECT 1'));
    expect(seen.wakes).toBe(0);
  });

  test('is not woken by a COMMIT that PostgreSQL answers with a rollback', async () => {
    const seen = subscribe(db);
    const failing = db.write(async (client) => {
      noteWebhookWork(client);
      await client.query('SELECT missing').catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(seen.wakes).toBe(0);
  });

  test('hears of which endpoint something was resumed, sent again or tested', async () => {
    const seen = subscribe(db, [`${workspaceId}:${id}`]);
    await db.write((client) => resumeWebhook(client, [workspaceId, id]));
    await db.write((client) => insertTest(client, { workspaceId, id }, {}));
    await db.write((client) => makeDue(client, { workspaceId, id: '1' }, id));
    expect(seen).toMatchObject({ wakes: 3, added: Array(3).fill(`${workspaceId}:${id}`) });
    // It holds the lease, so there is nothing to do for others.
    expect(payloads).toEqual([]);
  });
});

describe('workers of other processes', () => {
  test('are notified where this process has no worker, with nothing but a random id', async () => {
    await write();
    await expect.poll(() => payloads).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  test('are notified of new deliveries of an endpoint that none of this process has leased', async () => {
    subscribe(db);
    await db.write((client) => insertTest(client, { workspaceId, id }, {}));
    await expect
      .poll(() => payloads)
      .toEqual([expect.stringMatching(new RegExp(`^[\\da-f-]{36} ${workspaceId}:${id}$`))]);
  });

  test('are notified of many commits at once, at most every 20 ms', async () => {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 200 }, () => write()));
    await db.webhookWork.close();
    const [first] = payloads;
    await expect.poll(() => payloads.length).toBeGreaterThan(0);
    expect(payloads.every((payload) => payload === payloads[0] && (first === undefined || payload === first))).toBe(
      true,
    );
    expect(payloads.length).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 20);
    expect(payloads.length).toBeLessThan(200);
  });

  test('are woken, and the process itself is not', async () => {
    const { other } = await otherProcess({ connectionString: services.url });
    const own = await otherProcess({ connectionString: services.url });
    const seen = subscribe(other);
    await own.other.write((client) => recordEvent(client, workspaceId, { kind: 'contact.created', data: {} }));
    // Its NOTIFY is on the way to all that listen.
    const late = subscribe(own.other);
    await expect.poll(() => seen.wakes).toBe(1);
    await write();
    await expect.poll(() => seen.wakes).toBe(2);
    await pause(100);
    expect(late.wakes).toBe(1);
  });

  test('listen again after their connection was lost, and look for what they have missed', async () => {
    const { other, lost } = await otherProcess({ connectionString: services.url });
    const seen = subscribe(other);
    const [first] = await listeners();
    await services.sql('SELECT pg_terminate_backend($1)', [first?.pid]);
    await expect.poll(() => lost).toEqual([1]);
    await write();
    // Its NOTIFY follows the commit, and must not come when the other process listens again.
    await expect.poll(() => payloads).toHaveLength(1);
    expect(seen.wakes).toBe(0);
    await other.webhookWork.listener?.listen(() => undefined);
    expect(seen.wakes).toBe(1);
    await write();
    await expect.poll(() => seen.wakes).toBe(2);
  });

  test('listen on one connection, however often they look whether it works', async () => {
    const { other } = await otherProcess({ connectionString: services.url });
    const [first] = await listeners();
    await other.webhookWork.listener?.listen(() => undefined);
    const rows = await services.sql<{ pid: number }>(
      `SELECT "pid" FROM pg_stat_activity WHERE "datname" = current_database() AND "pid" = $1 AND "query" = 'SELECT 1'`,
      [first?.pid],
    );
    expect(rows).toHaveLength(1);
    await other.close();
    endings.pop();
    await expect.poll(() => services.sql('SELECT FROM pg_stat_activity WHERE "pid" = $1', [first?.pid])).toEqual([]);
  });

  test('do not listen through a pooler, whose sessions are for others next', async () => {
    let connections = 0;
    /** A pooler shows another process id than that of the session. */
    class Pooled extends pg.Client {
      override async connect(): Promise<never> {
        connections += 1;
        await super.connect();
        return Object.assign(this, { processID: 0 }) as never;
      }
    }
    const { other } = await otherProcess({ connectionString: services.url, Client: Pooled });
    expect(await listeners()).toEqual([]);
    await other.webhookWork.listener?.listen(() => undefined);
    expect(connections).toBe(1);
  });
});
