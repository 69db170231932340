import { expect, test } from 'vitest';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import { useApp } from '../../support/app.ts';
import { pause } from '../../support/waiting.ts';

const app = await useApp();

const writers = 8;
const transactionsEach = 25;

/** Writes in transactions that stay open for a while after their events have got their ids; every fifth is undone. */
async function write(workspaceId: number, writer: number): Promise<number> {
  let written = 0;
  for (let number = 0; number < transactionsEach; number++) {
    const isUndone = number % 5 === writer % 5;
    const work = app.context.db.write(async (client) => {
      const event = { kind: 'contact.created', data: { writer, number } } as const;
      await recordEvents(client, workspaceId, [event, event]);
      await pause(((writer * 7 + number * 3) % 11) * 2);
      if (isUndone) throw new Error('undone');
    });
    await work.catch((error: Error) => expect(error.message).toBe('undone'));
    if (!isUndone) written += 2;
  }
  return written;
}

test('a reader that goes on after the last event it has seen misses none, whatever order transactions end in', async () => {
  const { workspaceId, ...owner } = await app.workspace();
  const key = await app.apiKey({ workspaceId, ...owner });
  let isWriting = true;
  let late = 0;
  const seen: string[] = [];
  const read = async () => {
    const after = seen.length === 0 ? '' : `&after=${seen.at(-1)}`;
    const { body } = await app.get(`/v1/webhooks/events?orderBy=asc&limit=100${after}`, key);
    for (const { id } of body.data.events) seen.push(id);
    const [hidden] = await app.sql<{ count: number }>(
      'SELECT count(*)::int AS "count" FROM "WebhookEvent" WHERE "workspaceId" = $1 AND "id" > $2',
      [workspaceId, seen.at(-1)?.slice('evt_'.length) ?? 0],
    );
    late += hidden?.count ?? 0;
    return body.data.events.length;
  };
  const reading = (async () => {
    while (isWriting) await read();
  })();
  const written = await Promise.all([...Array(writers).keys()].map((writer) => write(workspaceId, writer)));
  isWriting = false;
  await reading;
  while ((await read()) > 0);
  const stored = await app.sql<{ id: string }>(
    'SELECT "id" FROM "WebhookEvent" WHERE "workspaceId" = $1 ORDER BY "id"',
    [workspaceId],
  );
  expect(stored.length).toBe(written.reduce((sum, count) => sum + count, 0));
  expect(seen).toEqual(stored.map(({ id }) => `evt_${id}`));
  // There were events to hold back, or the test would show nothing.
  expect(late).toBeGreaterThan(0);
});
