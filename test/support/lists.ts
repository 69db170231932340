import { expect } from 'vitest';
import type { Answer, TestApp } from './app.ts';

/** The ids of a page and the count of all, from the response of a list endpoint. */
export function idsOf({ status, body }: Answer): { ids: number[]; count: number } {
  expect(status).toBe(200);
  const { count, ...lists } = body.data;
  const [rows] = Object.values(lists) as { id: number }[][];
  return { ids: (rows ?? []).map(({ id }) => id), count };
}

/** Reads all pages of a size. Returns the ids in the order of the responses. */
export async function idsOfAllPages(app: TestApp, path: string, key: string, limit: number): Promise<number[]> {
  const seen: number[] = [];
  for (let page = 0; ; page++) {
    const separator = path.includes('?') ? '&' : '?';
    const { ids, count } = idsOf(await app.get(`${path}${separator}page=${page}&limit=${limit}`, key));
    seen.push(...ids);
    if ((page + 1) * limit >= count) return seen;
  }
}

/** A body sent as JSON. */
export function sendJson(
  app: TestApp,
  [method, path]: readonly [string, string],
  body: unknown,
  { key, headers = {} }: { key: string; headers?: Record<string, string> },
): Promise<Answer> {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  return app.request(path, { method, headers: all, body: JSON.stringify(body) });
}

interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The request of an endpoint: a GET or DELETE has its input in the query string, the others have a JSON body. */
export function restRequest(method: string, path: string, input: object): RestRequest {
  if (method === 'GET' || method === 'DELETE') {
    return { method, path: `${path}?${queryString(input as Record<string, unknown>)}`, headers: {} };
  }
  return { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
}

function queryString(input: Record<string, unknown>): string {
  const one = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const text = (value: unknown) => (Array.isArray(value) ? value.map(one).join(',') : one(value));
  const encoded = (value: string) => encodeURIComponent(value.toWellFormed());
  return Object.entries(input)
    .map(([name, value]) => `${encoded(name)}=${encoded(text(value))}`)
    .join('&');
}

/** The path and query of the Link header to what follows. */
export function nextOf({ headers }: Answer): string | undefined {
  return /^<http:\/\/api\.test(\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}

/** Follows the Link headers from a path on to the end. Returns the ids in the order of the responses. */
export async function idsOfAllLinks(app: TestApp, path: string, key: string): Promise<(number | string)[]> {
  const seen: (number | string)[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await app.get(next, key);
    const { body } = answer;
    const rows = Array.isArray(body.data) ? body.data : Object.values(body.data).find(Array.isArray);
    seen.push(...rows.map(({ id }: { id: number | string }) => id));
    next = nextOf(answer);
    if (new URL(path, 'http://api.test').searchParams.has('cursor')) {
      const { nextCursor } = Array.isArray(body.data) ? body : body.data;
      expect(nextCursor).toBe(next === undefined ? null : new URL(next, 'http://api.test').searchParams.get('cursor'));
    }
  }
  return seen;
}
