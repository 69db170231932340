import { describe, expect, test } from 'vitest';
import { generateWebhookSecret } from '#src/domain/webhooks/secret.ts';
import { signatureHeaders } from '#src/domain/webhooks/signature.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';
import { after, atOtherHost, useWebhookReceiver, webhookReceiver, whenOpen } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';
import { webhookSecrets } from '../../support/webhooks.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();

const deliveries = () => services.deliveries(workspaceId);
const endpoint = () => services.firstEndpoint(workspaceId);
const count = (status: string) => services.count(workspaceId, status);

describe('a worker', () => {
  test('sends an event, signed with both secrets of a rotation, and records the attempt', async () => {
    receiver.answer((response) => response.writeHead(202).end('thanks'));
    const [secret, previous] = [generateWebhookSecret(), generateWebhookSecret()];
    const id = await services.endpoint(workspaceId, { url: `${receiver.url}/hook?a=1`, secret });
    await services.sql(
      `UPDATE "Webhook" SET "previousSecret" = $3, "previousUntil" = now() + interval '1 hour' WHERE "workspaceId" = $1 AND "id" = $2`,
      [workspaceId, id, webhookSecrets.seal(previous)],
    );
    await services.events(workspaceId, 1);
    services.worker();
    await expect.poll(deliveries).toEqual([{ sequence: '1', status: 'DELIVERED', attempts: 1 }]);
    const [request] = receiver.received;
    const [event] = await services.sql<{ id: string; createdAt: string }>(
      'SELECT "id", "createdAt" FROM "WebhookEvent" WHERE "workspaceId" = $1',
      [workspaceId],
    );
    expect(JSON.parse(String(request?.body))).toEqual({
      type: 'contact.created',
      id: `evt_${event?.id}`,
      timestamp: event?.createdAt,
      workspaceId,
      sequence: 1,
      data: { n: 1 },
      previous: null,
    });
    const timestamp = new Date(Number(request?.headers['webhook-timestamp']) * 1000);
    const body = String(request?.body);
    const expected = signatureHeaders({ id: `evt_${event?.id}`, timestamp, body, secrets: [secret, previous] });
    expect(request?.headers).toMatchObject({ ...expected, 'content-type': 'application/json' });
    expect(expected['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(request?.path).toBe('/hook?a=1');
    const [attempt] = await services.sql('SELECT * FROM "WebhookAttempt" WHERE "workspaceId" = $1', [workspaceId]);
    expect(attempt).toMatchObject({
      url: `${receiver.url}/hook?a=1`,
      headers: expect.objectContaining(expected),
      responseStatus: 202,
      responseStart: 'thanks',
      error: null,
    });
  });

  test('starts in the order of the numbers, at most 10 at a time', { retry: retryWhenSlow }, async () => {
    receiver.answer(whenOpen(10));
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 250);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes.length).toBe(250);
    expect(receiver.open.most).toBe(10);
    const sequences = receiver.bodies().map(({ sequence }) => sequence);
    expect([...sequences].sort((one, other) => one - other)).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
    // Ten requests at the same time may overtake each other on the way.
    expect(Math.max(...sequences.map((sequence, at) => Math.abs(sequence - at - 1)))).toBeLessThan(20);
    expect(await count('DELIVERED')).toBe(250);
  });

  test('goes on with events that come while others are under way', async () => {
    const answers = receiver.hold();
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 1);
    services.worker();
    await expect.poll(() => receiver.received.length).toBe(1);
    await services.events(workspaceId, 1);
    await expect.poll(() => receiver.received.length).toBe(2);
    for (const answer of answers) answer();
    await expect.poll(() => count('DELIVERED')).toBe(2);
  });

  test('sends to others while an endpoint hangs, and one request at a time to an endpoint that failed', async () => {
    receiver.answer(() => undefined);
    await using other = await webhookReceiver();
    const hanging = await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 30);
    const { outcomes } = services.worker();
    await expect.poll(() => receiver.open.now).toBe(10);
    const healthy = await services.endpoint(workspaceId, { url: atOtherHost(other), kinds: ['deal.created'] });
    await services.events(workspaceId, 50, 'deal.created');
    await expect.poll(() => outcomes.length).toBe(50);
    expect(other.received).toHaveLength(50);
    expect(receiver.received).toHaveLength(10);
    expect(healthy).not.toBe(hanging);
  });

  test('sends one request at a time after a failure, and ten again after a success', async () => {
    receiver.answer(500);
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 1);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes).toEqual(['retried']);
    receiver.answer(after(20, 500));
    await services.events(workspaceId, 15);
    // On a busy machine the first are tried again meanwhile.
    await expect.poll(() => outcomes.length).toBeGreaterThanOrEqual(16);
    expect(receiver.open.most).toBe(1);
    receiver.answer(whenOpen(10, { before: 1 }));
    await services.events(workspaceId, 60);
    await expect.poll(() => outcomes.filter((outcome) => outcome === 'delivered').length).toBeGreaterThanOrEqual(60);
    expect(receiver.open.most).toBe(10);
    expect(await endpoint()).toMatchObject({ failingSince: null });
  });

  test('says that an endpoint fails no more after a success that was under way when another request failed', async () => {
    const answers: ((status: number) => void)[] = [];
    receiver.answer((response) => answers.push((status) => response.writeHead(status).end()));
    await services.endpoint(workspaceId, { url: receiver.url });
    await services.events(workspaceId, 2);
    const { outcomes } = services.worker();
    await expect.poll(() => answers.length).toBe(2);
    answers[0]?.(500);
    await expect.poll(() => outcomes).toEqual(['retried']);
    expect(await endpoint()).toMatchObject({ failingSince: expect.any(String) });
    answers[1]?.(204);
    await expect.poll(() => outcomes).toEqual(['retried', 'delivered']);
    expect(await endpoint()).toMatchObject({ failingSince: null });
  });
});
