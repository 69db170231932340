import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { connect, credentialsOf, type Fields, fitting, formOf, ownerWithApp } from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

const app = await useApp({ limiter: roomyLimiter() });
const { owner, client } = await ownerWithApp(app);
const strict = { prefer: 'respond-async, Handling=strict' };

type Body = URLSearchParams | string;
const bodies: readonly (readonly [string, (fields: Fields) => Body, Record<string, string>])[] = [
  ['a form', formOf, {}],
  ['JSON', (fields) => JSON.stringify(fields), { 'content-type': 'application/json' }],
];

async function post(path: string, body: Body, headers: Record<string, string>) {
  const { headers: answered, ...answer } = await fitting(app.url + path, { method: 'POST', body, headers });
  return { status: answer.status, body: answer.body, applied: answered.get('preference-applied') };
}

const refused = (text: string) => ({
  status: 400,
  body: { error: 'invalid_request', error_description: text, message: text },
  applied: 'handling=strict',
});

describe.each(bodies)('with Prefer: handling=strict, %s', (_, bodyOf, type) => {
  const headers = { ...strict, ...type };
  // Each for a member of its own, because ten connections are all that one may have.
  const refreshing = async () => {
    const session = await app.session(await app.member(owner.workspaceId, 'CLOSER'));
    const { refresh_token } = await connect(app, session, client);
    return { grant_type: 'refresh_token', refresh_token, ...credentialsOf(client) };
  };

  test('of known parameters alone is answered as ever', async () => {
    const { status, applied } = await post('/v1/oauth/token', bodyOf(await refreshing()), headers);
    expect([status, applied]).toEqual([200, 'handling=strict']);
    const token = (await refreshing()).refresh_token;
    const all = { token, token_type_hint: 'refresh_token', ...credentialsOf(client) };
    expect(await post('/v1/oauth/revoke', bodyOf(all), headers)).toEqual({
      ...{ status: 200, body: {}, applied: 'handling=strict' },
    });
  });

  test('names each unknown parameter of a request for tokens, and uses up nothing', async () => {
    const fields = await refreshing();
    const wrong = { ...fields, scopes: 'contacts:read', 'refresh-Token': 'x', audience: 'y', 'né"\\': 'z' };
    expect(await post('/v1/oauth/token', bodyOf(wrong), headers)).toEqual(
      refused(
        'Unknown parameters: scopes (did you mean scope?), refresh-Token (did you mean refresh_token?), audience, n???',
      ),
    );
    expect((await post('/v1/oauth/token', bodyOf(fields), headers)).status).toBe(200);
  });

  test('knows at the revocation what that endpoint reads, and nothing else', async () => {
    const { refresh_token } = await refreshing();
    const wrong = { token: refresh_token, tokenTypeHint: 'x', ...credentialsOf(client) };
    expect(await post('/v1/oauth/revoke', bodyOf(wrong), headers)).toEqual(
      refused('Unknown parameter: tokenTypeHint (did you mean token_type_hint?)'),
    );
    const foreign = { token: refresh_token, code_verifier: 'x', ...credentialsOf(client) };
    expect(await post('/v1/oauth/revoke', bodyOf(foreign), headers)).toEqual(
      refused('Unknown parameter: code_verifier'),
    );
    const token = { ...credentialsOf(client), grant_type: 'refresh_token', refresh_token, token: 'x' };
    expect(await post('/v1/oauth/token', bodyOf(token), headers)).toEqual(
      refused('Unknown parameter: token (did you mean refresh_token?)'),
    );
  });

  test.each([undefined, 'handling=lenient', 'handling=lenient, handling=strict'])(
    'is as before where the request has %j',
    async (prefer) => {
      const fields = { ...(await refreshing()), scopes: 'contacts:read' };
      const answer = await post('/v1/oauth/token', bodyOf(fields), { ...type, ...(prefer && { prefer }) });
      expect([answer.status, answer.applied]).toEqual([200, null]);
    },
  );
});

test('a refusal names at most twenty parameters, and the beginning of each', async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`q${index}${'z'.repeat(100)}`, 'x']));
  const { body } = await post('/v1/oauth/token', formOf(many), strict);
  const names = body.message.replace('Unknown parameters: ', '').split(', ');
  expect([names.length, names[0]]).toEqual([20, `q0${'z'.repeat(62)}`]);
});

test('a page of a public app may send the preference, and read that it was applied', async () => {
  const origin = 'https://dialer.example';
  await app.sql(`UPDATE "OAuthClient" SET "clientType" = 'PUBLIC', "secretHash" = NULL WHERE "clientId" = $1`, [
    client.clientId,
  ]);
  const headers = { origin, 'access-control-request-method': 'POST' };
  const preflight = await fetch(`${app.url}/v1/oauth/token`, { method: 'OPTIONS', headers });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Prefer');
  const response = await fetch(`${app.url}/v1/oauth/revoke`, {
    method: 'POST',
    headers: { origin, ...strict },
    body: formOf({ token: 'x', client_id: client.clientId }),
  });
  expect(response.headers.get('access-control-expose-headers')).toContain('Preference-Applied');
});
