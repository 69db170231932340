import type { Context as KoaContext, Middleware } from 'koa';
import { rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { domainErrorOf, retryHeaders } from '#src/domain/errors.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import type { PagesContext } from '../context.ts';
import { readForm } from './form-tokens.ts';
import { type Refusal, sendRefusal } from './page.ts';

const methods = ['GET', 'HEAD', 'POST'];

/** An endpoint that answers with pages, also where it fails. */
export function pageEndpoint(
  endpoint: (koa: KoaContext) => Promise<void>,
  context: Pick<PagesContext, 'onError'>,
): Middleware {
  return async (koa) => {
    if (!methods.includes(koa.method)) return refuseMethod(koa);
    // The credential is resolved after the form has come: else it could end while the form is on its way.
    if (koa.method === 'POST') await readForm(koa);
    await endpoint(koa).catch((error: unknown) => sendRefusal(koa, refusalOf(koa, error, context)));
  };
}

function refusalOf(koa: KoaContext, error: unknown, { onError }: Pick<PagesContext, 'onError'>): Refusal {
  const known = domainErrorOf(error);
  if (!known || isOutage(error)) onError(error, koa);
  if (known?.code === 'UNAVAILABLE') koa.set(retryHeaders);
  if (known?.rate) koa.set(rateLimitHeaders(known.rate));
  if (known) return { status: known.status, title: known.message, text: 'Please try again.' };
  return { status: 500, title: 'Something went wrong', text: 'This is our fault, not yours. Please try again.' };
}

function refuseMethod(koa: KoaContext): void {
  koa.set('Allow', methods.join(', '));
  sendRefusal(koa, { status: 405, title: 'This page cannot do that', text: 'Open it in a browser.' });
}
