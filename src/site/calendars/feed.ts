import type { Context as KoaContext } from 'koa';
import type { InviteeLimits } from '#src/access/invitee-limits.ts';
import { readOnly } from '#src/http/read-only.ts';
import type { Endpoint, Route } from '#src/http/routes.ts';
import { securityHeaders } from '#src/lib/network/headers.ts';
import { readCalendarFeed } from '#src/services/calendars/feeds.ts';
import type { ClosedDemos } from '#src/services/closed-demos.ts';
import type { ServiceContext } from '#src/services/context.ts';

interface FeedsContext extends ServiceContext {
  readonly baseUrl: string;
  readonly closedDemos: ClosedDemos;
  readonly inviteeLimits: InviteeLimits;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

const maxSecretLength = 200;

/** Feeds of calls for calendar programs. The URL is the credential: nothing else is checked. */
export function calendarFeeds(context: FeedsContext): Route[] {
  const answer = readOnly((koa, secret = '') =>
    send(koa, context, secret).catch((error: unknown) => context.refuse(koa, error)),
  );
  const endpoint: Endpoint = (koa, next, secret = '') =>
    secret.length > maxSecretLength ? next() : answer(koa, next, secret);
  return [{ path: '/calendar/{secret}.ics', endpoint }];
}

async function send(koa: KoaContext, context: FeedsContext, secret: string): Promise<void> {
  const { inviteeLimits, addressOf } = context;
  const about = { address: addressOf(koa), event: secret };
  const { text, hash, changedAt } = await inviteeLimits.run('read', about, () => readCalendarFeed(context, secret));
  koa.set({
    ...securityHeaders.file,
    'Referrer-Policy': 'no-referrer',
    // Subscribers store the entries and revalidate by `ETag`. Shared caches must not store personal calendars.
    'Cache-Control': 'private, no-store',
    'Content-Disposition': 'inline; filename="calls.ics"',
    ETag: `"${hash.toString('base64url').slice(0, 22)}"`,
    'Last-Modified': changedAt.toUTCString(),
  });
  koa.status = 200;
  if (koa.fresh) {
    koa.status = 304;
    return;
  }
  koa.set('Content-Type', 'text/calendar; charset=utf-8');
  koa.body = text();
}
