import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoWorkspace, type DemoWorkspace } from '#src/demo/demo-workspace.ts';
import { send, type TestApp, testApp } from '../support/app.ts';
import { expectToFit, openApi } from '../support/fits-document.ts';
import { challengeFor, newVerifier, type OAuthApp, oauthApp } from '../support/oauth.ts';
import { webhook } from '../support/webhooks.ts';

interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly examples?: readonly unknown[]; readonly enum?: readonly unknown[] };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly example: Record<string, unknown> }> };
  readonly responses: Record<string, unknown>;
}

const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    return { path, method: method.toUpperCase(), ...(operation as unknown as Operation) };
  }),
);
const ofRecords = operations.filter(({ path }) => !path.startsWith('/v1/oauth/'));
const ofOAuth = operations.filter(({ path }) => path.startsWith('/v1/oauth/'));

/** The examples of the query parameters, as they stand in the document. */
function exampleQuery({ parameters = [] }: Operation): Record<string, string> {
  const examples = parameters.flatMap(({ name, in: place, example, required, schema }) => {
    const value = example ?? (required ? (schema?.examples ?? schema?.enum)?.[0] : undefined);
    return place === 'query' && value !== undefined ? [[name, String(value)]] : [];
  });
  return Object.fromEntries(examples);
}

const successes = ({ responses }: Operation) => Object.keys(responses).filter((status) => status.startsWith('2'));

it('every request with a body has an example', () => {
  const bodies = operations.flatMap(({ requestBody }) =>
    requestBody ? [requestBody.content['application/json']] : [],
  );
  expect(bodies.length).toBeGreaterThan(15);
  expect(bodies.filter((body) => !body?.example)).toEqual([]);
});

/** The engine counts days in the time zone of the host, so the weekday on which the demo begins must not matter. */
describe.each(['2026-11-20', '2027-02-28', '2028-12-31'])('a demo workspace that was filled on %s', (day) => {
  let app: TestApp;
  let demo: DemoWorkspace;

  beforeAll(async () => {
    app = await testApp();
    app.clock.set(`${day}T15:30:00.000Z`);
    demo = (await createDemoWorkspace(app.context)) as DemoWorkspace;
    await webhook(app, demo);
    await webhook(app, demo);
  });
  afterAll(() => app.close());

  it.each(ofRecords)('answers the printed example of $operationId with success', async (operation) => {
    const { method, path, requestBody } = operation;
    const query = String(new URLSearchParams(exampleQuery(operation)));
    const example = requestBody?.content['application/json']?.example;
    const url = `${app.url}${path}${query && `?${query}`}`;
    const headers = { authorization: `Bearer ${demo.key}`, ...(example && { 'content-type': 'application/json' }) };
    const answer = await send(url, { method, headers, ...(example && { body: JSON.stringify(example) }) });
    expect(successes(operation), JSON.stringify(answer.body)).toContain(String(answer.status));
    expectToFit(method, url, answer);
  });
});

/** Credentials are random, so the examples of OAuth are sent with those of an app of the demo workspace. */
describe('an app of the demo workspace', () => {
  let app: TestApp;
  let client: OAuthApp;
  let session: string;
  const verifier = newVerifier();

  beforeAll(async () => {
    app = await testApp();
    const demo = (await createDemoWorkspace(app.context)) as DemoWorkspace;
    client = await oauthApp(app, demo);
    session = await app.session(demo);
  });
  afterAll(() => app.close());

  const authorize = (operation: (typeof ofOAuth)[number]) => {
    const { clientId: client_id, redirectUri: redirect_uri } = client;
    const query = { ...exampleQuery(operation), client_id, redirect_uri, ...challengeFor(verifier) };
    const headers = { authorization: `Bearer ${session}`, accept: 'application/json' };
    return send(`${app.url}${operation.path}?${new URLSearchParams(query as Record<string, string>)}`, { headers });
  };

  async function refreshToken(): Promise<string> {
    const { body } = await authorize(ofOAuth.find(({ operationId }) => operationId === 'allowAccess') as never);
    const code = new URL(body.data.redirectUrl).searchParams.get('code');
    const { clientId: client_id, secret: client_secret, redirectUri: redirect_uri } = client;
    const grant = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier };
    const answer = await sendJson('/v1/oauth/token', { ...grant, client_id, client_secret });
    return answer.body.refresh_token;
  }

  function sendJson(path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    return send(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  it.each(ofOAuth.filter(({ method }) => method === 'GET'))('asks for $operationId', async (operation) => {
    const answer = await authorize(operation);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  it.each(ofOAuth.filter(({ method }) => method === 'POST'))('asks for $operationId', async ({ path, requestBody }) => {
    const token = await refreshToken();
    const live = { client_id: client.clientId, client_secret: client.secret, refresh_token: token, token };
    const example = requestBody?.content['application/json']?.example ?? {};
    const body = Object.entries(example).map(([name, value]) => [name, live[name as keyof typeof live] ?? value]);
    const answer = await sendJson(path, Object.fromEntries(body));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expectToFit('POST', `${app.url}${path}`, answer);
  });
});
