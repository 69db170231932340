import type { GraphQLSchema } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import { rateLimitHeaders } from '#src/access/rate-limit/headers.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { validationDetails } from '#src/graphql/validation.ts';
import { type Operation, operationsOf } from './operations.ts';
import { type Route, routesOf } from './routes.ts';
import { queryCoercion } from './wire/coerce-query.ts';
import { readJsonBody } from './wire/read-body.ts';
import { readQuery } from './wire/read-query.ts';
import { sendError } from './wire/send-error.ts';
import { wireWriter } from './wire/to-wire.ts';

export interface FacadeOptions {
  readonly schema: GraphQLSchema;
  /** The context of a request, its credential resolved; throws the domain error of a missing or bad one. */
  readonly authenticate: (koa: KoaContext) => Promise<GraphQLContext>;
  readonly showsStack: boolean;
  /** Performs a request once for its Idempotency-Key. */
  readonly once: Once;
  /** Told what nobody expected, for the log. */
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

export type Once = (
  context: GraphQLContext,
  request: { endpoint: string; key: string; body: object },
  perform: (context: GraphQLContext) => Promise<Reply>,
) => Promise<Reply & { replayed: boolean }>;

interface Endpoint {
  readonly route: Route;
  readonly operation: Operation;
  readonly coerce: ReturnType<typeof queryCoercion>;
  /** Gives the field's value the names and types of `/v1`. */
  readonly toWire: (value: unknown) => unknown;
}

/** All of `/v1`: from a request to the operation of its root field, and back to the contract's envelopes and errors. */
export async function restFacade(options: FacadeOptions): Promise<Middleware> {
  const paths = await endpointsByPath(options.schema);
  return async (koa, next) => {
    if (!koa.path.startsWith('/v1/') && koa.path !== '/v1') return next();
    const methods = paths.get(koa.path);
    let endpoint: Endpoint | undefined;
    try {
      if (!methods) throw new DomainError('NOT_FOUND');
      if (koa.method === 'OPTIONS') return allow(koa, methods, 204);
      endpoint = methods.get(koa.method === 'HEAD' ? 'GET' : koa.method);
      if (!endpoint) return refuseMethod(koa, methods, options);
      await answer(koa, endpoint, options);
    } catch (error) {
      refuse(koa, error, endpoint, options);
    }
  };
}

/** The order of the checks is the contract's: credential, limit, scope, input, work. */
async function answer(koa: KoaContext, endpoint: Endpoint, options: FacadeOptions): Promise<void> {
  const { route, coerce } = endpoint;
  const context = await options.authenticate(koa);
  await drawFromLimit(koa, context, route);
  checkScope(context, route);
  const { input, sent } = await readInput(koa, route, coerce);
  const perform = (given: GraphQLContext) => run(endpoint, given, input);
  const key = route.idempotent ? idempotencyKey(koa) : undefined;
  const reply =
    key === undefined
      ? await perform(context)
      : await options.once(context, { endpoint: `${koa.method} ${koa.path}`, key, body: sent }, perform);
  if ('replayed' in reply && reply.replayed) koa.set('Idempotent-Replayed', 'true');
  koa.status = reply.status;
  koa.type = 'application/json; charset=utf-8';
  koa.body = reply.body;
}

async function run({ route, operation, toWire }: Endpoint, context: GraphQLContext, input: object): Promise<Reply> {
  const result = await operation(context, route.hasInputArgument ? { input } : input);
  if (result.errors) throw result.errors[0]?.originalError ?? result.errors[0];
  const value = result.data?.[route.field];
  const { status, data } = route.respond?.(value) ?? { status: route.status, data: value };
  const told = toWire(data);
  return { status, body: JSON.stringify(route.envelope === 'none' ? told : { data: told }) };
}

/** Node joins repeated headers, so two keys are one that is not sane. */
function idempotencyKey(koa: KoaContext): string | undefined {
  const key = koa.req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw validationError({ 'Idempotency-Key': ['Must be 1 to 255 visible ASCII characters'] });
}

async function drawFromLimit(koa: KoaContext, { gate, rate }: GraphQLContext, route: Route): Promise<void> {
  if (!rate) throw new DomainError('MISSING_API_KEY');
  const decision = await gate.draw(rate, route.field);
  koa.set(rateLimitHeaders(decision));
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
}

function checkScope({ principal }: GraphQLContext, { scope }: Route): void {
  if (principal?.scopes.has(scope)) return;
  throw new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` });
}

/** What was sent, and what of it the endpoint understands. */
async function readInput(
  koa: KoaContext,
  { input, method, greatestBodyBytes }: Route,
  coerce: Endpoint['coerce'],
): Promise<{ input: object; sent: object }> {
  const fromQuery = method === 'GET' || method === 'DELETE';
  const raw = fromQuery ? readQuery(koa.querystring, input.shape) : undefined;
  const sent = raw ? coerce(raw.values) : await readJsonBody(koa.req, greatestBodyBytes);
  const result = input.safeParse(sent);
  const misread = raw?.fieldErrors ?? {};
  if (result.success && Object.keys(misread).length === 0) return { input: result.data, sent };
  const details = validationDetails(result.success ? [] : result.error.issues);
  throw new DomainError('VALIDATION_FAILED', {
    details: { ...details, fieldErrors: { ...details.fieldErrors, ...misread } },
  });
}

function refuse(koa: KoaContext, error: unknown, endpoint: Endpoint | undefined, options: FacadeOptions): void {
  sendError(koa, error, {
    ...options,
    method: endpoint?.route.method,
    validationErrors: endpoint?.route.validationErrors,
  });
}

function refuseMethod(koa: KoaContext, methods: ReadonlyMap<string, Endpoint>, options: FacadeOptions): void {
  allow(koa, methods, 405);
  refuse(koa, new DomainError('METHOD_NOT_ALLOWED'), undefined, options);
}

function allow(koa: KoaContext, methods: ReadonlyMap<string, Endpoint>, status: number): void {
  const names = [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  koa.set('Allow', [...names, 'OPTIONS'].join(', '));
  koa.status = status;
}

async function endpointsByPath(schema: GraphQLSchema): Promise<Map<string, Map<string, Endpoint>>> {
  const paths = new Map<string, Map<string, Endpoint>>();
  for (const [route, operation] of await operationsOf(schema, routesOf(schema))) {
    const path = `/v1${route.path}`;
    const methods = paths.get(path) ?? new Map<string, Endpoint>();
    const toWire = route.wire ? wireWriter(route.wire) : (value: unknown) => value;
    paths.set(path, methods.set(route.method, { route, operation, coerce: queryCoercion(route.input), toWire }));
  }
  return paths;
}
