import type { IncomingMessage } from 'node:http';
import type { GraphQLFormattedError } from 'graphql';
import type { Context as KoaContext, Middleware } from 'koa';
import type { RequestRate } from '#src/access/rate-limit/gate.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/headers.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { isUnexpected, toGraphQLError } from '#src/graphql/errors.ts';
import { explorerPage } from '#src/graphql/explorer.ts';
import type { GraphQLServer } from '#src/graphql/server.ts';
import { readText } from '#src/lib/request-body.ts';

export interface GraphQLEndpointOptions {
  readonly server: GraphQLServer;
  readonly authenticate: (koa: KoaContext) => Promise<GraphQLContext>;
  readonly showsStack: boolean;
  readonly onError: (error: unknown) => void;
}

const greatestBodyBytes = 1024 * 1024;
const json = { 'content-type': 'application/json' };

/** `/graphql`: GraphiQL for a browser that asks for a page, GraphQL over HTTP for everything else. */
export function graphqlEndpoint(options: GraphQLEndpointOptions): Middleware {
  return async (koa, next) => {
    if (koa.path !== '/graphql') return next();
    if (wantsPage(koa)) return sendPage(koa);
    try {
      const body = await readBody(koa.req);
      const context = await options.authenticate(koa);
      await execute(koa, context, options.server, body);
    } catch (error) {
      refuse(koa, error, options);
    }
  };
}

function wantsPage(koa: KoaContext): boolean {
  return koa.method === 'GET' && koa.querystring === '' && koa.accepts('json', 'html') === 'html';
}

async function sendPage(koa: KoaContext): Promise<void> {
  koa.set({
    'Content-Encoding': 'gzip',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; font-src data:; img-src data:; connect-src 'self'; worker-src blob:; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
  });
  koa.type = 'text/html; charset=utf-8';
  koa.body = await explorerPage();
}

/** JSON only: a form that a foreign page posts must never run anything. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined;
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const text = await readText(request, greatestBodyBytes);
  if (typeof text === 'string') return text;
  if (text.problem === 'too large') throw new DomainError('PAYLOAD_TOO_LARGE');
  throw validationError({}, [
    text.problem === 'not UTF-8' ? 'Request body must be UTF-8' : 'Request body must be whole',
  ]);
}

async function execute(koa: KoaContext, context: GraphQLContext, server: GraphQLServer, body?: string): Promise<void> {
  const { method, headers } = koa.req as { method: string; headers: Record<string, string> };
  // The type is known to be JSON by now, in whatever case it was written.
  const request = body === undefined ? { method, headers } : { method, headers: { ...headers, ...json }, body };
  const response = await server.fetch(`http://localhost/graphql${koa.search}`, request, { graphql: context });
  koa.status = response.status;
  response.headers.forEach((value, name) => {
    koa.set(name, value);
  });
  if (context.rate) koa.set(tightest(context.rate));
  koa.body = await response.text();
}

/** The headers of the window with the least room, of all that the document drew from. */
function tightest({ decisions }: RequestRate): Record<string, string> {
  const [first] = [...decisions.values()].sort((one, other) => one.remaining - other.remaining);
  return first ? rateLimitHeaders(first) : {};
}

/** What goes wrong before there is a document to execute, in GraphQL's own form. */
function refuse(koa: KoaContext, error: unknown, { onError, showsStack }: GraphQLEndpointOptions): void {
  if (isUnexpected(error)) onError(error);
  const { http, ...extensions } = toGraphQLError(error, showsStack).extensions as {
    http?: { status?: number; headers?: Record<string, string> };
  };
  const message = toGraphQLError(error, showsStack).message;
  const told: GraphQLFormattedError = { message, extensions };
  koa.set(http?.headers ?? {});
  // Only what was sent can be wrong here; what is missing is found out field by field.
  if (http?.status === 401) koa.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  koa.status = http?.status ?? 500;
  koa.type = 'application/json; charset=utf-8';
  koa.body = JSON.stringify({ errors: [told] });
}
