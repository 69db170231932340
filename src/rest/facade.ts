import type { GraphQLSchema } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import { z } from 'zod';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { readIdempotencyKey } from '#src/domain/idempotency-key.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { readBody } from '#src/graphql/late-body.ts';
import type { RestRequest } from '#src/graphql/rest-request.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import { csvText } from '#src/lib/csv.ts';
import { nearestName } from '#src/lib/nearest-name.ts';
import { prefersStrict, strictApplied } from '#src/lib/network/prefer.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Route } from './routes.ts';
import { sendError } from './wire/error-response.ts';
import { listReader, pageWriter } from './wire/pages.ts';
import { bodyReader, queryReader, type UnknownHandler, unknownHeader, unknownParameters } from './wire/read-input.ts';
import { wireWriter } from './wire/to-wire.ts';
import { type FoundKey, maxUnknownKeys, unknownProblem } from './wire/unknown-keys.ts';

interface FacadeOptions {
  readonly schema: GraphQLSchema;
  /** Creates the context of a request, with its credential resolved. Throws a domain error for an invalid credential. */
  readonly authenticate: (koa: KoaContext) => Promise<GraphQLContext>;
  /** Throws if the credential has ended meanwhile, or its permissions have changed. */
  readonly confirmCaller: (koa: KoaContext, context: GraphQLContext) => Promise<void>;
  /** The public address of the API, for links. */
  readonly baseUrl: string;
  readonly showsStack: boolean;
  /** Logs an unexpected error. */
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

interface Endpoint {
  readonly route: Route;
  readonly operation: Operation;
  readonly readInput: (koa: KoaContext, onUnknown: UnknownHandler) => ReturnType<RestRequest['read']>;
  /** Sets the Link header of a page. */
  readonly paged: ReturnType<typeof pageWriter>;
  /** Converts the field's value to the names and types of `/v1`. */
  readonly toWire: (value: unknown) => unknown;
}

/** The parts of a request that its endpoint does not know. */
interface Unknown {
  parameters: readonly string[];
  keys: readonly FoundKey[];
  /** True if the caller prefers an error to ignoring them. */
  readonly isStrict: boolean;
}

/**
 * The whole of `/v1`: route, credential, the operation of the root field, envelope. The field itself applies limit, scope,
 * input and work (`graphql/field-plugin.ts`), in the order of the contract.
 */
export async function restFacade(options: FacadeOptions): Promise<Middleware> {
  const paths = await endpointsByPath(options.schema, options.baseUrl);
  return async (koa) => {
    // Responses contain personal data. `no-store` alone marks a response that also has a secret, and is not compressed.
    koa.set('Cache-Control', 'private, no-store');
    const methods = paths.get(koa.path);
    const isStrict = prefersStrict(koa.headers);
    const unknown: Unknown = { parameters: [], keys: [], isStrict };
    let endpoint: Endpoint | undefined;
    try {
      if (!methods) throw new DomainError('NOT_FOUND');
      if (koa.method === 'OPTIONS') return allow(koa, methods, 204);
      endpoint = methods.get(koa.method === 'HEAD' ? 'GET' : koa.method);
      if (!endpoint) return refuseMethod(koa, methods, options);
      if (isStrict) koa.set(strictApplied);
      unknown.parameters = unknownInQuery(koa, endpoint.route);
      nameUnknown(koa, unknown);
      const context = await options.authenticate(koa);
      const found = endpoint;
      const confirm = () => options.confirmCaller(koa, context);
      await forWorkspace(context.principal?.workspaceId, () => respond(koa, found, { context, confirm, unknown }));
    } catch (error) {
      refuse(koa, error, { endpoint, unknownKeys: unknown.keys, options });
    }
  };
}

interface Authenticated {
  readonly context: GraphQLContext;
  readonly confirm: () => Promise<void>;
  readonly unknown: Unknown;
}

async function respond(
  koa: KoaContext,
  endpoint: Endpoint,
  { context, confirm, unknown }: Authenticated,
): Promise<void> {
  const { route, operation, toWire } = endpoint;
  const readInput = () =>
    endpoint.readInput(koa, (keys) => {
      unknown.keys = keys;
      nameUnknown(koa, unknown);
    });
  const rest: RestRequest = {
    read: () => (hasBody(route) ? readBody(confirm, readInput) : readInput()),
    refusedNames: () => refusedNames(unknown, route),
    idempotencyKey: () => (route.idempotent ? readIdempotencyKey(koa.req.headers['idempotency-key']) : undefined),
    isReplay: false,
  };
  const { data, errors } = await operation(context, rest);
  const decision = context.rate?.decisions.get(route.field);
  if (decision) koa.set(rateLimitHeaders(decision));
  if (errors) throw errors[0]?.originalError ?? errors[0];
  const value = endpoint.paged(koa, data?.[route.field]);
  const { status, data: resource } = route.respond?.(value) ?? { status: route.status, data: merged(route, value) };
  const wire = toWire(resource);
  if (rest.isReplay) koa.set('Idempotent-Replayed', 'true');
  if (route.hasSecret) koa.set('Cache-Control', 'no-store');
  koa.status = status;
  if (route.csv) koa.vary('Accept');
  if (route.csv && koa.accepts('application/json', 'text/csv') === 'text/csv') {
    koa.type = 'text/csv; charset=utf-8';
    koa.body = csvText(route.csv(wire));
    return;
  }
  koa.type = 'application/json; charset=utf-8';
  koa.body = route.isJsonBytes
    ? bytesOf(wire as Uint8Array)
    : JSON.stringify(route.envelope === 'none' ? wire : { data: wire });
}

/** Wraps the bytes in a Buffer without copying them. */
function bytesOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Unwraps the value, or replaces one of its records by the fields of that record. */
function merged({ merges, unwraps }: Route, value: unknown): unknown {
  if (unwraps !== undefined) return (value as Readonly<Record<string, object>>)[unwraps];
  if (merges === undefined) return value;
  const { [merges]: record, ...others } = value as Readonly<Record<string, object>>;
  return { ...record, ...others };
}

const noParameters = z.object({});

/** GET and DELETE have their input in the query. */
function hasBody({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

function unknownInQuery(koa: KoaContext, { method, input }: Route): string[] {
  if (koa.querystring === '') return [];
  return unknownParameters(koa.querystring, hasBody({ method }) ? noParameters : input);
}

/**
 * The unknown names to refuse: all of them if the caller prefers that, otherwise keys that are probably misspellings of a known
 * one, because their values would be lost.
 */
function refusedNames({ parameters, keys, isStrict }: Unknown, { method, input }: Route): Problem[] {
  const known = hasBody({ method }) ? [] : Object.keys(input.shape);
  const ofQuery = isStrict
    ? parameters.map((name) => unknownProblem({ place: [name], nearest: nearestName(name, known) ?? null }))
    : [];
  return [...ofQuery, ...keys.filter(({ isNearMiss }) => isStrict || isNearMiss).map(unknownProblem)];
}

/** Lists ignored unknown names in a header, so that a misspelt filter or field is noticed. */
function nameUnknown(koa: KoaContext, { parameters, keys }: Unknown): void {
  const header = unknownHeader([...parameters, ...keys.map(({ path }) => path)]);
  if (header !== undefined) koa.set('Unknown-Parameters', header);
}

interface Refused {
  readonly endpoint?: Endpoint | undefined;
  readonly unknownKeys?: readonly FoundKey[];
  readonly options: FacadeOptions;
}

function refuse(koa: KoaContext, error: unknown, { endpoint, unknownKeys, options }: Refused): void {
  sendError(koa, error, {
    ...options,
    method: endpoint?.route.method,
    validationErrors: endpoint?.route.validationErrors,
    scope: endpoint?.route.scope,
    unknownKeys: unknownKeys?.slice(0, maxUnknownKeys).map(({ path, nearest }) => ({ path, nearest })),
  });
}

function refuseMethod(koa: KoaContext, methods: ReadonlyMap<string, Endpoint>, options: FacadeOptions): void {
  allow(koa, methods, 405);
  refuse(koa, new DomainError('METHOD_NOT_ALLOWED'), { options });
}

function allow(koa: KoaContext, methods: ReadonlyMap<string, Endpoint>, status: number): void {
  const names = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  koa.set('Allow', [...names, 'OPTIONS'].join(', '));
  koa.status = status;
}

async function endpointsByPath(schema: GraphQLSchema, baseUrl: string): Promise<Map<string, Map<string, Endpoint>>> {
  const paths = new Map<string, Map<string, Endpoint>>();
  for (const [route, operation] of await operationsOf(schema)) {
    const path = `/v1${route.path}`;
    const methods = paths.get(path) ?? new Map<string, Endpoint>();
    const toWire = route.wire ? wireWriter(route.wire) : (value: unknown) => value;
    const paged = pageWriter(route, baseUrl);
    paths.set(path, methods.set(route.method, { route, operation, readInput: inputReader(route), paged, toWire }));
  }
  return paths;
}

function inputReader(route: Route): Endpoint['readInput'] {
  const { input } = route;
  if (!hasBody(route)) {
    const read = listReader(route, queryReader(input));
    return (koa) => read(koa.querystring);
  }
  const read = bodyReader(route);
  return (koa, onUnknown) => read(koa.req, onUnknown);
}
