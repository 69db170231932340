import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import {
  askConsent,
  authorizationQuery,
  challengeFor,
  credentialsOf,
  exchangeCode,
  newCode,
  newVerifier,
  oauthApp,
  postForm,
  refresh,
  revoke,
} from '../support/oauth.ts';
import { oauthClients } from '../support/oauth-clients.ts';

const app = await useApp();

/** All rows of all tables, as text. */
async function dump(): Promise<string> {
  const tables = await app.sql<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => app.sql(`SELECT row_to_json(t)::text AS row FROM ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }: { row?: string }) => row)
    .join('\n');
}

/** However a text may be written down. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

test('no code, token, secret or verifier is in the database or in the log', async () => {
  const owner = await app.workspace();
  const session = await app.session(owner);
  const { clientSecret } = await oauthClients(app, session).made();
  const client = await oauthApp(app, owner);
  const verifier = newVerifier();
  const code = await newCode(app, session, client, { ...challengeFor(verifier), state: 'very-secret-state' });
  const first = (await exchangeCode(app, client, code, { code_verifier: verifier })).body;
  const second = (await refresh(app, client, first.refresh_token)).body;
  const unused = await newCode(app, session, client);
  for (const token of [first.access_token, second.access_token]) await app.get('/v1/eventCalls', token);
  // And where something is wrong, which is where logs are written.
  await postForm(app, '/v1/oauth/token', { ...credentialsOf(client), grant_type: 'authorization_code', code: unused });
  await exchangeCode(app, { ...client, secret: 'service_cs_wrong' }, unused);
  await refresh(app, client, second.refresh_token, { client_id: undefined });
  await askConsent(app, session, authorizationQuery(client, { redirect_uri: 'https://evil.example/' }));
  await app.sql('ALTER TABLE "OAuthToken" RENAME TO "Lost"');
  const broken = [
    await refresh(app, client, second.refresh_token),
    await exchangeCode(app, client, unused),
    await askConsent(app, session, authorizationQuery(client)),
    await app.get('/v1/eventCalls', second.access_token),
  ];
  expect(broken.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
  await app.sql('ALTER TABLE "Lost" RENAME TO "OAuthToken"');
  await exchangeCode(app, client, code, { code_verifier: verifier });
  await revoke(app, client, second.refresh_token);

  const secrets = [
    code,
    unused,
    verifier,
    session,
    first.access_token,
    first.refresh_token,
    second.access_token,
    second.refresh_token,
    client.secret,
    clientSecret,
    'service_cs_wrong',
    'very-secret-state',
  ];
  const database = await dump();
  const log = inspect([app.logged, app.unexpected.splice(0)], {
    depth: 12,
    maxArrayLength: null,
    maxStringLength: null,
  });
  expect(database).toContain(client.clientId);
  expect(log).toContain('/v1/oauth/token');
  for (const form of secrets.flatMap(forms)) {
    expect(database.includes(form), form).toBe(false);
    expect(log.includes(form), form).toBe(false);
  }
});
