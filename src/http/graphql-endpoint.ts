import type { ExecutionResult } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import type { Context as KoaContext, Middleware } from 'koa';
import { challenge } from '#src/access/authenticate.ts';
import type { RequestRate } from '#src/access/rate-limit/gate.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/limiter.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { isUnexpected, toGraphQLError } from '#src/graphql/errors.ts';
import { explorerPage } from '#src/graphql/explorer.ts';
import type { GraphQLServer } from '#src/graphql/server.ts';
import { type AnswerType, answerTypeFor } from './answer-type.ts';
import { readParams } from './graphql-request.ts';

export interface GraphQLEndpointOptions {
  readonly server: GraphQLServer;
  readonly authenticate: (koa: KoaContext) => Promise<GraphQLContext>;
  readonly showsStack: boolean;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

/** `/graphql`: GraphiQL for a browser that asks for a page, GraphQL over HTTP for everything else. */
export function graphqlEndpoint(options: GraphQLEndpointOptions): Middleware {
  return async (koa, next) => {
    if (koa.path !== '/graphql') return next();
    if (wantsPage(koa)) return sendPage(koa);
    const type = answerTypeFor(koa.req.headers.accept);
    try {
      await answer(koa, options, type);
    } catch (error) {
      refuse(koa, error, options, type);
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

/** Nothing is executed whose answer could not be given. */
async function answer(koa: KoaContext, options: GraphQLEndpointOptions, type: AnswerType | undefined): Promise<void> {
  const { method } = koa;
  if (method !== 'GET' && method !== 'POST') {
    koa.set('Allow', 'GET, POST');
    throw new DomainError('METHOD_NOT_ALLOWED');
  }
  if (!type) throw new DomainError('NOT_ACCEPTABLE');
  const context = await options.authenticate(koa);
  const params = await readParams(koa).catch(async (error) => {
    await drawForDocument(context);
    throw error;
  });
  const onError = (error: unknown) => options.onError(error, koa);
  const result = await options.server({ method, params, context, onError });
  if (context.rate?.decisions.size === 0) await drawForDocument(context);
  send(koa, result, type);
  if (context.rate) koa.set(tightest(context.rate));
}

/** What comes to no root field is limited as well: it has been read, parsed or looked up in the schema all the same. */
async function drawForDocument({ gate, rate, address }: GraphQLContext): Promise<void> {
  const decision = rate ? await gate.consume(rate, 'document') : await gate.consumeAnonymous(address);
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
}

/** The headers of the window with the least room, of all that the document drew from. */
function tightest({ decisions }: RequestRate): Record<string, string> {
  if (decisions.size === 0) return {};
  const [first] = [...decisions.values()].sort((one, other) => one.remaining - other.remaining);
  return first ? rateLimitHeaders(first) : {};
}

/** What goes wrong before there is a document to execute, in GraphQL's own form. */
function refuse(koa: KoaContext, error: unknown, options: GraphQLEndpointOptions, type?: AnswerType): void {
  if (isUnexpected(error)) options.onError(error, koa);
  send(koa, { errors: [toGraphQLError(error, options.showsStack)] }, type ?? 'application/json');
  // Only what was sent can be wrong here; what is missing is found out field by field.
  if (error instanceof DomainError) koa.set(challenge(error, true));
}

/** Status, headers and text are those that yoga gives a result. */
function send(koa: KoaContext, result: ExecutionResult, type: AnswerType): void {
  const { body, init } = processRegularResult(result, plainResponses, type) as unknown as PlainResponse;
  koa.status = init.status;
  koa.set(init.headers);
  koa.body = body;
}

/** What a Response is made of. */
class PlainResponse {
  readonly body: string;
  readonly init: { readonly status: number; readonly headers: Record<string, string> };

  constructor(body: string, init: PlainResponse['init']) {
    this.body = body;
    this.init = init;
  }
}

const plainResponses = { Response: PlainResponse } as unknown as Parameters<typeof processRegularResult>[1];
