import { beforeEach, describe, expect, test } from 'vitest';
import { lockWebhook, pauseWebhook, resumeWebhook } from '#src/db/writes/webhooks.ts';
import { pause } from '../../support/waiting.ts';
import { useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();
let id: number;
let answers: (() => void)[];
beforeEach(async () => {
  answers = receiver.hold();
  id = await services.endpoint(workspaceId, { url: receiver.url });
});

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
    await pause(2100);
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
    answers = receiver.hold();
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
