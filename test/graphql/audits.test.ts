import { serverAudits } from 'graphql-http';
import { expect, it } from 'vitest';
import { bearer, useApp } from '../support/app.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

/** The audits send no credential of their own. */
function withCredential(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...bearer(key) } });
}

const audits = serverAudits({ url: () => `${app.url}/graphql`, fetchFn: withCredential });

it('graphql-http has 61 audits', () => expect(audits).toHaveLength(61));

it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s: %s', async (_id, _name, audit) => {
  const result = await audit.fn();
  expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
});
