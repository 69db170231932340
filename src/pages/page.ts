import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context as KoaContext } from 'koa';
import type { AccountLimits } from '#src/access/account-limits.ts';
import type { LoginThrottle } from '#src/access/login-throttle.ts';
import type { RateGate } from '#src/access/rate-limit/gate.ts';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { icon, sharedStyles } from '#src/lib/look.ts';
import { prefetchLinks } from '#src/lib/prefetch.ts';
import type { AccountContext } from '#src/services/accounts/context.ts';
import type { CredentialContext } from '#src/services/credentials.ts';
import type { FormTokens } from './forms.ts';

export interface PagesOptions extends CredentialContext, AccountContext {
  readonly gate: RateGate;
  readonly signInThrottle: LoginThrottle;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  /** The secret of this installation; the key of the form tokens is derived from it. */
  readonly secretKey: string;
  readonly accountLimits: AccountLimits;
  /** The owner of the demo workspace, where it can be entered without a password. */
  readonly demo?: { readonly ownerEmail: string } | undefined;
  /** The scripts and styles that the application begins with. */
  readonly applicationFiles: () => Promise<readonly string[]>;
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}

export interface PagesContext extends PagesOptions {
  readonly formTokens: FormTokens;
}

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: HtmlPart;
  /** Where its forms may lead; anywhere by default. */
  readonly formAction?: "'self'";
  /** Scripts and styles of the application, to be loaded ahead. */
  readonly prefetch?: readonly string[];
}

const styles = sharedStyles + readFileSync(path.join(import.meta.dirname, 'assets/pages.css'), 'utf8');
const styleHash = createHash('sha256').update(styles).digest('base64');

/** No script runs, only our own logos are loaded, and no other page may frame this one. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Responds with a page that works without script. */
export function sendPage(koa: KoaContext, { status, title, content, formAction, prefetch = [] }: Page): void {
  koa.set(headers);
  koa.set('Content-Security-Policy', formAction ? `${policy}; form-action ${formAction}` : policy);
  koa.status = status;
  koa.type = 'text/html; charset=utf-8';
  koa.body = documentOf(title, content, prefetch).text;
}

/** Redirects the browser; the page is for browsers that do not follow by themselves. */
export function sendRedirect(koa: KoaContext, location: string, page: Omit<Page, 'status'>): void {
  sendPage(koa, { ...page, status: 303 });
  koa.set('Location', location);
}

function documentOf(title: string, content: HtmlPart, prefetch: readonly string[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Slotline</title>
<style>${new Html(styles)}</style>
${prefetchLinks(prefetch)}</head>
<body>
<header class="brand"><span aria-hidden="true">${new Html(icon)}</span>Slotline</header>
<main>
${content}
</main>
</body>
</html>
`;
}

export interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** The error in the words of the protocol, for the developers of the app. */
  readonly detail?: string;
  /** The way that most readers want. */
  readonly back?: Link;
  /** Other ways out, besides the home page. */
  readonly ways?: readonly Link[];
}

export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Shows an error to the user alone; the app does not receive it. Every such page has a way out. */
export function sendRefusal(koa: KoaContext, { status, title, text, detail, back, ways = [] }: Refusal): void {
  // Relative, because the web app may be below a path.
  const home = { href: koa.path.lastIndexOf('/') > 0 ? '../' : './', text: 'Slotline home' };
  sendPage(koa, {
    status,
    title,
    content: html`<h1>${title}</h1>
<p>${text}</p>
${detail !== undefined && html`<p class="fine">For the developers of the app: ${detail}</p>`}
${back && html`<p class="buttons"><a class="button" rel="noreferrer" href="${back.href}">${back.text}</a></p>`}
<p class="ways">${[...ways, home].map((way) => html`<a rel="noreferrer" href="${way.href}">${way.text}</a>\n`)}</p>`,
  });
}
