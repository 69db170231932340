import { allScopes } from '../../../src/domain/principal/scopes.ts';
import { operations } from '../../support/document-inputs.ts';
import { jsonOf, mebibyte } from '../../support/request-bodies.ts';
import type { Comparison, Question } from './comparison.ts';

const paths = `
  / /healthz /readyz /openapi.json /llms.txt /favicon.ico /graphql /v1 /v1/ /v1/nowhere /V1/contacts /v1//contacts
  /v1/contacts/ /v1/contacts?limit /nowhere /% /docs /docs/ /docs/reference /docs/search.json /docs/oauth.md /docs/oauth
  /docs/nowhere /sign-in /sign-up /sign-out /forgot-password /demo /settings /oauth/authorize /.well-known/nowhere
  /.well-known/oauth-authorization-server /.well-known/oauth-protected-resource/v1`;
const preflight = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
const json = { 'content-type': 'application/json' };
const bodies = ['', '{', '[]', 'null', '"text"', '{"__proto__":1}', '\ufeff{}', '{"a":1,"a":2}', '[{"query":"{a}"}]'];
const types = ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'a/JSON;x=y'];
const tokens = ['service_', `service_${'x'.repeat(38)}`, 'service_at_none', `service_ses_${'y'.repeat(43)}`, 'Ä'];
const lesserCallers = ['expired key', 'expired session', 'key for contacts', 'key elsewhere', 'x'.repeat(9_000)];

/** What HTTP itself has errors for, at each path and each endpoint: methods, credentials, bodies and origins. */
export async function askProtocol(comparison: Comparison): Promise<void> {
  for (const path of paths.trim().split(/\s+/)) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PATCH']) await comparison.ask({ method, path });
    for (const encoding of ['gzip', 'br', 'identity;q=0']) {
      await comparison.ask({ path, headers: { 'accept-encoding': encoding, accept: 'text/html' } });
    }
    const etag = (await comparison.ask({ path, headers: preflight })).headers.get('etag');
    if (etag) await comparison.ask({ path, headers: { 'if-none-match': etag } });
  }
  for (const { method, path } of operations) await askEndpoint(comparison, method, path);
  for (const path of ['/graphql', '/v1/oauth/token', '/v1/oauth/revoke']) await askEndpoint(comparison, 'POST', path);
  for (const suffix of ['', '/preview', '/deny']) await askEndpoint(comparison, 'GET', `/v1/oauth/authorize${suffix}`);
  for (const scope of allScopes) {
    const input = { input: { name: `Only ${scope}`, scopes: [scope] } };
    const { secret } = await comparison.field('createApiKey', input, 'OWNER session');
    for (const { method, path } of operations) await comparison.rest(method, path, {}, { caller: secret });
  }
}

async function askEndpoint(comparison: Comparison, method: string, path: string): Promise<void> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const base = { method, path, ...(hasBody && { body: '{}', headers: json }) };
  const ask = (more: Partial<Question>) => comparison.ask({ ...base, caller: 'OWNER key', ...more });
  for (const caller of [undefined, ...tokens, ...lesserCallers]) await ask({ caller });
  for (const authorization of ['Basic eDp5', 'Bearer', 'Bearer  ', `bearer ${comparison.callers['OWNER key']}`]) {
    await ask({ caller: undefined, headers: { ...json, authorization } });
  }
  for (const other of ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'DELETE'].filter((each) => each !== method)) {
    await comparison.ask({ method: other, path, caller: 'OWNER key' });
  }
  for (const origin of ['https://app.example.com', 'https://other.example', 'null']) {
    await comparison.ask({ method: 'OPTIONS', path, headers: { ...preflight, origin } });
    await ask({ headers: { ...json, origin } });
  }
  await ask({ headers: { ...json, 'x-request-id': 'a.b:c', 'idempotency-key': '' } });
  await ask({ headers: { ...json, 'content-encoding': 'gzip' } });
  await ask({ path: `${path}?page=0&page=1&nowhere=1&limit=` });
  for (const body of hasBody ? bodies : ['{}']) await ask({ body });
  for (const type of hasBody ? types : []) await ask({ headers: { 'content-type': type } });
  const sizes = [mebibyte, mebibyte + 1, 2 * mebibyte + 1];
  for (const bytes of hasBody ? sizes : []) await ask({ body: jsonOf(bytes) });
}
