import type { Context as KoaContext } from 'koa';
import { type HtmlPart, html } from '#src/lib/html.ts';
import { contentPolicy } from '#src/lib/network/headers.ts';
import { plainDirectives, plainDocument } from './document.ts';
import { sendDocument } from './send.ts';

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: HtmlPart;
  /** The allowed targets of its forms; any by default. */
  readonly formAction?: "'self'";
  /** The URL of its only script, without which it also works. */
  readonly script?: string | undefined;
  /** Scripts and styles of the application to prefetch. */
  readonly prefetch?: readonly string[] | undefined;
  /** The URL that the browser opens as soon as it has shown the page. */
  readonly refreshTo?: string;
}

function policyOf({ formAction, script }: Omit<Page, 'status' | 'title' | 'content'>): string {
  return contentPolicy({
    ...plainDirectives,
    ...(formAction && { 'form-action': formAction }),
    ...(script !== undefined && { 'script-src': "'self'" }),
  });
}

/** Responds with a page that works without script. */
export function sendPage(koa: KoaContext, { status, ...page }: Page): void {
  sendDocument(koa, {
    status,
    document: plainDocument(page),
    security: 'form',
    policy: policyOf(page),
    caching: 'no-store',
  });
}

/** Redirects the browser; the page is for browsers that do not follow redirects. */
export function sendRedirect(koa: KoaContext, location: string, page: Omit<Page, 'status'>): void {
  sendPage(koa, { ...page, status: 303 });
  koa.set('Location', location);
}

export interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** The protocol's error text, for the app's developers. */
  readonly detail?: string;
  /** Other links, besides the home page. */
  readonly ways?: readonly Link[];
}

export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Shows an error only to the user; the app does not receive it. Every such page offers a link. */
export function sendRefusal(koa: KoaContext, { status, title, text, detail, ways = [] }: Refusal): void {
  // Relative, because the web app may be below a path.
  const home = { href: koa.path.lastIndexOf('/') > 0 ? '../' : './', text: 'Slotline home' };
  sendPage(koa, {
    status,
    title,
    content: html`<h1>${title}</h1>
<p>${text}</p>
${detail !== undefined && html`<p class="fine">For the developers of the app: ${detail}</p>`}
<p class="ways">${[...ways, home].map((way) => html`<a rel="noreferrer" href="${way.href}">${way.text}</a>\n`)}</p>`,
  });
}
