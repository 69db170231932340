import { createHash } from 'node:crypto';
import type { Context as KoaContext } from 'koa';
import { LRUCache } from 'lru-cache';
import type { InviteeLimits } from '#src/access/invitee-limits.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import { bookingPath, previewPath, qrCodePath } from '#src/domain/events/booking-addresses.ts';
import { readOnly } from '#src/http/read-only.ts';
import type { Route } from '#src/http/routes.ts';
import { contentPolicy, securityHeaders } from '#src/lib/network/headers.ts';
import type { InviteeContext } from '#src/services/event-calls/invitee-bookings.ts';
import { getSharedEvent } from '#src/services/events/shared-events.ts';
import { drawPicture } from '#src/services/image/draw-picture.ts';
import { logoDataUrl } from '#src/services/pictures.ts';
import { previewPicture } from './preview-picture.ts';
import { qrCode } from './qr-code.ts';

interface SharingContext extends InviteeContext {
  readonly appUrl: string;
  readonly inviteeLimits: InviteeLimits;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

interface SharedFile {
  readonly type: string;
  /** The file depends only on this drawing. */
  readonly svg: string;
  readonly content: () => Promise<Buffer | string>;
}

/** Creates the file of a live event; throws EVENT_NOT_FOUND for any other. */
type MakeFile = (linkPrefix: string) => Promise<SharedFile>;

/** The files that present a link to a live event: a preview picture, and the link as a QR code. */
export function sharingFiles(context: SharingContext): Route[] {
  const file = (pathOf: typeof previewPath, make: MakeFile): Route => ({
    path: pathOf('{username}/{event}'),
    steps: { username: '[a-z0-9-]{1,64}', event: '[a-z0-9-]{1,253}' },
    endpoint: readOnly((koa, ...steps) => answer(koa, context, { linkPrefix: steps.join('/'), make })),
  });
  return [file(previewPath, previewOf(context)), file(qrCodePath, qrCodeOf(context))];
}

function previewOf(context: SharingContext): MakeFile {
  const pictures = drawnPictures();
  return async (linkPrefix) => {
    const { workspaceId, event } = await getSharedEvent(context, linkPrefix);
    const svg = previewPicture(event, await logoDataUrl(context, workspaceId));
    return { type: 'image/png', svg, content: () => pictures.forceFetch(svg, { context: workspaceId }) };
  };
}

/** Caches pictures by their SVG. Concurrent requests share one rendering; errors are not cached. */
function drawnPictures(): LRUCache<string, Buffer, number> {
  return new LRUCache({
    max: 200,
    maxSize: 16 * 2 ** 20,
    sizeCalculation: (picture, svg) => picture.length + svg.length,
    fetchMethod: (svg, _stale, { context: workspaceId }) => drawPicture(workspaceId, svg),
    // A picture that was evicted while it was rendered is still returned.
    ignoreFetchAbort: true,
  });
}

function qrCodeOf(context: SharingContext): MakeFile {
  return async (linkPrefix) => {
    await getSharedEvent(context, linkPrefix);
    const svg = qrCode(context.appUrl + bookingPath(linkPrefix));
    return { type: 'image/svg+xml', svg, content: async () => svg };
  };
}

interface RequestedFile {
  readonly linkPrefix: string;
  readonly make: MakeFile;
}

async function answer(
  koa: KoaContext,
  { inviteeLimits, addressOf, refuse }: SharingContext,
  { linkPrefix, make }: RequestedFile,
): Promise<void> {
  const source = { address: addressOf(koa), event: linkPrefix };
  try {
    await inviteeLimits.run('read', source, async () => send(koa, await make(linkPrefix)));
  } catch (error) {
    koa.remove('ETag');
    if (domainErrorOf(error)?.code === 'EVENT_NOT_FOUND') refuseUnknown(koa);
    else refuse(koa, error);
  }
}

/** A file opened in its own tab must not run or load anything. */
const policy = `${contentPolicy({ 'frame-ancestors': "'none'" })}; sandbox`;

async function send(koa: KoaContext, { type, svg, content }: SharedFile): Promise<void> {
  koa.status = 200;
  koa.set('ETag', tagOf(svg));
  const body = koa.fresh ? undefined : await content();
  koa.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Security-Policy': policy, ...securityHeaders.picture });
  if (body === undefined) {
    koa.status = 304;
    return;
  }
  koa.set('Content-Type', type);
  koa.body = body;
}

/** A weak ETag, because another version of the renderer may produce other bytes. */
function tagOf(svg: string): string {
  return `W/"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`;
}

/** The response is the same for a closed event and for one that never existed. */
function refuseUnknown(koa: KoaContext): void {
  koa.set({ 'Cache-Control': 'no-cache', ...securityHeaders.picture });
  koa.status = 404;
  koa.set('Content-Type', 'text/plain; charset=utf-8');
  koa.body = 'There is no event at this address.\n';
}
