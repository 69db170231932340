import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { WebhookKind } from '#src/domain/webhooks/kinds.ts';
import { hostOf, TargetHosts } from '#src/jobs/webhooks/target-hosts.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { pause } from '../../support/waiting.ts';
import { atOtherHost, useWebhookReceiver, webhookReceiver, whenOpen } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

const endpointCount = 20;
const eventCount = 60;

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();

/** As many endpoints as a workspace may have, at one host. */
async function endpoints(): Promise<void> {
  for (let n = 0; n < endpointCount; n++) await services.endpoint(workspaceId, { url: `${receiver.url}/${n}` });
}

const pathsOf = (from: number, to?: number) => new Set(receiver.received.slice(from, to).map(({ path }) => path));

describe('all endpoints of a workspace at one host', () => {
  test('have 10 requests at the same time together, and each has its turn', async () => {
    receiver.answer(whenOpen(10, { ms: 10 }));
    await endpoints();
    await services.events(workspaceId, eventCount);
    const { outcomes, errors } = services.worker();
    await expect.poll(() => outcomes.length).toBe(endpointCount * eventCount);
    expect(receiver.open.most).toBe(10);
    // An endpoint that was read later begins later.
    for (const start of [200, 400]) expect(pathsOf(start, start + 200).size).toBe(endpointCount);
    expect(errors).toEqual([]);
  });

  test('have one at a time and 10 a second together while they fail, and each has its turn', {
    retry: retryWhenSlow,
  }, async () => {
    receiver.answer(404);
    await endpoints();
    await services.events(workspaceId, eventCount);
    services.worker();
    const failing = () =>
      services.sql('SELECT FROM "Webhook" WHERE "workspaceId" = $1 AND "failingSince" IS NOT NULL', [workspaceId]);
    await expect.poll(failing).toHaveLength(endpointCount);
    const [begin, startedAt] = [receiver.received.length, performance.now()];
    receiver.open.most = 0;
    // Each endpoint has up to ten requests before its first failure is known.
    expect(begin).toBeLessThan(endpointCount * 10);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(begin + 50);
    const seconds = (performance.now() - startedAt) / 1000;
    expect((receiver.received.length - begin) / seconds).toBeLessThan(11);
    expect(receiver.open.most).toBe(1);
    expect(pathsOf(begin).size).toBe(endpointCount);
  });

  test('are as fast as before when they are acknowledged again', async () => {
    receiver.answer(500);
    await endpoints();
    await services.events(workspaceId, 3);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes.length).toBeGreaterThan(endpointCount);
    receiver.answer(whenOpen(10, { before: 1 }));
    await services.events(workspaceId, eventCount);
    receiver.open.most = 0;
    await expect.poll(() => outcomes.filter((outcome) => outcome === 'delivered').length).toBeGreaterThan(600);
    // Ten, and one of those that still fail.
    expect([10, 11]).toContain(receiver.open.most);
  });

  /** Events come one by one, or many have waited. */
  test.each([
    [1, 12, 400],
    [15, 2, 3000],
  ])(
    'do not wait for others of them that hang, of %i events at a time',
    { retry: retryWhenSlow },
    async (eventsEach, rounds, pauseMs) => {
      const hanging = new Set(['/0', '/1', '/2', '/3']);
      receiver.answer((response, { path }) => {
        if (!hanging.has(path)) response.writeHead(204).end();
      });
      await endpoints();
      const { outcomes } = services.worker();
      for (let n = 1; n <= rounds; n++) {
        await services.events(workspaceId, eventsEach);
        await pause(pauseMs);
      }
      const good = () => receiver.received.filter(({ path }) => !hanging.has(path)).length;
      const expected = rounds * eventsEach * (endpointCount - hanging.size);
      await expect.poll(good).toBe(expected);
      // None of those that hang was given up before, which would have made room.
      expect(outcomes.filter((outcome) => outcome !== 'delivered').length).toBeLessThan(1);
      expect(receiver.open.now).toBeGreaterThanOrEqual(hanging.size);
      expect(receiver.open.most).toBeLessThanOrEqual(30);
    },
  );

  test('do not wait for one that was before them and may send no more, because a request of it failed', {
    retry: retryWhenSlow,
  }, async () => {
    const failing: ServerResponse[] = [];
    receiver.answer((response, { path }) => {
      if (path === '/fails') failing.push(response);
    });
    const at = (path: string, kind: WebhookKind) =>
      services.endpoint(workspaceId, { url: receiver.url + path, kinds: [kind] });
    await at('/fails', 'contact.created');
    await at('/hangs', 'deal.created');
    await at('/waits', 'contact.updated');
    const { outcomes } = services.worker();
    await services.events(workspaceId, 5, 'contact.created');
    await services.events(workspaceId, 5, 'deal.created');
    await expect.poll(() => receiver.open.now).toBe(10);
    // Each is read within half a second, and waits.
    await services.events(workspaceId, 5, 'contact.created');
    await pause(1000);
    await services.events(workspaceId, 1, 'contact.updated');
    await pause(1000);
    failing[0]?.writeHead(500).end();
    await expect.poll(() => pathsOf(0)).toContain('/waits');
    // None of those that hang was given up before.
    expect(outcomes.filter((outcome) => outcome !== 'delivered').length).toBeLessThan(2);
  });

  test.each(['/other', ':1/', './'])('are at one host where the URL goes on with %s', (rest) => {
    expect(hostOf(1, `https://hooks.example${rest}`)).toBe(hostOf(1, 'https://hooks.example/'));
  });

  test('have the room of one whose URL leads to another host now', async () => {
    const answers = receiver.hold();
    await using elsewhere = await webhookReceiver(() => undefined);
    const id = await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 15);
    services.worker();
    await expect.poll(() => receiver.open.now).toBe(10);
    await services.sql('UPDATE "Webhook" SET "url" = $2 WHERE "id" = $1', [...[id, atOtherHost(elsewhere)]]);
    answers[0]?.();
    await expect.poll(() => elsewhere.open.now).toBe(1);
    await services.endpoint(workspaceId, { url: `${receiver.url}/new`, kinds: ['deal.created'] });
    await services.events(workspaceId, 1, 'deal.created');
    await expect.poll(() => pathsOf(10)).toEqual(new Set(['/new']));
    // It has not waited for the end of another.
    expect(receiver.open.now).toBe(10);
  });

  test('do not wait for one that has nothing more to send', async () => {
    const answers = receiver.hold();
    await services.endpoint(workspaceId, { url: `${receiver.url}/first` });
    await services.events(workspaceId, 10);
    services.worker();
    await expect.poll(() => receiver.open.now).toBe(10);
    const id = await services.endpoint(workspaceId, { url: `${receiver.url}/next`, kinds: ['deal.created'] });
    await services.events(workspaceId, 5, 'deal.created');
    const leased = () => services.sql('SELECT FROM "Webhook" WHERE "id" = $1 AND "leasedBy" IS NOT NULL', [id]);
    await expect.poll(leased).toHaveLength(1);
    for (let n = 0; n < 3; n++) {
      answers[n]?.();
      await expect.poll(() => receiver.received.length).toBe(11 + n);
    }
    expect(pathsOf(10)).toEqual(new Set(['/next']));
    expect(receiver.open.now).toBe(10);
  });

  test('do not wait for the turn of one that was over', async () => {
    const answers = receiver.hold(500);
    await services.endpoint(workspaceId, { url: `${receiver.url}/first` });
    const id = await services.endpoint(workspaceId, { url: `${receiver.url}/next`, kinds: ['deal.created'] });
    await services.sql('UPDATE "Webhook" SET "failingSince" = now() WHERE "workspaceId" = $1', [workspaceId]);
    await services.events(workspaceId, 1);
    services.worker();
    await expect.poll(() => receiver.open.now).toBe(1);
    await services.events(workspaceId, 1, 'deal.created');
    const turnsOver = () =>
      services.sql(
        `SELECT FROM "Webhook" w JOIN "WebhookDelivery" d ON d."webhookId" = w."id"
         WHERE w."id" = $1 AND w."dueAt" > d."createdAt" + interval '9 s'`,
        [id],
      );
    await expect.poll(turnsOver).toHaveLength(1);
    answers[0]?.();
    await expect.poll(() => [...pathsOf(0)]).toContain('/next');
  });

  test('slow down neither another host nor another workspace', async () => {
    receiver.answer(() => undefined);
    await endpoints();
    await using other = await webhookReceiver();
    await services.endpoint(workspaceId, { url: atOtherHost(other) });
    const { workspaceId: neighbour } = await services.workspace();
    await services.endpoint(neighbour, { url: `${receiver.url}/neighbour` });
    await services.events(workspaceId, 1);
    services.worker();
    await expect.poll(() => receiver.open.now).toBe(10);
    await services.events(workspaceId, 20);
    await services.events(neighbour, 1);
    await expect.poll(() => other.received.length).toBe(21);
    await expect.poll(() => pathsOf(10)).toEqual(new Set(['/neighbour']));
  });
});

describe('a line of endpoints before a host', () => {
  const nobody = () => undefined;
  const [one, other, third] = [{}, {}, {}];

  test('lets who has waited longest go first, and wakes them', () => {
    const hosts = new TargetHosts();
    const ends = Array.from({ length: 10 }, () => hosts.start({}, 'host', 'healthy'));
    const woken: string[] = [];
    expect(hosts.mayStart(other, 'host', 'healthy', () => woken.push('other'))).toBe(false);
    expect(hosts.mayStart(one, 'host', 'healthy', () => woken.push('one'))).toBe(false);
    ends[0]?.();
    expect(woken).toEqual(['other']);
    expect(hosts.mayStart(one, 'host', 'healthy', () => woken.push('one'))).toBe(false);
    expect(hosts.mayStart(other, 'host', 'healthy', nobody)).toBe(true);
    hosts.start(other, 'host', 'healthy');
    ends[1]?.();
    expect(woken).toEqual(['other', 'one']);
    expect(hosts.mayStart(third, 'host', 'healthy', nobody)).toBe(false);
    expect(hosts.mayStart(one, 'host', 'healthy', nobody)).toBe(true);
  });

  test('is divided among the endpoints that have requests or wait', () => {
    const hosts = new TargetHosts();
    for (let n = 0; n < 5; n++) hosts.start(one, 'host', 'healthy');
    expect(hosts.mayStart(one, 'host', 'healthy', nobody)).toBe(true);
    hosts.start(other, 'host', 'healthy');
    expect(hosts.mayStart(one, 'host', 'healthy', nobody)).toBe(false);
    expect(hosts.mayStart(other, 'host', 'healthy', nobody)).toBe(true);
  });

  test('wakes the next too when several requests have ended before the first was awake', () => {
    const hosts = new TargetHosts();
    const ends = Array.from({ length: 10 }, () => hosts.start(one, 'host', 'healthy'));
    const woken: string[] = [];
    hosts.mayStart(other, 'host', 'healthy', () => woken.push('other'));
    hosts.mayStart(third, 'host', 'healthy', () => woken.push('third'));
    for (const end of ends.splice(0, 2)) end();
    expect(woken).toEqual(['other', 'other']);
    hosts.start(other, 'host', 'healthy');
    expect(woken).toEqual(['other', 'other', 'third']);
  });

  test('goes on when who is first leaves it, or fails meanwhile', () => {
    for (const leave of [
      (hosts: TargetHosts) => hosts.leave(other, 'host'),
      (hosts: TargetHosts) => hosts.mayStart(other, 'host', 'failing', nobody),
    ]) {
      const hosts = new TargetHosts();
      const ends = Array.from({ length: 10 }, () => hosts.start(one, 'host', 'healthy'));
      const woken: string[] = [];
      hosts.mayStart(other, 'host', 'healthy', () => woken.push('other'));
      hosts.mayStart(third, 'host', 'healthy', () => woken.push('third'));
      ends[0]?.();
      leave(hosts);
      expect(woken).toEqual(['other', 'third']);
      expect(hosts.mayStart(third, 'host', 'healthy', nobody)).toBe(true);
    }
  });

  test('is kept, however many hosts there are, as long as requests run', () => {
    const hosts = new TargetHosts();
    for (let n = 0; n < 10; n++) hosts.start(one, 'host', 'healthy');
    const visit = () => {
      for (let n = 0; n < 3000; n++) hosts.mayStart(other, `host-${n}`, 'healthy', nobody);
    };
    visit();
    expect(hosts.mayStart(other, 'host', 'healthy', nobody)).toBe(false);
  });
});
