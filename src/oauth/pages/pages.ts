import type { Context as KoaContext, Middleware } from 'koa';
import { domainErrorOf, retryHeaders } from '#src/domain/errors.ts';
import { isOutage } from '#src/lib/outage.ts';
import { consentEndpoint } from './consent.ts';
import { FormTokens } from './forms.ts';
import { type PagesContext, type PagesOptions, type Refusal, sendRefusal } from './page.ts';
import { signInEndpoint } from './sign-in.ts';

const methods = ['GET', 'HEAD', 'POST'];

/** The pages that a person passes to connect an app, by path. They need no script. */
export function pages(options: PagesOptions): [path: string, middleware: Middleware][] {
  const context: PagesContext = { ...options, formTokens: new FormTokens(options.secretKey) };
  const page = (endpoint: (koa: KoaContext) => Promise<void>) => async (koa: KoaContext) => {
    if (!methods.includes(koa.method)) return refuseMethod(koa);
    await endpoint(koa).catch((error: unknown) => sendRefusal(koa, refusalOf(koa, error, options)));
  };
  return [
    ['/sign-in', page(signInEndpoint(context))],
    ['/oauth/authorize', page(consentEndpoint(context))],
  ];
}

function refusalOf(koa: KoaContext, error: unknown, { onError }: PagesOptions): Refusal {
  const known = domainErrorOf(error);
  if (!known || isOutage(error)) onError(error, koa);
  if (known?.code === 'UNAVAILABLE') koa.set(retryHeaders);
  if (known) return { status: known.status, title: known.message, text: 'Please try again.' };
  return { status: 500, title: 'Something went wrong', text: 'This is our fault, not yours. Please try again.' };
}

function refuseMethod(koa: KoaContext): void {
  koa.set('Allow', methods.join(', '));
  sendRefusal(koa, { status: 405, title: 'This page cannot do that', text: 'Open it in a browser.' });
}
