import { beforeEach, describe, expect, test } from 'vitest';
import { useWebhookReceiver, webhookReceiver } from '../../support/webhook-receiver.ts';
import { useWebhookServices } from '../../support/webhook-workers.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const { workspaceId } = await services.workspace();
let answers: (() => void)[];
beforeEach(async () => {
  answers = receiver.hold();
  await services.endpoint(workspaceId, { url: receiver.url });
});

const delivered = (workspace: number) => services.count(workspace, 'DELIVERED');
const endLease = () => services.sql(`UPDATE "Webhook" SET "leasedUntil" = now() - interval '1 second'`);

describe('a lease that runs out', () => {
  test('while requests of its worker are under way is not taken by the same worker, which would send them again', async () => {
    await services.events(workspaceId, 3);
    const { errors } = services.worker();
    await expect.poll(() => answers.length).toBe(3);
    const { workspaceId: other } = await services.workspace();
    await using healthy = await webhookReceiver();
    await services.endpoint(other, { url: healthy.url });
    await endLease();
    // Each of these needs another round of the worker.
    for (let n = 1; n <= 3; n++) {
      await services.events(other, 1);
      await expect.poll(() => delivered(other)).toBe(n);
    }
    expect(receiver.received).toHaveLength(3);
    for (const answer of answers) answer();
    await expect.poll(() => delivered(workspaceId)).toBe(3);
    expect(receiver.received).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  test('of a worker that stopped before it could write results keeps others from sending again until then', async () => {
    await services.events(workspaceId, 2);
    const worker = services.worker();
    await expect.poll(() => answers.length).toBe(2);
    await services.sql('ALTER TABLE "WebhookAttempt" RENAME TO "Away"');
    for (const answer of answers.splice(0)) answer();
    await expect.poll(() => worker.errors.length).toBeGreaterThan(0);
    await worker.stop();
    await services.sql('ALTER TABLE "Away" RENAME TO "WebhookAttempt"');
    expect(await services.firstEndpoint(workspaceId)).toMatchObject({ leasedBy: expect.any(String) });
    receiver.answer(204);
    services.worker();
    await endLease();
    await expect.poll(() => delivered(workspaceId)).toBe(2);
    expect(receiver.received).toHaveLength(4);
  });
});
