import { describe, expect, test } from 'vitest';
import { readDueDeliveries } from '#src/db/reads/webhook-queue.ts';
import { insertTest } from '#src/db/writes/webhook-deliveries.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import { withoutForbidden } from '#src/db/writes/webhook-forbidden.ts';
import { factories } from '../../support/factories.ts';
import { useWebhookReceiver } from '../../support/webhook-receiver.ts';
import { takeLease, useWebhookServices } from '../../support/webhook-workers.ts';

const services = await useWebhookServices();
const receiver = await useWebhookReceiver();
const make = factories(services.context);
const { dispatchAll, dispatched } = services;
const url = 'https://example.com/hook';

describe('the endpoint of an app', () => {
  /** The connection of an app. */
  async function connection() {
    const { workspaceId, userId } = await services.workspace();
    const clientId = `ocl_${workspaceId}`;
    await make.insert('OAuthClient', {
      ...{ workspaceId, userId, clientId, name: 'App', redirectUris: ['https://app.example.com'] },
      ...{ grantTypes: ['AUTHORIZATION_CODE'], clientType: 'PUBLIC', status: 'PENDING' },
      allowedScopes: ['contacts:read', 'deals:read', 'webhooks:read', 'webhooks:write'],
    });
    const grantId = `con_${workspaceId}`;
    await make.insert('OAuthGrant', {
      ...{ workspaceId, id: grantId, userId, clientId, expiresAt: '2099-01-01' },
      scopes: ['contacts:read', 'eventCalls:read', 'webhooks:read', 'webhooks:write'],
    });
    return { workspaceId, grantId };
  }

  async function connected(change = '', values: unknown[] = []) {
    const { workspaceId, grantId } = await connection();
    const kinds = ['contact.created', 'deal.created', 'call.booked', 'connection.revoked'] as const;
    const id = await services.endpoint(workspaceId, { url, kinds, grantId });
    if (change) await services.sql(change, [workspaceId, ...values]);
    for (const kind of kinds) await services.events(workspaceId, 1, kind);
    await dispatchAll(workspaceId);
    return (await dispatched(workspaceId, id)).map(({ kind, sequence }) => `${sequence} ${kind}`);
  }

  test.each([
    ['gets what user, app and role allow', '', ['1 contact.created', '2 connection.revoked']],
    [
      'gets less after the scopes of the app were reduced',
      `UPDATE "OAuthClient" SET "allowedScopes" = '{contacts:read,webhooks:write}' WHERE "workspaceId" = $1`,
      ['1 contact.created'],
    ],
    [
      'gets nothing after the app has lost webhooks',
      `UPDATE "OAuthClient" SET "allowedScopes" = '{contacts:read,webhooks:read}' WHERE "workspaceId" = $1`,
      [],
    ],
    [
      'gets nothing after the app was rejected',
      `UPDATE "OAuthClient" SET "status" = 'REJECTED', "workspaceId" = (SELECT min("id") FROM "Workspace")
       WHERE "workspaceId" = $1`,
      [],
    ],
    ...['CLOSER', 'SETTER'].map((role): [string, string, string[]] => [
      `gets nothing after its member has become ${role}`,
      `UPDATE "Membership" SET "role" = '${role}' WHERE "workspaceId" = $1`,
      [],
    ]),
    [
      'gets nothing after the member has left',
      `UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1`,
      [],
    ],
    [
      'gets nothing after the connection was revoked',
      `UPDATE "OAuthGrant" SET "revokedAt" = now() WHERE "workspaceId" = $1`,
      [],
    ],
    [
      'gets nothing after the connection has ended',
      `UPDATE "OAuthGrant" SET "expiresAt" = now() WHERE "workspaceId" = $1`,
      [],
    ],
  ])('%s', async (_case, change, expected) => {
    expect(await connected(change)).toEqual(expected);
  });

  test('gets all that its scopes allow of an ADMIN, and nothing of a member who sees only their own records', async () => {
    const kinds = ['contact.created', 'call.booked', 'deal.created', 'transaction.created'] as const;
    const scopes = '{contacts:read,eventCalls:read,deals:read,transactions:read,webhooks:write}';
    const got = async (role: string) => {
      const { workspaceId, grantId } = await connection();
      await services.sql('UPDATE "OAuthClient" SET "allowedScopes" = $2 WHERE "workspaceId" = $1', [
        workspaceId,
        scopes,
      ]);
      await services.sql('UPDATE "OAuthGrant" SET "scopes" = $2 WHERE "workspaceId" = $1', [workspaceId, scopes]);
      const id = await services.endpoint(workspaceId, { url, kinds, grantId });
      await services.sql('UPDATE "Membership" SET "role" = $2 WHERE "workspaceId" = $1', [workspaceId, role]);
      for (const kind of kinds) await services.events(workspaceId, 1, kind);
      await dispatchAll(workspaceId);
      return (await dispatched(workspaceId, id)).map(({ kind }) => kind);
    };
    expect(await got('ADMIN')).toEqual(kinds);
    expect(await got('CLOSER')).toEqual([]);
    expect(await got('SETTER')).toEqual([]);
  });

  test('gets no delivery that waits when the scopes of the app are reduced', async () => {
    const { workspaceId, grantId } = await connection();
    const kinds = ['contact.created', 'connection.revoked'] as const;
    await services.endpoint(workspaceId, { url, kinds, grantId });
    for (const kind of kinds) await services.events(workspaceId, 1, kind);
    await dispatchAll(workspaceId);
    await services.sql(
      `UPDATE "OAuthClient" SET "allowedScopes" = '{webhooks:read,webhooks:write}' WHERE "workspaceId" = $1`,
      [workspaceId],
    );
    services.worker();
    const state = () =>
      services.sql('SELECT "status", "attempts" FROM "WebhookDelivery" WHERE "workspaceId" = $1 ORDER BY "sequence"', [
        workspaceId,
      ]);
    await expect.poll(state).toEqual([
      { status: 'FAILED', attempts: 0 },
      { status: 'PENDING', attempts: 1 },
    ]);
  });

  test('gets no delivery that waits when its member has become a closer, and what comes later when it is an admin again', async () => {
    const { workspaceId, grantId } = await connection();
    await services.endpoint(workspaceId, { url: receiver.url, grantId });
    const become = (role: string) =>
      services.sql('UPDATE "Membership" SET "role" = $2 WHERE "workspaceId" = $1', [workspaceId, role]);
    await services.events(workspaceId, 1, 'contact.created', 1);
    await dispatchAll(workspaceId);
    await become('CLOSER');
    services.worker();
    await expect.poll(() => services.deliveries(workspaceId)).toMatchObject([{ status: 'FAILED', attempts: 0 }]);
    await services.events(workspaceId, 1, 'contact.created', 2);
    const waiting = () =>
      services.sql('SELECT FROM "WebhookEvent" WHERE "workspaceId" = $1 AND NOT "isDispatched"', [workspaceId]);
    await expect.poll(waiting).toEqual([]);
    await become('ADMIN');
    await services.events(workspaceId, 1, 'contact.created', 3);
    await expect.poll(() => receiver.bodies().map(({ data }) => data.n)).toEqual([3]);
    expect(await services.deliveries(workspaceId)).toHaveLength(2);
  });

  test('gets nothing of what was read before its member has become a closer', async () => {
    const { workspaceId, grantId } = await connection();
    const answers = receiver.hold();
    await services.endpoint(workspaceId, { url: receiver.url, grantId });
    await services.events(workspaceId, 30);
    services.worker();
    const sent = 10;
    await expect.poll(() => answers.length).toBe(sent);
    await services.sql(`UPDATE "Membership" SET "role" = 'SETTER' WHERE "workspaceId" = $1`, [workspaceId]);
    for (const answer of answers) answer();
    await expect.poll(() => services.count(workspaceId, 'FAILED')).toBe(30 - sent);
    expect(receiver.received).toHaveLength(sent);
  });

  test('keeps a delivery as delivered, though its kind is forbidden before a late worker looks at it', async () => {
    const { workspaceId, grantId } = await connection();
    const id = await services.endpoint(workspaceId, { url, grantId });
    await services.events(workspaceId, 1);
    await dispatchAll(workspaceId);
    const holder = { workspaceId, id, worker: 'late' };
    const { db } = services.context;
    await takeLease(db, holder);
    const due = await readDueDeliveries(db, { ...holder, exceptIds: [], health: 'healthy' });
    await services.sql(`UPDATE "WebhookDelivery" SET "status" = 'DELIVERED' WHERE "workspaceId" = $1`, [workspaceId]);
    await services.sql(`UPDATE "OAuthGrant" SET "scopes" = '{webhooks:write}' WHERE "workspaceId" = $1`, [workspaceId]);
    expect(due && (await withoutForbidden(db, holder, due.target, due.deliveries))).toEqual([]);
    expect(await services.deliveries(workspaceId)).toMatchObject([{ status: 'DELIVERED' }]);
  });

  test('gets a test, which is of no kind that a scope allows', async () => {
    const { workspaceId, grantId } = await connection();
    const id = await services.endpoint(workspaceId, { url: receiver.url, grantId });
    await services.context.db.write((client) => insertTest(client, { workspaceId, id }, { message: 'A test' }));
    services.worker();
    await expect.poll(() => services.deliveries(workspaceId)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
    expect(receiver.bodies()).toMatchObject([{ type: 'webhook.test', data: { message: 'A test' } }]);
  });

  test('of the workspace goes on when the member who made it has become a closer', async () => {
    const { workspaceId } = await connection();
    const id = await services.endpoint(workspaceId, { url });
    await services.sql(`UPDATE "Membership" SET "role" = 'CLOSER' WHERE "workspaceId" = $1`, [workspaceId]);
    await services.events(workspaceId, 1);
    await dispatchAll(workspaceId);
    expect(await dispatched(workspaceId, id)).toHaveLength(1);
  });

  test('gets notices about the endpoints of its connection alone', async () => {
    const { workspaceId, grantId } = await connection();
    const kinds = ['webhook.paused', 'webhook.failing'] as const;
    const ofApp = await services.endpoint(workspaceId, { url, kinds, grantId });
    const ofWorkspace = await services.endpoint(workspaceId, { url, kinds });
    for (const kind of kinds) {
      for (const id of [ofWorkspace, ofApp]) {
        await services.context.db.write((client) => recordEvent(client, workspaceId, { kind, data: { id } }));
      }
    }
    await dispatchAll(workspaceId);
    const noticesOf = async (id: number) => (await dispatched(workspaceId, id)).map(({ data }) => data);
    expect(await noticesOf(ofApp)).toEqual([{ id: ofApp }, { id: ofApp }]);
    expect(await noticesOf(ofWorkspace)).toHaveLength(4);
  });
});
