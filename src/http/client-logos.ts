import { createHash } from 'node:crypto';
import type { Context as KoaContext } from 'koa';
import type { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { renderLogo } from '#src/access/logo-rendering.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { DomainError } from '#src/domain/errors.ts';
import { logoPath, maxLogoBytes } from '#src/domain/oauth-clients/oauth-client.ts';
import { caller, type GraphQLContext } from '#src/graphql/context.ts';
import { readBody } from '#src/graphql/late-body.ts';
import { contentPolicy, securityHeaders } from '#src/lib/network/headers.ts';
import { readContent } from '#src/lib/network/request-body.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import { getClientLogo } from '#src/services/oauth-clients/oauth-client-registry.ts';
import { setClientLogo } from '#src/services/oauth-clients/oauth-clients.ts';
import type { RequestContexts } from './contexts.ts';
import { cors } from './cors.ts';
import { type Endpoint, inOrder, type Route } from './routes.ts';

interface ClientLogosOptions extends ServiceContext, RequestContexts {
  readonly appUrl: string;
  readonly arrivalLimits: ArrivalLimits;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

/** Serves logos of OAuth clients. Uploads are plain bytes, because two megabytes in base64 exceed a GraphQL document. */
export function clientLogos(options: ClientLogosOptions): Route[] {
  const answer = (endpoint: typeof change): Endpoint => {
    return (koa, _next, id = '') => endpoint(koa, id, options).catch((error: unknown) => options.refuse(koa, error));
  };
  const upload = inOrder(cors(options.appUrl, 'PUT, DELETE'), answer(change));
  return [
    { path: '/oauth-clients/{id}/logo', steps: { id: '\\d{1,9}' }, endpoint: upload },
    { path: logoPath('{clientId}'), steps: { clientId: '[0-9A-Za-z_-]{1,64}' }, endpoint: answer(show) },
  ];
}

/** Lets an owner or admin upload or delete the logo. */
async function change(
  koa: KoaContext,
  id: string,
  { authenticate, confirmCaller, appUrl }: ClientLogosOptions,
): Promise<void> {
  requireMethod(koa, ['PUT', 'DELETE']);
  const requested = await authenticate(koa);
  const context = await limited(koa, requested);
  const picture =
    koa.method === 'PUT'
      ? await readBody(
          () => confirmCaller(koa, requested),
          () => pictureOf(koa),
        )
      : null;
  const render = picture && (() => renderLogo(context.principal, picture));
  const { clientId, hasLogo } = await setClientLogo(context, { id: Number(id), render });
  koa.body = { data: { logoUrl: hasLogo ? appUrl + logoPath(clientId) : null } };
}

async function limited(koa: KoaContext, context: GraphQLContext): Promise<CallerContext> {
  const callerContext = caller(context);
  const decision = context.rate && (await context.gate.consume(context.rate, 'oauthClientLogo'));
  if (decision?.allowed === false) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
  if (decision) koa.set(rateLimitHeaders(decision));
  return callerContext;
}

async function pictureOf({ req }: KoaContext): Promise<Buffer> {
  const content = await readContent(req, maxLogoBytes);
  if (content === 'too large') throw new DomainError('PAYLOAD_TOO_LARGE', { message: 'The logo must be at most 2 MB' });
  return content === 'broken off' ? Buffer.alloc(0) : content;
}

/** Prevents a logo that is opened in its own tab from running or loading anything. */
const picturePolicy = `${contentPolicy({ 'style-src': "'unsafe-inline'", 'frame-ancestors': "'none'" })}; sandbox`;

async function show(koa: KoaContext, clientId: string, context: ClientLogosOptions): Promise<void> {
  requireMethod(koa, ['GET', 'HEAD']);
  context.arrivalLimits.count('logo', context.addressOf(koa));
  const { type, content } = await getClientLogo(context, clientId);
  koa.set({
    'Cache-Control': 'public, no-cache',
    'Content-Security-Policy': picturePolicy,
    ...securityHeaders.picture,
    ETag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  });
  koa.status = 200;
  if (koa.fresh) {
    koa.status = 304;
    return;
  }
  koa.set('Content-Type', type);
  koa.body = content;
}

function requireMethod(koa: KoaContext, methods: readonly string[]): void {
  if (methods.includes(koa.method)) return;
  koa.set('Allow', methods.join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED');
}
