import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runOnce, sameNamed } from '../../prisma/scratch-database.ts';
import { bearer, send, type TestApp, testApp } from '../support/app.ts';
import { hasCitus, killServer, restartServer, unlessCitus } from '../support/citus-cluster.ts';
import { addWorker, nameOf, runSql } from '../support/citus-databases.ts';
import { password, person } from '../support/people.ts';
import { pause } from '../support/waiting.ts';
import { type SentRequest, type Tenant, tenant, useWorkspace } from './tenants.ts';

/** More workspaces than shards, so that those of every shard are written to while it moves. */
const workspaces = 16;

describe.skipIf(!hasCitus)(`a worker that is added to Citus${unlessCitus}`, () => {
  const added = inject('spareWorker');
  const folder = inject('spareWorkerFolder');
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

  /** Uses all workspaces while `work` runs. */
  async function underLoad(number: number, work: () => Promise<void>) {
    const ending = new AbortController();
    const uses = tenants.map((each) => useWorkspace(nodes, each, ending.signal, number));
    try {
      await work();
    } finally {
      ending.abort();
    }
    await Promise.all(uses.map(({ ended }) => ended));
    return uses;
  }

  test('takes shards over while requests are served: none fails, no write is lost or doubled', async () => {
    expect(await shardsOn(added)).toBe(0);
    const uses = await underLoad(0, async () => {
      await addWorker(url, sameNamed(name, added));
      await runSql(url, `SELECT rebalance_table_shards(shard_transfer_mode := 'force_logical')`);
    });
    expect(uses.flatMap(({ requests }) => requests).filter(({ status }) => status >= 300)).toEqual([]);
    expect(await shardsOn(added)).toBeGreaterThan(0);
    const sorted = (of: 'contacts' | 'calls') => uses.flatMap((use) => use[of]).sort();
    expect(sorted('calls').length).toBeGreaterThan(workspaces);
    expect(await stored('Contact', 'email')).toEqual(sorted('contacts'));
    expect(await stored('EventCall', 'inviteeEmail')).toEqual(sorted('calls'));
  });

  const killed =
    'is killed and comes back: only requests that need it get a 503 meanwhile, and no write is lost or doubled';
  test.skipIf(folder === '')(killed, async () => {
    const { email } = await person(nodes[0] as TestApp);
    const placed = await workspacesOn(added);
    const isLost = ({ workspaceId }: Tenant) => placed.has(workspaceId);
    const earlier = { contacts: await stored('Contact', 'email'), calls: await stored('EventCall', 'inviteeEmail') };
    let away = { fromMs: 0, untilMs: 0 };
    const uses = await underLoad(1, async () => {
      await killServer(folder);
      const fromMs = performance.now();
      expect(await signIn(email)).toMatchObject({ status: 503, retryAfter: '1' });
      await pause(2000);
      away = { fromMs, untilMs: performance.now() };
      await restartServer(folder);
      await expect.poll(() => answers(tenants.filter(isLost))).toEqual([200]);
      expect(await signIn(email)).toMatchObject({ status: 200 });
    });

    const isMeanwhile = ({ startedAtMs }: SentRequest) => startedAtMs > away.fromMs && startedAtMs < away.untilMs;
    const requestsOf = (of: (each: Tenant) => boolean) =>
      uses.flatMap(({ requests }, index) => (of(tenants[index] as Tenant) ? requests : []));
    const others = requestsOf((each) => !isLost(each));
    expect(others.filter(isMeanwhile).length).toBeGreaterThan(0);
    expect(others.filter(({ status }) => status >= 300)).toEqual([]);
    const refused = requestsOf(isLost).filter(({ status }) => status >= 300);
    expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['503 1']));
    expect(nodes.flatMap(({ unexpected }) => unexpected)).toEqual([]);

    const later = { contacts: await stored('Contact', 'email'), calls: await stored('EventCall', 'inviteeEmail') };
    for (const of of ['contacts', 'calls'] as const) {
      const written = new Set(later[of]);
      expect(written.size).toBe(later[of].length);
      const acknowledged = [...earlier[of], ...uses.flatMap((use) => use[of])];
      expect(acknowledged.filter((each) => !written.has(each))).toEqual([]);
    }
  });

  async function signIn(email: string) {
    const query = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
    const { status, headers } = await (nodes[0] as TestApp).graphql(query, undefined, { input: { email, password } });
    return { status, retryAfter: headers.get('retry-after') };
  }

  /** The different statuses with which both nodes answer for these workspaces. */
  async function answers(of: readonly Tenant[]): Promise<number[]> {
    const asked = of.flatMap(({ key }) =>
      nodes.map(async (node) => (await send(`${node.url}/v1/eventCalls`, { headers: bearer(key) })).status),
    );
    return [...new Set(await Promise.all(asked))];
  }

  async function workspacesOn(worker: string): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    for (const { workspaceId } of tenants) {
      const { rowCount } = await runSql(
        url,
        `SELECT FROM citus_shards WHERE nodeport = ${new URL(worker).port}
           AND shardid = get_shard_id_for_distribution_column('"Workspace"', ${workspaceId})`,
      );
      if (rowCount) found.add(workspaceId);
    }
    return found;
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
