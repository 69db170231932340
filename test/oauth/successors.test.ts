import { createHmac } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { testSecretKey, useApp } from '../support/app.ts';
import { callWith, connect, type OAuthApp, ownerWithApp, type Pair, refresh } from '../support/oauth.ts';

let session: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  ({ session, client } = await ownerWithApp(app));
});

const installationKey = createHmac('sha256', testSecretKey).update('oauth successors').digest();
const scopes = 'contacts:read eventCalls:read';

/** The pair that follows a refresh token, derived with this key. */
function successors(key: Buffer, token: string): Pair {
  const text = (kind: string, shown: string) =>
    createHmac('sha256', key).update([token, kind, shown].join('\n')).digest('base64url');
  return { access_token: `service_at_${text('ACCESS', scopes)}`, refresh_token: `service_rt_${text('REFRESH', '')}` };
}

async function secretOfConnection(): Promise<Buffer> {
  const rows = await app.sql<{ secret: Buffer }>('SELECT "secret" FROM "OAuthGrant" WHERE "clientId" = $1', [
    client.clientId,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0]?.secret as Buffer;
}

test('SECRET_KEY and a spent refresh token do not give its successor; with the secret of the connection they do', async () => {
  const { refresh_token } = await connect(app, session, client);
  const { status, body } = await refresh(app, client, refresh_token);
  expect(status).toBe(200);
  const stolen = successors(installationKey, refresh_token);
  expect([stolen.access_token === body.access_token, stolen.refresh_token === body.refresh_token]).toEqual([
    false,
    false,
  ]);
  expect(await callWith(app, stolen.access_token)).toBe(401);
  const secret = await secretOfConnection();
  expect(body).toMatchObject(successors(createHmac('sha256', installationKey).update(secret).digest(), refresh_token));
});

test('every connection has a secret of its own, 32 bytes long', async () => {
  for (let count = 0; count < 3; count++) await connect(app, session, client);
  const rows = await app.sql<{ secret: Buffer }>('SELECT "secret" FROM "OAuthGrant" WHERE "clientId" = $1', [
    client.clientId,
  ]);
  expect(new Set(rows.map(({ secret }) => secret.toString('hex'))).size).toBe(3);
  expect(rows.every(({ secret }) => secret.length === 32)).toBe(true);
});

test('with another secret of the connection a repeated refresh gets no tokens, and ends nothing', async () => {
  const { refresh_token } = await connect(app, session, client);
  const { body } = await refresh(app, client, refresh_token);
  await app.sql(`UPDATE "OAuthGrant" SET "secret" = DEFAULT WHERE "clientId" = $1`, [client.clientId]);
  expect(await refresh(app, client, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await callWith(app, body.access_token)).toBe(200);
  app.clock.set('2026-03-04T12:00:01.000Z');
  expect((await refresh(app, client, body.refresh_token)).status).toBe(200);
});

/** What a node of the version before wrote for a refresh: its tokens are derived without the secret of the connection. */
async function refreshedByOlderNode(token: string): Promise<Pair> {
  const pair = successors(installationKey, token);
  const now = app.clock.now().toISOString();
  await app.sql(
    `WITH presented AS (
      UPDATE "OAuthToken" SET "consumedAt" = $2, "successorHash" = $4 WHERE "hash" = $1
      RETURNING "workspaceId", "grantId", "scopes"
    )
    INSERT INTO "OAuthToken" ("workspaceId", "hash", "kind", "grantId", "scopes", "expiresAt")
    SELECT "workspaceId", hash, kind::"OAuthTokenKind", "grantId", "scopes", $2::timestamptz + interval '1 hour'
    FROM presented, (VALUES ($3::bytea, 'ACCESS'), ($4::bytea, 'REFRESH')) v (hash, kind)`,
    [sha256(token), now, sha256(pair.access_token), sha256(pair.refresh_token)],
  );
  return pair;
}

test('a refresh that a node of the version before answered is repeated with the same pair', async () => {
  const { refresh_token } = await connect(app, session, client);
  const pair = await refreshedByOlderNode(refresh_token);
  app.clock.set('2026-03-04T12:00:20.000Z');
  const repeated = await refresh(app, client, refresh_token);
  expect(repeated).toMatchObject({ status: 200, body: pair });
  expect(await callWith(app, pair.access_token)).toBe(200);
  app.clock.set('2026-03-04T12:00:21.000Z');
  const next = await refresh(app, client, pair.refresh_token);
  expect(next.status).toBe(200);
  expect(next.body).not.toMatchObject(successors(installationKey, pair.refresh_token));
});
