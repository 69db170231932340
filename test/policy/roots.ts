import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import type { Answer, Body, TestApp } from '../support/app.ts';
import { bearer } from '../support/app.ts';
import { restRequest } from '../support/lists.ts';
import { nodesAt } from '../support/relations.ts';
import { documentOf } from '../support/root-fields/documents.ts';
import { type lists, mutationFields, queryFields } from '../support/root-fields/registry.ts';
import { storage } from './records.ts';

export { lists, mutationFields, queryFields, singles, writes } from '../support/root-fields/registry.ts';

/** The result of a root field: the keys of its records, or its refusal. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly keys: readonly unknown[];
}

/** Reads a root field by GraphQL, and by `/v1` where it is an endpoint. */
export async function read(
  app: TestApp,
  token: string,
  name: string,
  { record, paths, args = {} }: Pick<(typeof lists)[string], 'record' | 'paths' | 'args'>,
): Promise<Outcome[]> {
  const [, key] = storage[record].key;
  const selection = paths.map((path) => path.reduceRight((inner, step) => `${step} { ${inner} }`, key)).join(' ');
  const { document, variables } = documentOf(name, args, selection);
  const keysIn = (value: Body) => paths.flatMap((path) => nodesAt(value, ...path)).map((node) => node[key]);
  const outcomes = [graphqlOutcome(await app.graphql(document, token, variables), (data) => keysIn(data[name]))];
  const endpoint = queryFields[name] && endpointOf(queryFields[name]);
  if (!endpoint) return outcomes;
  const { path, ...request } = restRequest(endpoint.method, `/v1${endpoint.path}`, args);
  const response = await app.request(path, { ...request, headers: { ...bearer(token), ...request.headers } });
  return [...outcomes, restOutcome(response, (body) => keysIn(endpoint.envelope === 'data' ? body.data : body))];
}

/** Runs a mutation by GraphQL and, with another input, by `/v1`; `transport` limits it to one. Those that are no endpoint have only GraphQL. */
export async function write(
  app: TestApp,
  token: string,
  name: string,
  input: () => Promise<object>,
  transport?: 'graphql' | 'rest',
): Promise<Outcome[]> {
  const noKeys = () => [];
  const endpoint = mutationFields[name] && endpointOf(mutationFields[name]);
  const outcomes: Outcome[] = [];
  if (!endpoint || transport !== 'rest') {
    const { document, variables } = documentOf(name, { input: await input() }, '__typename');
    outcomes.push(graphqlOutcome(await app.graphql(document, token, variables), noKeys));
  }
  if (endpoint && transport !== 'graphql') {
    const request = restRequest(endpoint.method, `/v1${endpoint.path}`, await input());
    const headers = { ...bearer(token), ...request.headers };
    outcomes.push(restOutcome(await app.request(request.path, { ...request, headers }), noKeys));
  }
  return outcomes;
}

function graphqlOutcome({ status, body }: Answer, keysIn: (data: Body) => unknown[]): Outcome {
  if (!body.errors) return { status, keys: keysIn(body.data).sort() };
  const [{ message, extensions }] = body.errors;
  return { status, code: extensions.code, message, keys: [] };
}

function restOutcome({ status, body }: Answer, keysIn: (body: Body) => unknown[]): Outcome {
  if (status < 300) return { status, keys: keysIn(body).sort() };
  return { status, code: body.code, message: body.message, keys: [] };
}
