import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { groups, type Page, pages } from './pages.ts';

interface DocsPage {
  readonly page: Page | undefined;
  readonly content: HtmlPart;
  /** The headings of the page, for its table of contents. */
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
