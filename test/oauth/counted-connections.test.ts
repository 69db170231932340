import { expect, test } from 'vitest';
import { countOtherConnections } from '#src/db/writes/connections.ts';
import { useApp } from '../support/app.ts';
import { ownerWithApp } from '../support/oauth.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();
const now = new Date('2026-03-04T12:00:00.000Z');
const { owner, client } = await ownerWithApp(app);
const other = await app.member(owner.workspaceId, 'ADMIN');
const live = { expiresAt: '2026-03-04T12:00:00.001Z', lastUsedAt: '2026-03-04T11:00:00.000Z' };

test.each<[string, object, number]>([
  ['that ends in a millisecond', {}, 1],
  ['that ends now', { expiresAt: now }, 0],
  ['that was revoked', { revokedAt: now }, 0],
  ['whose code was not exchanged yet', { lastUsedAt: null }, 0],
  ['of another member', { userId: other.userId }, 0],
])('a connection %s counts among those of a member with an app, or does not', async (_name, columns, count) => {
  const id = `grant-${nextSerial()}`;
  const { clientId } = client;
  await app.insert('OAuthGrant', { ...owner, id, clientId, scopes: ['contacts:read'], ...live, ...columns });
  const counted = (except: string) =>
    app.context.db.write((transaction) => countOtherConnections(transaction, { ...owner, clientId, id: except }, now));
  expect(await counted('none')).toBe(count);
  expect(await counted(id)).toBe(0);
  await app.sql('DELETE FROM "OAuthGrant" WHERE "id" = $1', [id]);
});
