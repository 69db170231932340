import type { Context as KoaContext, Middleware } from 'koa';
import { z } from 'zod';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { domainErrorOf, retryHeaders } from '#src/domain/errors.ts';
import { readJsonText } from '#src/lib/network/request-body.ts';
import { wakeConnection } from '#src/services/calendars/push.ts';
import type { PagesContext } from '../context.ts';

/** Microsoft sends many changes in one request, each with less than a kilobyte. */
const maxBodyBytes = 256 * 1024;
const maxValidationLength = 2_048;
/** The maximum number of connections in one request. */
const maxTokens = 100;

const changes = z.object({ value: z.array(z.object({ clientState: z.string().optional() })) });

/**
 * `/calendars/push/google`: Google reports a change of a calendar. Only the token is trusted, which this server issued to
 * Google for one connection.
 */
export function googlePush(context: PagesContext): Middleware {
  return received(context, async (koa) => {
    const token = koa.get('X-Goog-Channel-Token');
    // The first message of a channel only reports its start.
    if (koa.get('X-Goog-Resource-State') === 'sync')
      return context.calendars.pushTokens.read(token) === undefined ? 404 : 202;
    return (await wakeConnection(context, token)) ? 202 : 404;
  });
}

/** `/calendars/push/microsoft`: likewise for Microsoft, which first expects its validation token back. */
export function microsoftPush(context: PagesContext): Middleware {
  return received(context, async (koa) => {
    const validation = new URLSearchParams(koa.querystring).get('validationToken');
    if (validation !== null) return sendValidation(koa, validation);
    const text = await readJsonText(koa.req, maxBodyBytes);
    if (typeof text !== 'string') return text.problem === 'too large' ? 413 : 400;
    const tokens = tokensIn(text);
    if (!tokens) return 400;
    const woken = await Promise.all(tokens.map((token) => wakeConnection(context, token)));
    return woken.includes(true) ? 202 : 404;
  });
}

function tokensIn(text: string): string[] | undefined {
  try {
    const { value } = changes.parse(JSON.parse(text));
    return [...new Set(value.flatMap(({ clientState }) => clientState ?? []))].slice(0, maxTokens);
  } catch {
    return undefined;
  }
}

/** Plain text that no browser renders as a page, because anyone can trigger it. */
function sendValidation(koa: KoaContext, token: string): number {
  if (token.length > maxValidationLength) return 400;
  koa.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" });
  koa.set('Content-Type', 'text/plain; charset=utf-8');
  koa.body = token;
  return 200;
}

/** Responds with only a status. */
function received(context: PagesContext, receive: (koa: KoaContext) => Promise<number>): Middleware {
  return async (koa) => {
    koa.set('Cache-Control', 'no-store');
    koa.status = koa.method === 'POST' ? await statusOf(koa, context, receive) : 405;
    if (koa.status === 405) koa.set('Allow', 'POST');
    // Prevents Koa from writing the status text.
    koa.body ??= '';
  };
}

async function statusOf(
  koa: KoaContext,
  { arrivalLimits, addressOf, onError }: PagesContext,
  receive: (koa: KoaContext) => Promise<number>,
): Promise<number> {
  try {
    arrivalLimits.count('push', addressOf(koa));
    return await receive(koa);
  } catch (error) {
    const known = domainErrorOf(error);
    if (known?.rate) {
      koa.set(rateLimitHeaders(known.rate));
      return known.status;
    }
    onError(error, koa);
    const status = known?.status ?? 500;
    if (status === 503) koa.set(retryHeaders);
    return status;
  }
}
