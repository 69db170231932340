import type { Middleware } from 'koa';
import { pageEndpoint } from '#src/pages/endpoint.ts';
import { FormTokens } from '#src/pages/forms.ts';
import type { PagesOptions } from '#src/pages/page.ts';
import type { Consent } from '../consent.ts';
import { consentEndpoint } from './consent.ts';

/** The page that a person passes to connect an app, by path. It needs no script. */
export function pages(options: PagesOptions & { readonly consent: Consent }): [path: string, middleware: Middleware][] {
  const context = { ...options, formTokens: new FormTokens(options.secretKey) };
  return [['/oauth/authorize', pageEndpoint(consentEndpoint(context), options)]];
}
