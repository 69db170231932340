import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockWebhook, pauseWebhook, resumeWebhook } from '#src/db/writes/webhooks.ts';
import { type Receiver, webhookReceiver } from '../../support/webhook-receiver.ts';
import { type WebhookServices, webhookServices } from '../../support/webhook-workers.ts';

let services: WebhookServices;
let receiver: Receiver;
let workspaceId: number;
let id: number;
/** Of the requests under way, each answers one. */
const answers: (() => void)[] = [];
beforeAll(async () => {
  services = await webhookServices();
});
beforeEach(async () => {
  answers.length = 0;
  receiver = await webhookReceiver((response) => answers.push(() => response.writeHead(204).end()));
  ({ workspaceId } = await services.workspace());
  id = await services.endpoint(workspaceId, { url: receiver.url });
});
afterEach(async () => {
  await Promise.all([services.stopWorkers(), receiver.close()]);
  await services.clear();
});
afterAll(() => services.close());

const answerAll = () => {
  for (const answer of answers.splice(0)) answer();
};
const sent = () => receiver.bodies().map(({ data }) => data.n);

describe('while a worker holds the lease of an endpoint and has read what it sends next', () => {
  test('what was erased is sent no more after two seconds', async () => {
    await services.events(workspaceId, 15);
    services.worker();
    await expect.poll(() => answers.length).toBe(10);
    await services.sql(`UPDATE "WebhookEvent" SET "payload" = '{"n":null}' WHERE "workspaceId" = $1`, [workspaceId]);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    answerAll();
    await expect.poll(() => answers.length).toBe(5);
    answerAll();
    await expect.poll(() => services.count(workspaceId, 'DELIVERED')).toBe(15);
    expect(sent().slice(10)).toEqual(Array(5).fill(null));
  });

  test('what a resume tries again is sent first', async () => {
    receiver.answer(500);
    await services.events(workspaceId, 1);
    const { outcomes } = services.worker();
    await expect.poll(() => outcomes).toEqual(['retried']);
    await expect.poll(() => services.firstEndpoint(workspaceId)).toMatchObject({ leasedBy: null });
    await services.sql(`UPDATE "WebhookDelivery" SET "dueAt" = now() + interval '1 hour' WHERE "workspaceId" = $1`, [
      workspaceId,
    ]);
    receiver.answer((response) => answers.push(() => response.writeHead(204).end()));
    await services.events(workspaceId, 5, 'contact.created', 2);
    await expect.poll(() => answers.length).toBe(1);
    await services.context.db.write(async (client) => {
      await lockWebhook(client, id, { workspaceId, visible: undefined });
      await pauseWebhook(client, [workspaceId, id]);
      await resumeWebhook(client, [workspaceId, id]);
    });
    answerAll();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    // It failed as the first, and the second was under way.
    expect(sent().slice(0, 3)).toEqual([1, 2, 1]);
  });
});
