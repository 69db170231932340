import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { prefetchLinks } from '#src/lib/prefetch.ts';
import { assetAddress } from './assets.ts';
import type { DocsAddresses } from './page.ts';
import { groups, type Page, pages } from './pages.ts';

/** Only our own files, and nothing inline. Scripts may not make elements of texts. */
export const sitePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

interface SitePage {
  readonly title: string;
  readonly summary?: string;
  /** The name of the part of the header that the reader is in. */
  readonly section?: (typeof headerLinks)[number]['title'];
  readonly addresses: DocsAddresses;
  /** The style sheet with the header; that of the documentation by default. */
  readonly siteStyle?: string;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** Scripts and styles of the page that probably comes next. */
  readonly prefetch?: readonly string[];
  readonly content: HtmlPart;
}

const headerLinks = [
  { title: 'Docs', href: '/docs' },
  { title: 'Reference', href: '/docs/reference' },
  { title: 'GraphiQL', href: '/graphql' },
] as const;

/** The address of a page of the web app. Within one origin it is relative, whatever address the reader uses for it. */
export function appAddress({ baseUrl, appUrl }: DocsAddresses, path: string): string {
  const { origin, href } = new URL(appUrl + path);
  return origin === new URL(baseUrl).origin ? href.slice(origin.length) : href;
}

/** A whole document: the header that all pages have, and the content below it. */
export function siteDocument({ title, summary, section, content, addresses, ...files }: SitePage): string {
  const { siteStyle = assetAddress('site.css'), styles = [], scripts = [], prefetch = [] } = files;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${summary !== undefined && html`<meta name="description" content="${summary}">`}
<link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml">
${[siteStyle, ...styles].map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${prefetchLinks(prefetch)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
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
${scripts.map((src) => html`<script src="${src}"></script>\n`)}
</body>
</html>
`.text;
}

interface DocsPage {
  readonly page: Page | undefined;
  readonly content: HtmlPart;
  /** The headings of the page, to jump to. */
  readonly headings: readonly { readonly id: string; readonly title: string }[];
}

/** The content of a page of the documentation, between the list of all pages and the list of its headings. */
export function docsContent({ page, content, headings }: DocsPage): Html {
  const list = groups.map(
    (group) => html`<h2>${group.title}</h2>
<ul>
${group.pages.map(({ name, title }) => html`<li><a href="/docs/${name}"${name === page?.name && new Html(' aria-current="page"')}>${title}</a></li>\n`)}
</ul>
`,
  );
  return html`<details class="menu"><summary>All pages</summary><nav class="pages" aria-label="Documentation">${list}</nav></details>
<div class="columns">
<nav class="pages" aria-label="Documentation">${list}</nav>
<main id="content" tabindex="-1">
<article>
${content}
</article>
${page && neighbours(page)}
</main>
${
  headings.length > 1 &&
  html`<nav class="headings" aria-label="On this page"><h2>On this page</h2>
<ul>
${headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}
</ul>
</nav>`
}
</div>`;
}

function neighbours(page: Page): Html {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return html`<footer class="neighbours">
${before && html`<a rel="prev" href="/docs/${before.name}"><span>Previous</span>${before.title}</a>`}
${after && html`<a rel="next" href="/docs/${after.name}"><span>Next</span>${after.title}</a>`}
<p><a href="/docs/${page.name}.md">This page as Markdown</a></p>
</footer>`;
}
