import { type HtmlPart, html } from '#src/lib/html.ts';
import { type SiteAddresses, siteDocument } from '../look/document.ts';
import { docsContent } from './layout.ts';
import type { Section } from './markdown.ts';
import { groups, type Page, pages } from './pages.ts';

const section = 'Docs';

/** The documentation as HTML. The first request for a page loads the modules that render it. */
interface DocsSite {
  readonly page: (page: Page) => Promise<string>;
  /** The list of all pages. */
  readonly index: () => string;
  /** All sections of all pages, for the search in the browser. */
  readonly searchIndex: () => Promise<string>;
}

export function docsSite(addresses: SiteAddresses): DocsSite {
  return {
    page: async (page) => {
      const { renderMarkdown } = await import('./markdown.ts');
      const inSite = (target: string) => addressInSite(target, addresses);
      const { content, sections } = renderMarkdown(page.text(addresses), inSite);
      const headings = sections.filter(({ depth }) => depth === 2);
      const shown = docsContent({ page, content, headings });
      const summary = withoutMarks(page.summary);
      return siteDocument({ title: `${page.title} – Slotline`, summary, section, addresses, content: shown });
    },
    index: () => siteDocument({ title: 'Documentation – Slotline', section, addresses, content: indexContent }),
    searchIndex: async () => {
      const { sectionsOf } = await import('./markdown.ts');
      return JSON.stringify(pages.flatMap((page) => searchEntries(page, sectionsOf(page.text(addresses)))));
    },
  };
}

/** Links between pages lead to HTML, whatever URL the reader uses for this server. */
function addressInSite(target: string, { baseUrl }: SiteAddresses): string {
  if (!target.startsWith(baseUrl)) return target;
  return (target.slice(baseUrl.length) || '/').replace(/^(\/docs\/[\w-]+)\.md\b/, '$1');
}

function searchEntries(page: Page, sections: readonly Section[]) {
  return sections.map(({ id, title, depth, text }) => ({
    page: page.title,
    title,
    text: depth === 1 ? `${withoutMarks(page.summary)} ${text}` : text,
    href: depth === 1 ? `/docs/${page.name}` : `/docs/${page.name}#${id}`,
  }));
}

const withoutMarks = (summary: string) => summary.replaceAll('`', '');

/** Code is the only markup in a summary. */
const rendered = (summary: string): HtmlPart[] =>
  summary.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

const card = (href: string, title: string, summary: string) =>
  html`<li><a href="${href}"><strong>${title}</strong><span>${rendered(summary)}</span></a></li>
`;

const indexContent = docsContent({
  page: undefined,
  headings: [],
  content: html`<h1>Documentation</h1>
<p>One API with two transports: REST under <code>/v1</code> and GraphQL at <code>/graphql</code>, with the same credentials,
rules and limits.</p>
${groups.map(
  (group) => html`<h2>${group.title}</h2>
<ul class="cards">
${group.pages.map(({ name, title, summary }) => card(`/docs/${name}`, title, summary))}</ul>
`,
)}
<h2>Reference</h2>
<ul class="cards">
${card('/docs/reference', 'API reference', 'Every endpoint of the REST API. Read about it, and try it with an API key.')}
${card('/graphql', 'GraphiQL', 'The schema with its descriptions, and an example query for each record type.')}
${card('/openapi.json', 'OpenAPI', 'The REST API as OpenAPI 3.1, for client generators.')}
${card('/llms.txt', 'llms.txt', 'The table of contents for language models.')}</ul>`,
});
