import type { Context as KoaContext } from 'koa';
import type { Role } from '#src/domain/principal/roles.ts';
import { html } from '#src/lib/html.ts';
import { callbackPath } from '#src/services/calendars/gateway.ts';
import { findOAuthClient } from '#src/services/oauth-clients/oauth-client-registry.ts';
import type { PagesContext } from '../context.ts';
import { sendPage } from '../look/page.ts';
import { enterApplication, pageAt } from './guard.ts';

// Redirects to the page that `next` in the query names.

/** Pages of this server that may redirect to another origin. */
const redirecting: ReadonlySet<string> = new Set(['/oauth/authorize', '/sign-in', callbackPath]);

/** Where a sign-in leads that names no page: owners and admins begin with the numbers of the team, the others with their day. */
export function homeOf({ role }: { readonly role: Role }): string {
  return role === 'OWNER' || role === 'ADMIN' ? '/overview' : '/';
}

/**
 * Redirects only to a page of this server: the host in `next` is ignored.
 *
 * Chromium applies a page's `form-action` to every redirect after its form, and account forms may lead only to this server. So
 * the redirects end on one of our pages, which then opens the next page and from there the app.
 */
export async function redirectToNext(koa: KoaContext, context: PagesContext, home?: string): Promise<void> {
  const location = addressOfNext(koa, home);
  const next = nextOf(koa, home);
  if (koa.method !== 'POST' || !next || !redirecting.has(next.pathname)) return enterApplication(koa, location);
  const appName = await appNameOf(next, context);
  const target = appName === undefined ? 'Continue' : html`Continue to <bdi>${appName}</bdi>`;
  sendPage(koa, {
    status: 200,
    title: 'Signed in',
    content: html`<h1>You are signed in</h1>
<p class="buttons"><a class="button primary" href="${location}">${target}</a></p>`,
    refreshTo: location,
  });
}

/** A URL relative to a top-level page, such as `/sign-in`. */
export function addressOfNext(koa: KoaContext, home?: string): string {
  const next = nextOf(koa, home);
  return next ? `.${next.pathname}${next.search}` : './';
}

/** The page of this server to continue to, `home` if the query names none; undefined for a page of another server. */
export function nextOf({ path, querystring }: KoaContext, home = '/'): URL | undefined {
  return nextIn(querystring, path, home);
}

/** If the page names itself, follows the `next` inside. */
function nextIn(query: string, path: string, home: string): URL | undefined {
  const next = URL.parse(String(new URLSearchParams(query).get('next') ?? home), 'http://here');
  if (next?.origin !== 'http://here') return undefined;
  return next.pathname === path ? nextIn(next.search, path, home) : next;
}

/** The name of the app that sent the person here through the consent page. */
export async function appNameOf(next: URL | undefined, context: PagesContext): Promise<string | undefined> {
  const clientId = next?.pathname === '/oauth/authorize' ? next.searchParams.get('client_id') : null;
  return clientId ? (await findOAuthClient(context, clientId))?.name : undefined;
}

/** The URL of another account page that continues to the same page. */
export function withNext(koa: KoaContext, path: string): string {
  const next = new URLSearchParams(koa.querystring).get('next');
  return pageAt(koa, path) + (next === null ? '' : `?${new URLSearchParams({ next })}`);
}
