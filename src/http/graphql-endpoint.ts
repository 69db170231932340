import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import type { Context as KoaContext, Middleware } from 'koa';
import { challenge, sentToken } from '#src/access/authenticate.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import type { RequestRate } from '#src/access/rate-limit/gate.ts';
import { bodyError, DomainError } from '#src/domain/errors.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { isUnexpected, toGraphQLError } from '#src/graphql/errors.ts';
import { readBody } from '#src/graphql/late-body.ts';
import type { GraphQLServer } from '#src/graphql/server.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import { readJsonText } from '#src/lib/network/request-body.ts';
import type { RequestContexts } from './contexts.ts';
import { requireNamedWorkspace } from './named-workspace.ts';

interface GraphQLEndpointOptions extends RequestContexts {
  readonly server: GraphQLServer;
  /** GraphiQL. */
  readonly page: Middleware;
  readonly showsStack: boolean;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/** `/graphql`: GraphiQL for a browser that requests a page, GraphQL over HTTP for everything else. */
export function graphqlEndpoint(options: GraphQLEndpointOptions): Middleware {
  return async (koa, next) => {
    if (acceptsPage(koa)) return options.page(koa, next);
    const type = responseTypeFor(koa.req.headers.accept);
    try {
      await respond(koa, options, type);
    } catch (error) {
      refuse(koa, error, options, type);
    }
    if (koa.status === 429 && !koa.state.principal) await holdRefused();
  };
}

/** Returns true if a browser requests a page. Its URL may have a query, which a link passes to GraphiQL. */
function acceptsPage(koa: KoaContext): boolean {
  return koa.method === 'GET' && koa.accepts('json', 'html') === 'html';
}

/** Responds to a request. It is not executed if its client accepts no possible response. */
async function respond(
  koa: KoaContext,
  options: GraphQLEndpointOptions,
  type: ResponseType | undefined,
): Promise<void> {
  const { method } = koa;
  if (method !== 'GET' && method !== 'POST') {
    koa.set('Allow', 'GET, POST');
    throw new DomainError('METHOD_NOT_ALLOWED');
  }
  if (!type) throw new DomainError('NOT_ACCEPTABLE');
  const context = await options.authenticate(koa);
  koa.state.operation = context.operation = { rootFields: [] };
  requireNamedWorkspace(koa, context);
  if (!context.principal) context.arrivalLimits.count('document', context.address);
  const header = koa.req.headers['idempotency-key'];
  if (method === 'POST' && header !== undefined) context.idempotency = { header };
  const params = await readBody(
    () => options.confirmCaller(koa, context),
    () => readParams(koa),
  ).catch(async (error) => {
    await consumeForDocument(context);
    throw error;
  });
  const onError = (error: unknown) => options.onError(error, koa);
  const execute = () => options.server({ method, params, context, onError });
  const result = await forWorkspace(context.principal?.workspaceId, execute);
  if (context.rate?.decisions.size === 0 && isWithinBudget(context.rate)) await consumeForDocument(context);
  send(koa, result, type);
  koa.set('Cache-Control', 'private, no-store');
  if (context.idempotency?.replayed) koa.set('Idempotent-Replayed', 'true');
  if (koa.status === 401) koa.set(challengeOf(result, koa.get('authorization')));
  if (context.rate) koa.set(tightest(context.rate));
}

/** Delays refusals for anonymous callers, so that they send fewer requests. */
function holdRefused(): Promise<void> {
  return pause(100 * (1 + Math.random()));
}

/** Returns the challenge of a response, with the scopes of all its fields; each error has its own. */
function challengeOf({ errors = [] }: ExecutionResult, authorization: string): Record<string, string> {
  const scopes = errors.map(({ extensions }) => extensions.scope).filter((scope) => typeof scope === 'string');
  const scope = [...new Set(scopes)].join(' ');
  return scope === ''
    ? {}
    : challenge(new DomainError('MISSING_API_KEY', { scope }), { sentToken: sentToken(authorization) });
}

/** Rate-limits a request that executes no root field, because it was still read, parsed or validated. */
async function consumeForDocument({ gate, rate, address }: GraphQLContext): Promise<void> {
  const decision = rate ? await gate.consume(rate, 'document') : await gate.consumeAnonymous(address);
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
}

function isWithinBudget({ documentCost }: RequestRate): boolean {
  return documentCost?.allowed !== false;
}

/** Returns the headers of the window with the fewest remaining points, of all windows that the document consumed from. */
function tightest({ decisions }: RequestRate): Record<string, string> {
  const [first] = [...decisions.values()].sort((one, other) => one.remaining - other.remaining);
  return first ? rateLimitHeaders(first) : {};
}

/** Responds, in the format of GraphQL, with an error from before the execution of a document. */
function refuse(koa: KoaContext, error: unknown, options: GraphQLEndpointOptions, type?: ResponseType): void {
  if (isUnexpected(error)) options.onError(error, koa);
  send(koa, { errors: [toGraphQLError(error, options.showsStack)] }, type ?? 'application/json');
  // A credential that was sent is invalid here. For a missing one, the fields report errors.
  if (error instanceof DomainError) koa.set(challenge(error, { sentToken: true }));
}

/** Sends a result. Yoga determines its status, headers and text. */
function send(koa: KoaContext, result: ExecutionResult, type: ResponseType): void {
  koa.state.error = result.errors?.[0];
  const { body, init } = processRegularResult(result, plainResponses, type) as unknown as PlainResponse;
  koa.status = init.status;
  koa.set(init.headers);
  koa.body = body;
}

interface PlainResponse {
  readonly body: string;
  readonly init: { readonly status: number; readonly headers: Record<string, string> };
}

/** A constructor for yoga that captures the arguments of a response, which Koa sends. */
function Response(body: string, init: PlainResponse['init']): PlainResponse {
  return { body, init };
}

const plainResponses = { Response } as unknown as Parameters<typeof processRegularResult>[1];

const maxBodyBytes = 1024 * 1024;

/** Reads the unvalidated parameters of a request, from the query of a GET or the JSON of a POST. */
async function readParams(koa: KoaContext): Promise<unknown> {
  return koa.method === 'GET' ? paramsOfQuery(koa.querystring) : paramsOfBody(koa.req);
}

function paramsOfQuery(querystring: string): object {
  const search = new URLSearchParams(querystring);
  const json = (name: string) => {
    const text = search.get(name);
    return text ? parsed(text, 'variables and extensions must be JSON') : undefined;
  };
  return {
    query: search.get('query') || undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

/** Accepts only JSON, because a page of another origin can post a form without a preflight. */
async function paramsOfBody(request: IncomingMessage): Promise<unknown> {
  const text = await readJsonText(request, maxBodyBytes);
  if (typeof text === 'string') return parsed(text, 'Request body must be valid JSON');
  throw bodyError(text.problem);
}

function parsed(json: string, message: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
  }
}

/** In order of preference, for clients that accept both equally. */
const responseTypes = ['application/json', 'application/graphql-response+json'] as const;

type ResponseType = (typeof responseTypes)[number];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The media type of a response to a request with this `Accept`: the type of GraphQL over HTTP with the highest quality,
 * or the first of them if they are equal. Undefined if the client accepts neither.
 */
export function responseTypeFor(accept: string | undefined): ResponseType | undefined {
  if (accept === undefined || accept === '' || accept === '*/*') return responseTypes[0];
  const ranges = accept.split(',').flatMap(rangeIn);
  const [best] = responseTypes
    .map((type) => ({ type, index: indexOfRange(ranges, type) }))
    .map(({ type, index }) => ({ type, index, quality: ranges[index]?.quality ?? 0 }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.index - other.index);
  return best?.type;
}

/** Parses a media range. Responses are UTF-8: a range with another charset matches nothing. */
function rangeIn(text: string): Range[] {
  const [type = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const values = new Map(parameters.map((part) => [part.split('=')[0]?.trim(), part.split('=')[1]?.trim()]));
  const charset = values.get('charset');
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) return [];
  const quality = Number(values.get('q') ?? 1);
  return [{ type, quality: Number.isNaN(quality) ? 0 : quality }];
}

/** The index of the most specific range that matches the type. */
function indexOfRange(ranges: readonly Range[], type: ResponseType): number {
  const bySpecificity = [type, 'application/*', '*/*'];
  const index = bySpecificity
    .map((each) => ranges.findIndex((range) => range.type === each))
    .find((found) => found !== -1);
  return index ?? -1;
}
