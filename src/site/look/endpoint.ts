import type { Context as KoaContext, Middleware } from 'koa';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { domainErrorOf, retryHeaders } from '#src/domain/errors.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import type { PagesContext } from '../context.ts';
import { type Refusal, sendRefusal } from './page.ts';
import { readForm } from './read-form.ts';

const methods = ['GET', 'HEAD', 'POST'];

/** An endpoint that responds with pages, even if it fails. Each request is counted before anything is read. */
export function pageEndpoint(
  endpoint: (koa: KoaContext) => Promise<void>,
  context: Pick<PagesContext, 'onError' | 'arrivalLimits' | 'addressOf'>,
): Middleware {
  return async (koa) => {
    if (!methods.includes(koa.method)) return refuseMethod(koa);
    try {
      context.arrivalLimits.count('accountPage', context.addressOf(koa));
      // Reads the form before resolving the credential, which could otherwise end while the form is still arriving.
      if (koa.method === 'POST') await readForm(koa);
      await endpoint(koa);
    } catch (error) {
      sendRefusal(koa, refusalOf(koa, error, context));
    }
  };
}

function refusalOf(koa: KoaContext, error: unknown, { onError }: Pick<PagesContext, 'onError'>): Refusal {
  const known = domainErrorOf(error);
  if (!known || isOutage(error)) onError(error, koa);
  if (known?.code === 'UNAVAILABLE') koa.set(retryHeaders);
  if (known?.rate) {
    koa.set(rateLimitHeaders(known.rate));
    const text = `Please try again in ${known.rate.retryAfterSeconds} s.`;
    return { status: known.status, title: 'Too many requests', text };
  }
  if (known?.code === 'PAYLOAD_TOO_LARGE') {
    const text = 'A form can have at most 64 KiB and 200 fields. Go back, shorten what you typed, and send it again.';
    return { status: known.status, title: 'This form is too large', text };
  }
  if (known) return { status: known.status, title: known.message, text: 'Please try again.' };
  return { status: 500, title: 'Something went wrong', text: 'The problem is on our side. Please try again.' };
}

function refuseMethod(koa: KoaContext): void {
  koa.set('Allow', methods.join(', '));
  sendRefusal(koa, {
    status: 405,
    title: 'This page does not accept this request',
    text: 'Open the page in a browser.',
  });
}
