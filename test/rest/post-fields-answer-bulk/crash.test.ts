import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../bench/environment/server-process.ts';
import { ours } from '../../bench/environment/servers.ts';
import { answerable, answering, bulkPath, manyContacts } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { pause } from '../../support/waiting.ts';

const count = 2_000;

/** Somebody else, who can keep a bulk answer from going on in its middle. */
let customFieldId: number;
const app = await useApp();
const blocker = new pg.Client({ connectionString: app.databaseUrl });
await blocker.connect();
const fixture = await answering(app, bulkPath);
const contactIds = await manyContacts(app, fixture.workspaceId, count);
beforeEach(async () => {
  customFieldId = (await answerable(app, fixture.workspaceId)).id;
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
  await blocker.query('ROLLBACK');
});
afterAll(async () => {
  await blocker.end();
});

const nodes: ServerProcess[] = [];

/** A node of its own, as it runs in production. */
async function startNode(): Promise<ServerProcess> {
  const node = await startServerProcess(ours(app.databaseUrl));
  nodes.push(node);
  return node;
}

function askNode(port: number): Promise<{ status: number } | undefined> {
  const headers = { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ customFieldId, contactIds, answer: ['a'] });
  // A node that dies gives no answer.
  return fetch(`http://127.0.0.1:${port}${bulkPath}`, { method: 'POST', headers, body }).catch(() => undefined);
}

async function written(): Promise<number> {
  const rows = await app.sql('SELECT FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [customFieldId]);
  return rows.length;
}

/** An answer of the contact in the middle that is not there yet: who writes the same waits for it. */
async function blockMiddle(): Promise<void> {
  await blocker.query('BEGIN');
  await blocker.query(
    'INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "contactId", "answer") VALUES ($1, $2, $3, $4)',
    [fixture.workspaceId, customFieldId, contactIds[count / 2], ['blocks']],
  );
}

const writers = `SELECT pid, wait_event_type FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE '%INSERT INTO "CustomFieldAnswer"%' AND pid <> pg_backend_pid()
    AND state = 'active'`;

// The blocker cannot query it: within its transaction PostgreSQL repeats the first snapshot of pg_stat_activity.
const writersNow = () => app.sql<{ pid: number; wait_event_type: string | null }>(writers);

function waitForWriter(): Promise<number> {
  return vi.waitFor(async () => {
    const now = await writersNow();
    expect(now).toMatchObject([{ wait_event_type: 'Lock' }]);
    return now[0]?.pid as number;
  }, 60_000);
}

const writerIsGone = () => vi.waitFor(async () => expect(await writersNow()).toEqual([]), 60_000);

test('a server that is killed in the middle of a bulk answer leaves nothing of it', async () => {
  const node = await startNode();
  await blockMiddle();
  const response = askNode(node.port);
  await waitForWriter();
  process.kill(node.pid, 'SIGKILL');
  expect(await response).toBeUndefined();
  await blocker.query('ROLLBACK');
  await writerIsGone();
  expect(await written()).toBe(0);
});

test('a server that is killed at any moment leaves all of it or nothing', async () => {
  for (const delayMs of [0, 20, 60, 120]) {
    customFieldId = (await answerable(app, fixture.workspaceId)).id;
    const node = await startNode();
    const response = askNode(node.port);
    await pause(delayMs);
    process.kill(node.pid, 'SIGKILL');
    const answer = await response;
    await writerIsGone();
    const rows = await written();
    expect(answer ? [count] : [0, count]).toContain(rows);
  }
});

test('one that was answered is there after the server was killed', async () => {
  const node = await startNode();
  expect((await askNode(node.port))?.status).toBe(200);
  process.kill(node.pid, 'SIGKILL');
  expect(await written()).toBe(count);
});

test('a connection to the database that is lost in the middle leaves nothing, and another one writes all', async () => {
  await blockMiddle();
  const response = fixture.post({ customFieldId, contactIds, answer: ['a'] });
  const lost = await waitForWriter();
  await blocker.query('SELECT pg_terminate_backend($1)', [lost]);
  await vi.waitFor(async () => expect(await waitForWriter()).not.toBe(lost), 60_000);
  expect(await written()).toBe(0);
  await blocker.query('ROLLBACK');
  expect([(await response).status, await written()]).toEqual([200, count]);
});
