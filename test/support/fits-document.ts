import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Answer } from './app.ts';

type Json = Record<string, unknown>;
type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>;

const file = path.join(import.meta.dirname, '../../schema/openapi.json');
export const openApi = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Paths;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { example: Json }> } } }>;
  components: { schemas: Json };
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addFormat('int32', { type: 'number', validate: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31 });
ajv.addFormat('email', true);
ajv.addSchema(closed(openApi) as Json, 'openapi.json');

/** Fails the test if the document does not describe this response of `/v1`, in its status or in any part of its body. */
export function expectToFit(method: string, url: string, { status, headers, body }: Answer): void {
  const { pathname } = new URL(url, 'http://localhost');
  if (!pathname.startsWith('/v1/') || method === 'HEAD' || method === 'OPTIONS') return;
  const operations = openApi.paths[pathname];
  const operation = operations?.[method.toLowerCase()];
  if (!operation) {
    expect(status, `${method} ${pathname} is not in the document`).toBe(operations ? 405 : 404);
    return;
  }
  const validate = validator(pathname, method, status);
  const problems = validate ? (validate(body) ? [] : validate.errors) : [`no answer ${status} is in the document`];
  expect(problems, `${method} ${pathname} ${status} ${JSON.stringify(body)}`).toEqual([]);
  if (status >= 400) return;
  const { headers: documented } = operation.responses[status] as { headers?: Json };
  const isSent = headers.get('cache-control') !== null;
  expect(Object.hasOwn(documented ?? {}, 'Cache-Control'), `${method} ${pathname} Cache-Control`).toBe(isSent);
}

/** Fails the test if the document does not allow this body of a request. */
export function expectRequestToFit(method: string, pathname: string, body: object): void {
  const validate = schemaAt(['paths', pathname, method.toLowerCase(), ...inRequest]);
  const problems = validate ? (validate(body) ? [] : validate.errors) : ['no body is in the document'];
  expect(problems, `${method} ${pathname} ${JSON.stringify(body)}`).toEqual([]);
}

const inRequest = ['requestBody', 'content', 'application/json', 'schema'];

/** Fails the test if the document does not describe this event, in any part of its body. */
export function expectEventToFit(event: Json): void {
  const validate = schemaAt(['webhooks', `${event.type}`, 'post', ...inRequest]);
  const problems = validate ? (validate(event) ? [] : validate.errors) : ['its kind is not in the document'];
  expect(problems, JSON.stringify(event)).toEqual([]);
}

function validator(pathname: string, method: string, status: number): ValidateFunction | undefined {
  const steps = [
    'paths',
    pathname,
    method.toLowerCase(),
    'responses',
    `${status}`,
    'content',
    'application/json',
    'schema',
  ];
  return schemaAt(steps);
}

function schemaAt(steps: readonly string[]): ValidateFunction | undefined {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.getSchema(`openapi.json#/${pointer}`);
}

/** The document allows more keys so that clients work with newer servers; this server sends no others. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  const isRecord = copy.type === 'object' && typeof copy.properties === 'object';
  return isRecord ? { additionalProperties: false, ...copy } : copy;
}
