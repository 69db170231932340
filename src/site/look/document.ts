import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { directionOf } from '#src/domain/languages/direction.ts';
import type { Language } from '#src/domain/languages/language.ts';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { contentPolicy } from '#src/lib/network/headers.ts';
import { assetAddress, icon, sharedStyles } from './assets.ts';

/** The public URLs of the API and of the web application. */
export interface SiteAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

interface Shell {
  readonly title: string;
  /** English by default. */
  readonly language?: Language;
  /** Elements before and after the title. */
  readonly meta?: HtmlPart;
  readonly head: HtmlPart;
  /** Scripts and styles of the page that probably follows. */
  readonly prefetch: readonly string[];
  /** The header and the content. */
  readonly body: HtmlPart;
}

/** The document around every page. */
export function shell({ title, language = 'en', meta, head, prefetch, body }: Shell): string {
  return html`<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}<title>${title}</title>
${head}
${prefetch.map(prefetchLink)}</head>
<body>
${body}
</body>
</html>
`.text;
}

/** Makes the browser load a file of the next page while it is idle. */
function prefetchLink(file: string): Html {
  return html`<link rel="prefetch" href="${file}" as="${file.endsWith('.css') ? 'style' : 'script'}">
`;
}

interface SitePage {
  readonly title: string;
  readonly summary?: string;
  /** The active part of the header. */
  readonly section?: (typeof headerLinks)[number]['title'];
  readonly addresses: SiteAddresses;
  /** The style sheet with the header; by default that of the documentation. */
  readonly siteStyle?: string;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** Scripts and styles of the page that probably follows. */
  readonly prefetch?: readonly string[];
  readonly content: HtmlPart;
}

const headerLinks = [
  { title: 'Docs', href: '/docs' },
  { title: 'Reference', href: '/docs/reference' },
  { title: 'GraphiQL', href: '/graphql' },
] as const;

/** Allows only our own files, and nothing inline. */
export const siteDirectives = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  // Scripts must not create elements from text.
  'require-trusted-types-for': "'script'",
};
export const sitePolicy = contentPolicy(siteDirectives);

/** A page to read, below a header with the search and the parts of the site. Its styles and scripts are files. */
export function siteDocument({ title, summary, section, content, addresses, ...files }: SitePage): string {
  const { siteStyle = assetAddress('site.css'), styles = [], scripts = [], prefetch = [] } = files;
  return shell({
    title,
    head: html`${summary !== undefined && html`<meta name="description" content="${summary}">`}
<link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml">
${[siteStyle, ...styles].map((href) => html`<link rel="stylesheet" href="${href}">\n`)}`,
    prefetch,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/"><img src="${assetAddress('icon.svg')}" alt="" width="28" height="28"><span>Slotline</span></a>
<form class="search" role="search">
<input class="input" type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off">
<p class="found" role="status"></p>
<ul class="results" hidden></ul>
</form>
<nav aria-label="Site">
${headerLinks.map(({ title: name, href }) => html`<a href="${href}"${name === section && new Html(' aria-current="true"')}>${name}</a>\n`)}
<a class="settings" href="${appAddress(addresses, '/settings')}">Settings</a>
</nav>
</header>
${content}
<script src="${assetAddress('site.js')}"></script>
${scripts.map((src) => html`<script src="${src}"></script>\n`)}`,
  });
}

/** The URL of a page of the web app. Within one origin it is relative, whatever URL the reader uses. */
export function appAddress({ baseUrl, appUrl }: SiteAddresses, at: string): string {
  const { origin, href } = new URL(appUrl + at);
  return origin === new URL(baseUrl).origin ? href.slice(origin.length) : href;
}

const plainStyles = sharedStyles + readFileSync(path.join(import.meta.dirname, 'assets/pages.css'), 'utf8');

/** Runs no script unless the page names one, loads only our own logos, and allows no framing. */
export const plainDirectives = {
  'style-src': `'sha256-${createHash('sha256').update(plainStyles).digest('base64')}'`,
  'img-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

interface PlainPage {
  readonly title: string;
  /** The URL of a script that enhances the page. */
  readonly script?: string | undefined;
  readonly content: HtmlPart;
  readonly prefetch?: readonly string[] | undefined;
  /** The URL that the browser opens as soon as it has shown the page. */
  readonly refreshTo?: string | undefined;
}

/** A transitional page: only the brand above it, and with inline styles, so that it is complete in one response. */
export function plainDocument({ title, content, script, prefetch = [], refreshTo }: PlainPage): string {
  const refresh = refreshTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${refreshTo}">\n`;
  return shell({
    title: `${title} – Slotline`,
    meta: html`<meta name="robots" content="noindex">\n${refresh}`,
    head: html`<style>${new Html(plainStyles)}</style>`,
    prefetch,
    body: html`<header class="brand"><span aria-hidden="true">${new Html(icon)}</span>Slotline</header>
<main>
${content}
</main>${
      script !== undefined &&
      html`
<script src="${script}"></script>`
    }`,
  });
}
