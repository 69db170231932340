import { describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { notFoundAt } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import type { Member } from '../../support/factories.ts';
import { storedDelivery, storedEvent } from '../../support/webhook-records.ts';
import { webhook } from '../../support/webhooks.ts';

const app = await useApp();

const future = '2999-01-01T00:00:00.000Z';

async function stored(owner: Member, row: object, columns: object = {}) {
  const webhookId = await webhook(app, owner, { dueAt: future, ...columns });
  const eventId = await storedEvent(app, owner);
  return { webhookId, id: await storedDelivery(app, owner, { webhookId, eventId, ...row }) };
}

const resend = (key: string, id: string) =>
  app.request('/v1/webhooks/deliveries/resend', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });

async function rows({ id }: { id: string }) {
  const [row] = await app.sql(
    `SELECT d."status", d."isManual", d."attempts", d."sequence", d."dueAt" <= now() AS "isDue",
       w."dueAt" <= now() AS "isEndpointDue" FROM "WebhookDelivery" d JOIN "Webhook" w ON w."workspaceId" = d."workspaceId" AND w."id" = d."webhookId"
     WHERE d."id" = $1`,
    [id],
  );
  return row;
}

describe('POST /v1/webhooks/deliveries/resend', () => {
  test.each([
    ['DELIVERED', 1],
    ['FAILED', 8],
  ])('gives a delivery that is %s another attempt, and returns it', async (status, attempts) => {
    const owner = await app.workspace();
    const delivery = await stored(owner, { status, attempts });
    const answer = await resend(await app.apiKey(owner), `dlv_${delivery.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id: `dlv_${delivery.id}`,
      status: 'PENDING',
      isManual: true,
      sequence: 1,
    });
    const after = { status: 'PENDING', isManual: true, attempts, sequence: '1', isDue: true, isEndpointDue: true };
    expect(await rows(delivery)).toEqual(after);
  });

  test('brings the retry of a delivery forward, which keeps its further attempts', async () => {
    const owner = await app.workspace();
    const delivery = await stored(owner, { attempts: 3, dueAt: future });
    expect((await resend(await app.apiKey(owner), `dlv_${delivery.id}`)).status).toBe(200);
    const after = { status: 'PENDING', isManual: false, attempts: 3, isDue: true, isEndpointDue: true };
    expect(await rows(delivery)).toMatchObject(after);
  });

  test('keeps an endpoint due that was due before', async () => {
    const owner = await app.workspace();
    const delivery = await stored(owner, { status: 'FAILED' }, { dueAt: '2026-01-01T00:00:00.000Z' });
    await resend(await app.apiKey(owner), `dlv_${delivery.id}`);
    const [row] = await app.sql('SELECT "dueAt" FROM "Webhook" WHERE "id" = $1', [delivery.webhookId]);
    expect(row).toEqual({ dueAt: '2026-01-01T00:00:00.000Z' });
  });

  test.each([
    ['that was not sent yet', {}, {}, 'The delivery is already about to be sent'],
    ['whose retry is due', { attempts: 2 }, {}, 'The delivery is already about to be sent'],
    ['to a paused endpoint', { status: 'FAILED' }, { status: 'PAUSED' }, 'The webhook is paused: resume it first'],
  ])('refuses a delivery %s', async (_, row, columns, message) => {
    const owner = await app.workspace();
    const delivery = await stored(owner, row, columns);
    const before = await rows(delivery);
    const { status, body } = await resend(await app.apiKey(owner), `dlv_${delivery.id}`);
    expect([status, body.message.details]).toEqual([
      400,
      { formErrors: [], fieldErrors: { id: [message] }, errors: [{ path: 'id', code: 'invalid_state', message }] },
    ]);
    expect(await rows(delivery)).toEqual(before);
  });

  test('refuses a text that is no id', async () => {
    const { status, body } = await resend(await app.apiKey(await app.workspace()), 'evt_1');
    const message = 'Must be the id of a delivery: dlv_ and a number';
    expect([status, body.message.details.fieldErrors]).toEqual([400, { id: [message] }]);
  });

  test('does not find a delivery that the caller does not see', async () => {
    const owner = await app.workspace();
    const delivery = await stored(owner, { status: 'FAILED' });
    const keys = [
      await app.apiKey(await app.workspace()),
      await app.apiKey(owner, { scopes: allScopes.filter((scope) => scope !== 'contacts:read') }),
      (await connectedApp(app, owner)).token,
    ];
    for (const key of keys) {
      expect(await resend(key, `dlv_${delivery.id}`)).toMatchObject(notFoundAt('id'));
    }
    expect(await rows(delivery)).toMatchObject({ status: 'FAILED' });
  });
});
