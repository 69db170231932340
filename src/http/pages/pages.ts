import type { Context as KoaContext, Middleware } from 'koa';
import { DomainError } from '#src/domain/errors.ts';
import type { ContextSource } from '../contexts.ts';
import { consentEndpoint } from './consent.ts';
import type { ConsentDesk } from './consent-desk.ts';
import { FormTokens } from './csrf.ts';
import { sendPage } from './page.ts';
import { refusalPage } from './refusal-page.ts';
import { signInEndpoint } from './sign-in.ts';

export interface PagesOptions extends ContextSource {
  /** Of this installation; what forms carry is made with it. */
  readonly secretKey: string;
  /** The protocol's side of the consent. */
  readonly consent: ConsentDesk;
  readonly onError: (error: unknown, koa: KoaContext) => void;
}

export interface PagesContext extends PagesOptions {
  readonly formTokens: FormTokens;
}

const methods = ['GET', 'HEAD', 'POST'];

/** The pages that people see on their way to connecting an app. They need no script. */
export function pages(options: PagesOptions): { paths: readonly string[]; middleware: Middleware } {
  const context: PagesContext = { ...options, formTokens: new FormTokens(options.secretKey) };
  const endpoints = new Map([
    ['/sign-in', signInEndpoint(context)],
    ['/oauth/authorize', consentEndpoint(context)],
  ]);
  const middleware: Middleware = async (koa, next) => {
    const endpoint = endpoints.get(koa.path);
    if (!endpoint) return next();
    if (!methods.includes(koa.method)) return refuseMethod(koa);
    await endpoint(koa).catch((error: unknown) => sendPage(koa, refusalPage(told(koa, error, options))));
  };
  return { paths: [...endpoints.keys()], middleware };
}

function told(koa: KoaContext, error: unknown, { onError }: PagesOptions) {
  if (error instanceof DomainError) return { status: error.status, title: error.message, text: 'Please try again.' };
  onError(error, koa);
  return { status: 500, title: 'Something went wrong', text: 'This is our fault, not yours. Please try again.' };
}

function refuseMethod(koa: KoaContext): void {
  koa.set('Allow', methods.join(', '));
  sendPage(koa, refusalPage({ status: 405, title: 'This page cannot do that', text: 'Open it in a browser.' }));
}
