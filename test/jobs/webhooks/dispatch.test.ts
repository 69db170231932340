import { describe, expect, test } from 'vitest';
import { dispatchEvents, workspacesToDispatch } from '#src/db/writes/webhook-dispatch.ts';
import { recordEvent, recordInWorkspaces } from '#src/db/writes/webhook-events.ts';
import { factories } from '../../support/factories.ts';
import { pause } from '../../support/waiting.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

const services = await useWebhookServices();
const make = factories(services.context);
const { dispatchAll, dispatched } = services;
const url = 'https://example.com/hook';

describe('dispatching', () => {
  test('numbers without a gap, in the order of the changes of each record, while many write and several dispatch', async () => {
    const { workspaceId } = await services.workspace();
    const endpoints = [
      await services.endpoint(workspaceId, { url }),
      await services.endpoint(workspaceId, { url, kinds: ['contact.created', 'contact.updated'] }),
    ];
    const { db } = services.context;
    const contacts = await Promise.all([1, 2, 3].map(() => make.contact(workspaceId)));
    const changesOfEach = 60;
    // Each change locks its record, and then writes its event, as the use cases do.
    const change = (record: number, n: number) =>
      db.write(async (client) => {
        await client.query('SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', [
          workspaceId,
          record,
        ]);
        await recordEvent(client, workspaceId, {
          kind: n % 3 === 0 ? 'contact.updated' : 'contact.created',
          data: { record, n },
        });
        if (n % 7 === 0) await client.query('SELECT pg_sleep(0.01)');
      });
    const writers = contacts.map(async (record) => {
      for (let n = 1; n <= changesOfEach; n++) await change(record, n);
    });
    let isWriting = true;
    const dispatchers = [1, 2, 3].map(async () => {
      while (isWriting) await dispatchEvents(db, workspaceId);
    });
    await Promise.all(writers);
    isWriting = false;
    await Promise.all(dispatchers);
    await dispatchAll(workspaceId);
    for (const [index, kinds] of [['contact.created'], ['contact.created', 'contact.updated']].entries()) {
      const rows = await dispatched(workspaceId, endpoints[index] ?? 0);
      expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, at) => at + 1));
      expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(kinds));
      for (const record of contacts) {
        const numbers = rows.filter(({ data }) => data.record === record).map(({ data }) => data.n);
        const all = Array.from({ length: changesOfEach }, (_, at) => at + 1);
        expect(numbers).toEqual(kinds.length === 2 ? all : all.filter((n) => n % 3 !== 0));
      }
    }
    const [last] = await services.sql('SELECT "lastSequence" FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = $2', [
      workspaceId,
      endpoints[1],
    ]);
    expect(last).toEqual({ lastSequence: String(3 * changesOfEach) });
  });

  test('loses no event for an endpoint that is made meanwhile', async () => {
    const { workspaceId } = await services.workspace();
    await services.endpoint(workspaceId, { url });
    const { db } = services.context;
    let isDone = false;
    const dispatching = (async () => {
      while (!isDone) await dispatchEvents(db, workspaceId);
    })();
    const expected: { id: number; from: number }[] = [];
    for (let n = 1; n <= 40; n++) {
      if (n % 4 === 0) expected.push({ id: await services.endpoint(workspaceId, { url }), from: n });
      await services.events(workspaceId, 1, 'contact.created', n);
    }
    isDone = true;
    await dispatching;
    await dispatchAll(workspaceId);
    for (const { id, from } of expected) {
      const numbers = (await dispatched(workspaceId, id)).map(({ data }) => data.n);
      const since = Array.from({ length: 41 - from }, (_, at) => from + at);
      expect(numbers.slice(-since.length)).toEqual(since);
    }
  });

  test('that waits for an endpoint makes its deliveries due after those that were added meanwhile', async () => {
    const { workspaceId } = await services.workspace();
    const id = await services.endpoint(workspaceId, { url });
    await services.events(workspaceId, 1);
    const client = await services.context.db.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM "Webhook" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', [workspaceId, id]);
    const dispatching = dispatchEvents(services.context.db, workspaceId);
    await pause(200);
    const { rows } = await client.query<{ at: string }>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS "at"`);
    await client.query('COMMIT');
    client.release();
    expect(await dispatching).toBe(1);
    const later = 'SELECT FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "dueAt" >= $2';
    expect(await services.sql(later, [workspaceId, rows[0]?.at])).toHaveLength(1);
  });

  test('takes 1,000 events at a time, the oldest first', async () => {
    const { workspaceId } = await services.workspace();
    const id = await services.endpoint(workspaceId, { url });
    await services.events(workspaceId, 2300);
    const { db } = services.context;
    expect(await dispatchEvents(db, workspaceId)).toBe(1000);
    expect((await dispatched(workspaceId, id)).map(({ data }) => data.n)).toEqual(
      Array.from({ length: 1000 }, (_, at) => at + 1),
    );
    expect(await dispatchAll(workspaceId)).toBe(1300);
    expect(await dispatched(workspaceId, id)).toHaveLength(2300);
  });

  test('reads nothing of workspaces without an endpoint that chooses the kind', async () => {
    const { db } = services.context;
    const { workspaceId: none } = await services.workspace();
    const { workspaceId: other } = await services.workspace();
    await services.endpoint(other, { url, kinds: ['deal.created'] });
    await services.events(none, 3);
    await services.events(other, 3);
    const next = (afterId: number) => workspacesToDispatch(db, { afterId, limit: 20 });
    expect(await next(none - 1)).toEqual([]);
    await services.events(other, 1, 'deal.created');
    expect(await next(none - 1)).toEqual([other]);
    expect(await next(other)).toEqual([]);
    expect(await dispatchAll(other)).toBe(1);
  });

  test('turns events into deliveries of a paused endpoint too', async () => {
    const { workspaceId } = await services.workspace();
    const id = await services.endpoint(workspaceId, { url });
    await services.sql(`UPDATE "Webhook" SET "status" = 'PAUSED' WHERE "workspaceId" = $1`, [workspaceId]);
    await services.events(workspaceId, 2);
    // As the events of many workspaces at once are written.
    const events = [{ workspaceId, data: { n: 3 } }];
    await services.context.db.write((client) => recordInWorkspaces(client, 'contact.created', events));
    await dispatchAll(workspaceId);
    expect((await dispatched(workspaceId, id)).map(({ data }) => data.n)).toEqual([1, 2, 3]);
  });
});
