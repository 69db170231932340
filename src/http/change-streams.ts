import type { Context as KoaContext } from 'koa';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { DomainError } from '#src/domain/errors.ts';
import { changedRecords } from '#src/domain/webhooks/changed-records.ts';
import type { Caller, GraphQLContext } from '#src/graphql/context.ts';
import type { ChangeFeed } from '#src/services/webhooks/change-feed.ts';
import type { RequestContexts } from './contexts.ts';
import type { Drain } from './drain.ts';
import { EventStream } from './event-stream.ts';
import { requireNamedWorkspace } from './named-workspace.ts';
import { OpenStreams } from './open-streams.ts';
import type { Route } from './routes.ts';

interface ChangeStreamsOptions extends Pick<RequestContexts, 'authenticate' | 'confirmCaller'> {
  readonly changes: ChangeFeed;
  readonly drain: Drain;
  readonly refuse: (koa: KoaContext, error: unknown) => void;
}

/**
 * The most streams of a session, and of a person in a workspace, on one node. A browser without HTTP/2 opens six connections to
 * a server, so the tabs of a session leave some for their requests.
 */
const maxStreams = { session: 4, person: 20 } as const;

/** How soon a stream ends after its session has ended, was switched to another workspace, or its member has another role. */
const checkMs = 5_000;
/** Proxies commonly end a response that is silent for 30 or 60 seconds. */
const heartbeatMs = 15_000;
/** The oldest page that a new stream reports the earlier changes of. */
const maxAgeSeconds = 60;

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // `no-transform` keeps proxies from compressing, and so from buffering.
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * `/changes`: says to the pages of a session which types of records change in its workspace, as server-sent events. It names no
 * record, so a page reads again what it shows, with the permissions of the viewer. Pages read it with `fetch`, because an
 * EventSource cannot send the header that makes the session cookie count.
 */
export function changeStreams(options: ChangeStreamsOptions): Route[] {
  const open = new OpenStreams<EventStream>([maxStreams.session, maxStreams.person], (stream) => {
    stream.send({ ended: 'replaced' });
    stream.end();
  });
  // Otherwise each open page would delay the end of the process.
  options.drain.onBegin(() => open.endAll());
  return [
    {
      path: '/changes',
      endpoint: async (koa) => {
        try {
          await respond(koa, options, open);
        } catch (error) {
          options.refuse(koa, error);
        }
      },
    },
  ];
}

async function respond(koa: KoaContext, options: ChangeStreamsOptions, open: OpenStreams<EventStream>): Promise<void> {
  if (koa.method !== 'GET') {
    koa.set('Allow', 'GET');
    throw new DomainError('METHOD_NOT_ALLOWED');
  }
  const age = ageOf(koa);
  const context = requirePage(koa, await options.authenticate(koa));
  requireNamedWorkspace(koa, context);
  await consume(koa, context);
  if (options.drain.isOn) throw new DomainError('UNAVAILABLE');
  const { workspaceId, userId, scopes } = context.principal;
  const stream = new EventStream();
  const endListening = await options.changes.listen(
    workspaceId,
    (kinds) => {
      const changed = changedRecords(scopes, kinds);
      if (changed.length > 0) stream.send({ changed });
    },
    age,
  );
  // The client may have gone meanwhile, and the drain may have begun.
  if (koa.res.destroyed || options.drain.isOn) {
    endListening();
    throw new DomainError('UNAVAILABLE');
  }
  const remove = open.add(stream, [context.sessionToken ?? '', `${workspaceId}/${userId}`]);
  const endChecking = checkRegularly(stream, () => options.confirmCaller(koa, context));
  stream.once('close', () => {
    endListening();
    endChecking();
    remove();
  });
  stream.comment('open');
  koa.status = 200;
  koa.set(headers);
  koa.body = stream;
}

/** Seconds since the page was read, of which it has not heard the changes yet. */
function ageOf(koa: KoaContext): number {
  const age = Number(koa.query.age ?? 0);
  return age >= 0 ? Math.min(age, maxAgeSeconds) : 0;
}

/** Only pages of the web application have streams: programs get webhooks. */
function requirePage(koa: KoaContext, context: GraphQLContext): Caller {
  const { principal } = context;
  if (!principal) throw new DomainError('MISSING_API_KEY');
  if (koa.req.headers.authorization !== undefined)
    throw new DomainError('FORBIDDEN', { message: 'Only a signed-in session may do this' });
  return context as Caller;
}

async function consume(koa: KoaContext, { gate, rate }: GraphQLContext): Promise<void> {
  const decision = rate && (await gate.consumeInBucket(rate, 'changes'));
  if (!decision) return;
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
  koa.set(rateLimitHeaders(decision));
}

/** Ends the stream once its caller is refused, or has other permissions. A page whose session goes on opens another one. */
function checkRegularly(stream: EventStream, confirm: () => Promise<void>): () => void {
  let silentMs = 0;
  const timer = setInterval(() => {
    silentMs += checkMs;
    if (silentMs >= heartbeatMs) {
      silentMs = 0;
      stream.comment('alive');
    }
    confirm().catch(() => stream.end());
  }, checkMs);
  return () => clearInterval(timer);
}
