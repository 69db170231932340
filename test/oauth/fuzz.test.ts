import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../support/app.ts';
import { fuzzRuns } from '../support/extent.ts';
import { hostile } from '../support/hostile-values.ts';
import { fitting, newCode, oauthApp } from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';

const app = await useApp({ limiter: roomyLimiter() });
const owner = await app.workspace();
const session = await app.session(owner);
const client = await oauthApp(app, owner);
const code = await newCode(app, session, client);

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', ' ', '\u0000', "'; --", 'x'.repeat(5000), '%00', '../', 'javascript:alert(1)', '//evil.example'),
);
const addresses = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    'https://dialer.example/callback',
    'https://dialer.example/callback/',
    'https://dialer.example/callback#x',
    'https://dialer.example:443/callback',
    'https://dialer.example\\@evil.example/callback',
    'https://user@dialer.example/callback',
    'https://DIALER.example/callback',
  ),
  odd,
);
const valid = (name: string): fc.Arbitrary<string> => {
  const known: Record<string, () => string> = {
    response_type: () => 'code',
    client_id: () => client.clientId,
    client_secret: () => client.secret,
    redirect_uri: () => client.redirectUri,
    grant_type: () => 'authorization_code',
    code: () => code,
    scope: () => 'contacts:read',
    code_challenge: () => 'a'.repeat(43),
    code_challenge_method: () => 'S256',
    workspaceId: () => '1',
  };
  return fc.constant(null).map(() => known[name]?.() ?? 'x');
};

/** Parameters of which most are right, some are not, and some are there twice. */
function parameters(names: readonly string[]): fc.Arbitrary<[string, string][]> {
  const one = (name: string) => {
    const value = fc.oneof({ weight: 4, arbitrary: valid(name) }, name === 'redirect_uri' ? addresses : odd);
    return fc.tuple(fc.constant(name), value);
  };
  const each = fc.oneof(...names.map(one));
  return fc
    .tuple(fc.tuple(...names.map(one)), fc.array(each, { maxLength: 1 }))
    .chain(([all, twice]) => fc.subarray([...all, ...twice], { minLength: 2 }));
}

const authorization = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'workspaceId',
];

describe.each(['', '/preview', '/deny'])('GET /v1/oauth/authorize%s', (endpoint) => {
  test('never redirects to an address that is not registered', async () => {
    const headers = { authorization: `Bearer ${session}` };
    await fc.assert(
      fc.asyncProperty(parameters(authorization), fc.boolean(), async (query, asPage) => {
        const url = `${app.url}/v1/oauth/authorize${endpoint}?${new URLSearchParams(query)}`;
        const accept = { accept: asPage ? 'text/html' : 'application/json' };
        const answer = await fitting(url, { method: 'GET', headers: { ...headers, ...accept }, redirect: 'manual' });
        expect([200, 303, 400, 403]).toContain(answer.status);
        const target = answer.headers.get('location') ?? answer.body.data?.redirectUrl ?? client.redirectUri;
        expect(String(target)).toMatch(/^https:\/\/dialer\.example\/callback($|[?#])/);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });
});

const fields = {
  token: [
    'grant_type',
    'code',
    'redirect_uri',
    'code_verifier',
    'refresh_token',
    'scope',
    'client_id',
    'client_secret',
  ],
  revoke: ['token', 'token_type_hint', 'client_id', 'client_secret'],
};

describe.each(['token', 'revoke'] as const)('POST /v1/oauth/%s', (endpoint) => {
  const post = (headers: Record<string, string>, body: string | URLSearchParams): Promise<Answer> =>
    fitting(`${app.url}/v1/oauth/${endpoint}`, { method: 'POST', headers, body });

  test('answers any form with something that is in the document, and never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(parameters(fields[endpoint]), async (form) => {
        expect((await post({}, new URLSearchParams(form))).status).toBeLessThan(500);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });

  test('answers any JSON so, too', async () => {
    const json = { 'content-type': 'application/json' };
    const members = fc.dictionary(
      fc.constantFrom(...fields[endpoint], '__proto__', 'x'),
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostile),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(members, fc.jsonValue({ maxDepth: 2 }), hostile), async (value) => {
        expect((await post(json, JSON.stringify(value))).status).toBeLessThan(500);
      }),
      { numRuns: fuzzRuns(150) },
    );
  });
});
