import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { faultyOAuth } from '../support/faulty-oauth.ts';
import {
  callWith,
  connect,
  exchangeCode,
  newCode,
  type OAuthApp,
  ownerWithApp,
  refresh,
  revoke,
} from '../support/oauth.ts';

const start = '2026-03-04T12:00:00.000Z';

let session: string;
let client: OAuthApp;
const app = await useApp();
const node = await faultyOAuth(app);
beforeEach(async () => {
  app.clock.set(start);
  ({ session, client } = await ownerWithApp(app));
});
afterAll(() => node.close());

const serverError = {
  status: 500,
  body: { error: 'server_error', error_description: 'Something went wrong', message: 'Something went wrong' },
};

describe('a node that dies in the middle of a refresh', () => {
  test('has two statements to die at, of which one writes', async () => {
    const { refresh_token } = await connect(app, session, client);
    node.failAt(Number.POSITIVE_INFINITY, 'before');
    expect((await refresh(node, client, refresh_token)).status).toBe(200);
    expect(node.statements).toEqual(['oauth.token', 'oauth.exchange']);
  });

  const cases = [0, 1].flatMap((number) => (['before', 'after'] as const).map((fault) => ({ number, fault })));
  test.each(cases)('$fault statement $number leaves an app that can go on', async ({ number, fault }) => {
    const { refresh_token } = await connect(app, session, client);
    node.failAt(number, fault);
    expect(await refresh(node, client, refresh_token)).toMatchObject(serverError);
    const next = await refresh(app, client, refresh_token);
    expect(next.status).toBe(200);
    expect(await callWith(app, next.body.access_token)).toBe(200);
    app.clock.set('2026-03-04T12:00:01.000Z');
    expect((await refresh(app, client, next.body.refresh_token)).status).toBe(200);
  });

  test('before it wrote leaves an app that can go on a day later', async () => {
    const { refresh_token } = await connect(app, session, client);
    node.failAt(1, 'before');
    await refresh(node, client, refresh_token);
    app.clock.set('2026-03-05T12:00:00.000Z');
    expect((await refresh(app, client, refresh_token)).status).toBe(200);
  });
});

test('a node that dies before it wrote leaves a code that can be exchanged', async () => {
  const code = await newCode(app, session, client);
  node.failAt(1, 'before');
  expect(await exchangeCode(node, client, code)).toMatchObject(serverError);
  expect((await exchangeCode(app, client, code)).status).toBe(200);
});

test('a node with another secret key cannot repeat an answer, and ends nothing for it', async () => {
  const other = await faultyOAuth(app, 'a secret key that was put in its place');
  const { refresh_token } = await connect(app, session, client);
  const next = await refresh(app, client, refresh_token);
  expect(await refresh(other, client, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  await other.close();
  expect(await callWith(app, next.body.access_token)).toBe(200);
  app.clock.set('2026-03-04T12:00:01.000Z');
  expect((await refresh(app, client, next.body.refresh_token)).status).toBe(200);
});

describe('a connection revoked after the lookup of its token and before new tokens are written', () => {
  /** The connections and tokens of the app, as they are stored. */
  const rows = async () => ({
    grants: await app.sql('SELECT * FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId]),
    tokens: await app.sql(
      `SELECT t.* FROM "OAuthToken" t JOIN "OAuthGrant" g ON g."workspaceId" = t."workspaceId" AND g."id" = t."grantId"
       WHERE g."clientId" = $1 ORDER BY t."hash"`,
      [client.clientId],
    ),
  });
  /** The statement that writes comes second, after the one that looks up the token with its client. */
  const revokeBeforeWriting = (work: () => Promise<unknown>) => {
    let revoked: Awaited<ReturnType<typeof rows>> | undefined;
    node.pauseAt(1, async () => {
      await work();
      revoked = await rows();
    });
    return () => revoked;
  };
  const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

  test('is refused a refresh, and nothing is written', async () => {
    const { access_token, refresh_token } = await connect(app, session, client);
    const revoked = revokeBeforeWriting(() => revoke(app, client, access_token));
    expect(await refresh(node, client, refresh_token)).toMatchObject(invalidGrant);
    expect(node.statements).toEqual(['oauth.token', 'oauth.exchange']);
    expect(revoked()?.grants).toMatchObject([{ revokedAt: expect.any(String) }]);
    expect(await rows()).toEqual(revoked());
  });

  test('is refused the exchange of a code, and nothing is written', async () => {
    const code = await newCode(app, session, client);
    const end = 'UPDATE "OAuthGrant" SET "revokedAt" = now() WHERE "clientId" = $1';
    const revoked = revokeBeforeWriting(() => app.sql(end, [client.clientId]));
    expect(await exchangeCode(node, client, code)).toMatchObject(invalidGrant);
    expect(revoked()?.grants).toMatchObject([{ revokedAt: expect.any(String) }]);
    expect(await rows()).toEqual(revoked());
  });
});
