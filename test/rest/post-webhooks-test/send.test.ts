import { describe, expect, test } from 'vitest';
import { allWebhookKinds } from '#src/domain/webhooks/kinds.ts';
import { notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import { expectEventToFit, openApi } from '../../support/fits-document.ts';
import { webhook } from '../../support/webhooks.ts';

const app = await useApp();

const send = (key: string, id: number, headers: object = {}, input: object = {}) =>
  app.request('/v1/webhooks/test', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ id, ...input }),
  });

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /v1/webhooks/test', () => {
  test('adds an event and its delivery to this endpoint alone', async () => {
    const owner = await app.workspace();
    // What waits for this endpoint is not due for long, and a test does not wait for that.
    const webhookId = await webhook(app, owner, { lastSequence: 41, dueAt: '2999-01-01T00:00:00.000Z' });
    await webhook(app, owner, { kinds: ['contact.created', 'webhook.paused'] });
    const { status, body } = await send(await app.apiKey(owner), webhookId);
    expect(status).toBe(201);
    const { id, eventId } = body.data;
    expect(body.data).toEqual({
      ...{ id: expect.stringMatching(/^dlv_\d+$/), webhookId, eventId: expect.stringMatching(/^evt_\d+$/) },
      ...{ type: 'webhook.test', sequence: 42, status: 'PENDING', isManual: true, body: expect.any(String) },
      ...{ createdAt: instant, nextAttemptAt: instant, attempts: [] },
    });
    expect(JSON.parse(body.data.body)).toEqual({
      ...{ type: 'webhook.test', id: eventId, timestamp: instant, workspaceId: owner.workspaceId, sequence: 42 },
      ...{ data: { message: 'This is a test. Nothing has changed.' }, previous: null },
    });
    const stored = await app.sql('SELECT "id", "webhookId" FROM "WebhookDelivery" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ]);
    expect(stored).toEqual([{ id: id.slice('dlv_'.length), webhookId }]);
    const [row] = await app.sql('SELECT "lastSequence", "dueAt" <= now() AS "isDue" FROM "Webhook" WHERE "id" = $1', [
      webhookId,
    ]);
    expect(row).toEqual({ lastSequence: '42', isDue: true });
  });

  test('sends an example of a kind that is named, and lists no event of it', async () => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner, { kinds: ['deal.created'] });
    const key = await app.apiKey(owner);
    for (const kind of allWebhookKinds) {
      const { status, body } = await send(key, webhookId, {}, { kind });
      expect([status, body.data.type]).toEqual([201, 'webhook.test']);
      const event = JSON.parse(body.data.body);
      expectEventToFit(event);
      const content = openApi.webhooks[kind]?.post.requestBody.content['application/json'];
      expect(event).toEqual({
        ...{ ...content?.example, id: body.data.eventId, timestamp: instant },
        ...{ workspaceId: owner.workspaceId, sequence: body.data.sequence },
      });
    }
    expect((await app.get('/v1/webhooks/events', key)).body.data).toMatchObject({ events: [], count: 0 });
  });

  test('names a kind that there is none of', async () => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner);
    const { status, body } = await send(await app.apiKey(owner), webhookId, {}, { kind: 'call.boked' });
    const said = expect.stringMatching(/^Unknown kind "call\.boked"; known kinds: contact\.created, /);
    expect([status, body.message.details.fieldErrors]).toEqual([400, { kind: [said] }]);
  });

  test('numbers tests that are sent at once without a gap', async () => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner);
    const key = await app.apiKey(owner);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(key, webhookId)));
    const sequences = answers.map(({ body }) => body.data.sequence).sort((a, b) => a - b);
    expect(sequences).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test('is refused while the endpoint is paused', async () => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner, { status: 'PAUSED' });
    const { status, body } = await send(await app.apiKey(owner), webhookId);
    expect([status, body.message.details.fieldErrors]).toEqual([
      400,
      { id: ['The webhook is paused: resume it first'] },
    ]);
  });

  test('does not find an endpoint of another workspace, nor an app one that is not its own', async () => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner);
    const { token, grantId } = await connectedApp(app, owner);
    for (const key of [await app.apiKey(await app.workspace()), token]) {
      expect(await send(key, webhookId)).toMatchObject(notFoundAt('id'));
    }
    expect((await send(token, await webhook(app, owner, { grantId }))).status).toBe(201);
  });
});
