import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../bench/environment/server-process.ts';
import { factories } from '../support/factories.ts';
import { type TestServices, testServices } from '../support/service-context.ts';
import { pause } from '../support/waiting.ts';
import { type Haproxy, hasHaproxy, killHaproxies, startHaproxy, unlessHaproxy, withoutRetries } from './haproxy.ts';
import { type LoadReport, loadDuring } from './load.ts';
import { type Ending, type ProductionNode, twoProductionNodes } from './nodes.ts';

let services: TestServices;
let key: string;
let nodes: [ProductionNode, ProductionNode];
/** Of the load balancer. */
let port: number;

describe.skipIf(!hasHaproxy)(`two nodes behind HAProxy${unlessHaproxy}`, () => {
  beforeAll(async () => {
    services = await testServices();
    const { workspace, apiKey } = factories(services.context);
    key = await apiKey(await workspace());
    port = await freePort();
    nodes = await twoProductionNodes(services.url, { APP_URL: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    killHaproxies();
    await Promise.all((nodes ?? []).map((node) => node.end('SIGKILL')));
    await services?.close();
  });

  /** Load on a HAProxy in front of the nodes. */
  async function underLoad(
    configuration: string | undefined,
    minRequests: number,
    meanwhile: (haproxy: Haproxy) => Promise<void>,
  ): Promise<LoadReport> {
    const ports = [nodes[0].port, nodes[1].port] as const;
    const haproxy = await startHaproxy({ port, nodes: ports }, configuration);
    try {
      const load = { port: haproxy.port, key, clients: 16, minRequests };
      return await loadDuring({ ...load, meanwhile: () => meanwhile(haproxy) });
    } finally {
      await haproxy.stop();
    }
  }

  /** Each acknowledged contact is there, once. */
  async function expectAll(created: ReadonlySet<string>): Promise<void> {
    const { rows } = await services.context.db.pool.query(
      'SELECT count(*)::int AS "rows", count(DISTINCT "email")::int AS "emails" FROM "Contact" WHERE "email" = ANY($1)',
      [[...created]],
    );
    expect(rows).toEqual([{ rows: created.size, emails: created.size }]);
  }

  test('are restarted one after the other without a failed request of 10,000, though HAProxy repeats none', async () => {
    const endings: Ending[] = [];
    const { requests, failures, created } = await underLoad(await withoutRetries(), 10_000, async (haproxy) => {
      for (const node of nodes) {
        endings.push(await node.end('SIGTERM'));
        await node.start();
        await expect.poll(haproxy.states).toEqual({ node1: 'UP', node2: 'UP' });
      }
    });
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(10_000);
    expect(endings).toEqual(Array(2).fill({ code: 0, signal: null, ms: expect.any(Number) }));
    await expectAll(created);
  });

  test('one can be killed without a failed request where HAProxy repeats what nobody answered', async () => {
    const { failures, created } = await underLoad(undefined, 1000, async (haproxy) => {
      await pause(2000);
      expect((await nodes[0].end('SIGKILL')).signal).toBe('SIGKILL');
      await expect.poll(haproxy.states).toEqual({ node1: 'DOWN', node2: 'UP' });
    });
    expect(failures).toEqual([]);
    await expectAll(created);
  });
});
