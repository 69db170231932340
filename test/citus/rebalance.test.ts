import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runOnce, sameNamed } from '../../prisma/scratch-database.ts';
import { bearer, send, type TestApp, testApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { hasCitus, unlessCitus } from '../support/citus-cluster.ts';
import { addWorker, nameOf, runSql } from '../support/citus-databases.ts';

interface Tenant {
  readonly workspaceId: number;
  readonly key: string;
  readonly eventId: number;
}

/** More workspaces than shards, so that those of every shard are written to while it moves. */
const workspaces = 16;

describe.skipIf(!hasCitus)(`a worker that is added to Citus${unlessCitus}`, () => {
  const added = inject('spareWorker');
  const nodes: TestApp[] = [];
  const tenants: Tenant[] = [];
  let url: string;
  let name: string;
  beforeAll(async () => {
    const first = await testApp();
    url = first.databaseUrl;
    name = nameOf({ url });
    nodes.push(first, await testApp({ databaseUrl: url }));
    for (let count = 0; count < workspaces; count++) tenants.push(await tenant(first));
    await runOnce(added, `CREATE DATABASE ${name} TEMPLATE template0`);
    await runSql(sameNamed(name, added), 'CREATE EXTENSION citus');
  });
  afterAll(async () => {
    for (const node of [...nodes].reverse()) await node.close();
    await runOnce(added, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

  test('takes shards over while requests are served: none fails, no write is lost or doubled', async () => {
    expect(await shardsOn(added)).toBe(0);
    const moving = new AbortController();
    const clients = tenants.map((each, position) => useWorkspace(each, position, moving.signal));
    try {
      await addWorker(url, sameNamed(name, added));
      await runSql(url, `SELECT rebalance_table_shards(shard_transfer_mode := 'force_logical')`);
    } finally {
      moving.abort();
    }
    const runs = await Promise.all(clients);
    expect(runs.flatMap(({ failed }) => failed)).toEqual([]);
    expect(await shardsOn(added)).toBeGreaterThan(0);
    const sorted = (of: 'contacts' | 'calls') => runs.flatMap((run) => run[of]).sort();
    expect(sorted('calls').length).toBeGreaterThan(workspaces);
    expect(await stored('Contact', 'email')).toEqual(sorted('contacts'));
    expect(await stored('EventCall', 'inviteeEmail')).toEqual(sorted('calls'));
  });

  /** Books calls, makes contacts and reads lists, in turn at both servers, until the shards have moved. */
  async function useWorkspace({ key, eventId, workspaceId }: Tenant, position: number, until: AbortSignal) {
    const [failed, contacts, calls]: [unknown[], string[], string[]] = [[], [], []];
    const headers = { ...bearer(key), 'content-type': 'application/json' };
    let requests = position;
    const ask = async (path: string, body?: object): Promise<boolean> => {
      requests++;
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await send(`${nodes[requests % nodes.length]?.url}${path}`, init);
      if (answer.status >= 300) failed.push([path, answer.status, answer.body]);
      return answer.status < 300;
    };
    for (let number = 0; !until.aborted; number++) {
      const [contact, invitee] = ['contact', 'invitee'].map((who) => `${who}-${workspaceId}-${number}@example.com`);
      if (await ask('/v1/contacts', { email: contact })) contacts.push(String(contact));
      const dateTime = new Date(Date.UTC(2026, 3, 1, number)).toISOString();
      if (await ask('/v1/eventCalls', { eventId, dateTime, timeZone: 'UTC', email: invitee })) {
        calls.push(String(invitee));
        contacts.push(String(invitee));
      }
      await ask('/v1/eventCalls');
    }
    return { failed, contacts, calls };
  }

  async function shardsOn(worker: string): Promise<number> {
    const { rows } = await runSql(
      url,
      `SELECT count(*)::int AS "count" FROM citus_shards
       WHERE nodeport = ${new URL(worker).port} AND table_name = '"EventCall"'::regclass`,
    );
    return rows[0].count;
  }

  async function stored(table: string, column: string): Promise<string[]> {
    const rows = await (nodes[1] as TestApp).sql<Record<string, string>>(`SELECT "${column}" FROM "${table}"`);
    return rows.map((row) => String(row[column])).sort();
  }
});

async function tenant(app: TestApp): Promise<Tenant> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  return { workspaceId: owner.workspaceId, key, eventId: await bookableEvent(app, owner) };
}
