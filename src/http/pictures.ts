import { createHash } from 'node:crypto';
import type { Context as KoaContext } from 'koa';
import type { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { renderPicture } from '#src/access/picture-rendering.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { DomainError } from '#src/domain/errors.ts';
import { logoPath, maxLogoBytes, maxLogoSide } from '#src/domain/oauth-clients/oauth-client.ts';
import { caller, type GraphQLContext } from '#src/graphql/context.ts';
import { readBody } from '#src/graphql/late-body.ts';
import { contentPolicy, securityHeaders } from '#src/lib/network/headers.ts';
import { readContent } from '#src/lib/network/request-body.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import type { Picture } from '#src/services/image/redraw.ts';
import type { Size } from '#src/services/image/shape.ts';
import { getClientLogo } from '#src/services/oauth-clients/oauth-client-registry.ts';
import { setClientLogo } from '#src/services/oauth-clients/oauth-clients.ts';
import { getPicture, setLogo, setOwnPicture } from '#src/services/pictures.ts';
import type { RequestContexts } from './contexts.ts';
import { cors } from './cors.ts';
import { type Endpoint, inOrder, type Route } from './routes.ts';

interface PicturesOptions extends ServiceContext, RequestContexts {
  readonly appUrl: string;
  readonly arrivalLimits: ArrivalLimits;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

/** A picture that a person uploads or removes. */
interface Upload extends Size {
  readonly path: string;
  readonly steps?: Route['steps'];
  /** The action whose rate limit counts. */
  readonly action: string;
  /** The field of an error. */
  readonly field: 'logo' | 'picture';
  /**
   * Returns the path of the picture below the web app's address, or null if there is none. `render` reads the bytes: nobody's are
   * read who may not store them.
   */
  readonly store: (
    context: CallerContext,
    render: (() => Promise<Picture>) | null,
    id: string,
  ) => Promise<string | null>;
}

const uploads: readonly Upload[] = [
  {
    path: '/oauth-clients/{id}/logo',
    steps: { id: '\\d{1,9}' },
    action: 'oauthClientLogo',
    field: 'logo',
    side: maxLogoSide,
    isSquare: true,
    async store(context, render, id) {
      const { clientId, hasLogo } = await setClientLogo(context, { id: Number(id), render });
      return hasLogo ? logoPath(clientId) : null;
    },
  },
  {
    path: '/workspace/logo',
    action: 'workspaceLogo',
    field: 'logo',
    side: maxLogoSide,
    isSquare: false,
    store: setLogo,
  },
  {
    path: '/account/picture',
    action: 'memberPicture',
    field: 'picture',
    side: 256,
    isSquare: true,
    store: setOwnPicture,
  },
];

/**
 * Serves logos of OAuth clients, logos of workspaces and pictures of members. Uploads are plain bytes, because two megabytes in
 * base64 exceed a GraphQL document.
 */
export function pictures(options: PicturesOptions): Route[] {
  const answer = (endpoint: (koa: KoaContext, ...steps: string[]) => Promise<void>): Endpoint => {
    return (koa, _next, ...steps) => endpoint(koa, ...steps).catch((error: unknown) => options.refuse(koa, error));
  };
  return [
    ...uploads.map((upload) => ({
      path: upload.path,
      ...(upload.steps && { steps: upload.steps }),
      endpoint: inOrder(
        cors(options.appUrl, 'PUT, DELETE'),
        answer((koa, id = '') => change(koa, { upload, id, options })),
      ),
    })),
    {
      path: logoPath('{clientId}'),
      steps: { clientId: '[0-9A-Za-z_-]{1,64}' },
      endpoint: answer((koa, clientId = '') => show(koa, options, () => getClientLogo(options, clientId))),
    },
    {
      path: '/pictures/{workspaceId}/{of}/{version}',
      steps: { workspaceId: '\\d{1,9}', of: 'logo|[1-9]\\d{0,8}', version: '[0-9A-Za-z_-]{1,22}' },
      endpoint: answer((koa, workspaceId, of = '', version) =>
        show(koa, options, async () => {
          const picture = { workspaceId: Number(workspaceId), of: of === 'logo' ? of : Number(of), version } as const;
          return { ...(await getPicture(options, picture)), isLasting: true };
        }),
      ),
    },
  ];
}

interface Changed {
  readonly upload: Upload;
  readonly id: string;
  readonly options: PicturesOptions;
}

async function change(koa: KoaContext, { upload, id, options }: Changed): Promise<void> {
  const { action, field, store, side, isSquare } = upload;
  requireMethod(koa, ['PUT', 'DELETE']);
  const requested = await options.authenticate(koa);
  const context = await limited(koa, requested, action);
  const render = async () => {
    const bytes = await readBody(
      () => options.confirmCaller(koa, requested),
      () => pictureOf(koa, field),
    );
    return renderPicture(context.principal, { bytes, field, side, isSquare });
  };
  const path = await store(context, koa.method === 'PUT' ? render : null, id);
  koa.body = { data: { [`${field}Url`]: path === null ? null : options.appUrl + path } };
}

async function limited(koa: KoaContext, context: GraphQLContext, action: string): Promise<CallerContext> {
  const callerContext = caller(context);
  const decision = context.rate && (await context.gate.consume(context.rate, action));
  if (decision?.allowed === false) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
  if (decision) koa.set(rateLimitHeaders(decision));
  return callerContext;
}

async function pictureOf({ req }: KoaContext, field: string): Promise<Buffer> {
  const content = await readContent(req, maxLogoBytes);
  if (content === 'too large') {
    throw new DomainError('PAYLOAD_TOO_LARGE', { message: `The ${field} must be at most 2 MB` });
  }
  return content === 'broken off' ? Buffer.alloc(0) : content;
}

/** Prevents a picture that is opened in its own tab from running or loading anything. */
const picturePolicy = `${contentPolicy({ 'style-src': "'unsafe-inline'", 'frame-ancestors': "'none'" })}; sandbox`;

interface Shown extends Picture {
  /** True if the address names this version of the picture, so that it always has this content. */
  readonly isLasting?: boolean;
}

async function show(
  koa: KoaContext,
  { arrivalLimits, addressOf }: PicturesOptions,
  read: () => Promise<Shown>,
): Promise<void> {
  requireMethod(koa, ['GET', 'HEAD']);
  arrivalLimits.count('logo', addressOf(koa));
  const { type, content, isLasting = false } = await read();
  koa.set({
    'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'public, no-cache',
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
