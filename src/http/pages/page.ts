import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context as KoaContext } from 'koa';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: HtmlPart;
  /** Where its forms may lead; anywhere, unless told otherwise. */
  readonly formAction?: "'self'";
}

const folder = path.join(import.meta.dirname, 'assets');
const styles = readFileSync(path.join(folder, 'pages.css'), 'utf8');
const icon = readFileSync(path.join(folder, '../../docs/assets/icon.svg'), 'utf8');
const styleHash = createHash('sha256').update(styles).digest('base64');

/** Nothing runs, nothing is loaded but logos from here, and no other page may show this one. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

const headers = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Answers with a page that works without script. */
export function sendPage(koa: KoaContext, { status, title, content, formAction }: Page): void {
  koa.set(headers);
  koa.set('Content-Security-Policy', formAction ? `${policy}; form-action ${formAction}` : policy);
  koa.status = status;
  koa.type = 'text/html; charset=utf-8';
  koa.body = documentOf(title, content).text;
}

/** Where the browser goes next; the page is for those that do not go by themselves. */
export function sendOn(koa: KoaContext, location: string, page: Omit<Page, 'status'>): void {
  sendPage(koa, { ...page, status: 303 });
  koa.set('Location', location);
}

function documentOf(title: string, content: HtmlPart): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Slotline</title>
<style>${new Html(styles)}</style>
</head>
<body>
<header class="brand"><span aria-hidden="true">${new Html(icon)}</span>Slotline</header>
<main>
${content}
</main>
</body>
</html>
`;
}
