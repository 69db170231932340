import { beforeEach, describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

// The window stands still, so that a slow machine cannot begin another one.
const app = await useApp({ limiter: memoryWindows(() => Date.parse('2026-03-04T12:00:00.000Z')) });

let owner: Member;
let closer: Member;
beforeEach(async () => {
  owner = await app.workspace({ rateLimitPoints: 2, graphqlCost: 1_000 });
  closer = await app.member(owner.workspaceId, 'CLOSER');
});

/** Reads as a page of the member does, and returns the status and the points that remain. */
async function pageOf(
  member: Member,
): Promise<(query?: string) => Promise<[status: number, remaining: string | null]>> {
  const token = await app.session(member);
  return async (query = '{ contacts { count } }') => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Slotline-Client': 'web', Cookie: `session=${token}` },
      body: JSON.stringify({ query }),
    });
    await response.arrayBuffer();
    return [response.status, response.headers.get('RateLimit-Remaining')];
  };
}

describe('the pages of a person', () => {
  test('read while an integration is at its limit, and leave it all of its points', async () => {
    const page = await pageOf(owner);
    const key = await app.apiKey(owner);
    for (let read = 1; read <= 30; read++) expect(await page()).toEqual([200, String(100 - read)]);
    const statuses = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await app.get('/v1/contacts', key)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(await page()).toEqual([200, '69']);
  });

  test('have a limit, which is not that of another person', async () => {
    const [page, others] = [await pageOf(owner), await pageOf(closer)];
    for (let read = 0; read < 100; read++) await page();
    expect((await page())[0]).toBe(429);
    expect(await others()).toEqual([200, '99']);
  });

  test('have the points of a workspace that has more', async () => {
    const page = await pageOf(await app.workspace({ rateLimitPoints: 500 }));
    expect(await page()).toEqual([200, '499']);
  });

  test('count with the workspace where a session is sent as a credential of the API', async () => {
    const [key, token] = [await app.apiKey(owner), await app.session(owner)];
    for (const credential of [key, token]) await app.get('/v1/contacts', credential);
    expect((await app.get('/v1/contacts', token)).status).toBe(429);
  });

  test('have a cost of documents apart', async () => {
    const page = await pageOf(owner);
    const schema = '{ __schema { types { name fields { name args { name } } } } }';
    const key = await app.apiKey(owner);
    expect((await app.graphql(schema, key)).status).toBe(200);
    expect((await app.graphql(schema, key)).status).toBe(429);
    expect((await page(schema))[0]).toBe(200);
  });
});
