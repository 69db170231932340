import { afterEach, describe, expect, test } from 'vitest';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { freePort } from '../bench/environment/server-process.ts';
import { send, type TestApp, testApp } from '../support/app.ts';
import { hasCaddy, startCaddy, unlessCaddy } from './caddy.ts';
import { hasHaproxy, startHaproxy, unlessHaproxy } from './haproxy.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function startNode(host: string): Promise<TestApp> {
  const app = await testApp({ trustedProxies: parseNetworks('loopback'), otherHosts: [host] });
  endings.push(() => app.close());
  return app;
}

const requestsOf = (app: TestApp) => app.logged.filter(({ detail }) => detail.path === '/v1/contacts').length;
const portOf = ({ url }: TestApp) => Number(new URL(url).port);

const loadBalancers = [
  { name: `Caddy${unlessCaddy}`, isThere: hasCaddy, start: startCaddy },
  { name: `HAProxy${unlessHaproxy}`, isThere: hasHaproxy, start: startHaproxy },
];

describe.each(loadBalancers)('two nodes behind $name', ({ isThere, start }) => {
  /** The nodes, and the address of the load balancer. */
  async function behind(): Promise<[first: TestApp, second: TestApp, address: string]> {
    const port = await freePort();
    const host = `127.0.0.1:${port}`;
    const nodes = [await startNode(host), await startNode(host)] as const;
    const { stop } = await start({ port, nodes: [portOf(nodes[0]), portOf(nodes[1])] });
    endings.push(stop);
    return [...nodes, `http://${host}`];
  }

  test.skipIf(!isThere)('share the requests, without the metrics, and know the client whatever it claims', async () => {
    const [first, second, address] = await behind();
    for (let count = 0; count < 4; count++) {
      const { status } = await send(`${address}/v1/contacts`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
      expect(status).toBe(401);
    }
    expect([first, second].map(requestsOf)).toEqual([2, 2]);
    const addresses = [first, second].flatMap(({ logged }) => logged.map(({ detail }) => detail.address));
    expect([...new Set(addresses)]).toEqual(['127.0.0.1']);
    expect((await send(`${address}/metrics`)).status).toBe(404);
    expect([first, second].flatMap(({ logged }) => logged.filter(({ detail }) => detail.path === '/metrics'))).toEqual(
      [],
    );
  });

  test.skipIf(!isThere)('lose none while one drains, and are answered for where none is ready', async () => {
    const [first, second, address] = await behind();
    const statuses = new Set<number>();
    const isLeftOut = async () => {
      const before = requestsOf(first);
      for (let count = 0; count < 4; count++) statuses.add((await send(`${address}/v1/contacts`)).status);
      return requestsOf(first) === before;
    };
    expect(await isLeftOut()).toBe(false);
    await first.drain.begin(0);
    await expect.poll(isLeftOut).toBe(true);
    expect([...statuses]).toEqual([401]);
    await second.drain.begin(0);
    await expect.poll(async () => (await send(`${address}/v1/contacts`)).status).toBe(503);
    const { headers, body } = await send(`${address}/v1/contacts`);
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toEqual({ message: 'Service temporarily unavailable', code: 'UNAVAILABLE' });
  });
});
