import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteAddresses } from '../look/document.ts';
import { pageText } from './page-text.ts';

const folder = path.join(import.meta.dirname, '../../../docs');

/** A page of the documentation, as Markdown. */
export interface Page {
  /** Its URL is `/docs/<name>`, or `/docs/<name>.md` for the Markdown. */
  readonly name: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly text: (addresses: SiteAddresses) => string;
}

interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** The pages of the documentation, in reading order. */
export const groups = readContents(readFileSync(path.join(folder, 'README.md'), 'utf8'));

export const pages: readonly Page[] = groups.flatMap((group) => group.pages);

/** Reads the table of contents: headings, and below each its pages as `- [title](file): summary`. */
function readContents(text: string): readonly Group[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = ''] = part.split('\n', 1);
      const items = [...part.matchAll(/^- \[(.+?)\]\((.+?)\): (.+)$/gm)];
      return { title, pages: items.map(([, name = '', file = '', summary = '']) => page(name, file, summary)) };
    });
}

function page(title: string, file: string, summary: string): Page {
  const at = path.join(folder, file);
  const name = path.basename(file, '.md').toLowerCase();
  return { name, title, summary, text: (addresses) => pageText(readFileSync(at, 'utf8'), addresses) };
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;

/** The table of contents for language models, in the form of llmstxt.org. */
export function llmsText({ baseUrl }: SiteAddresses, paths: Paths): string {
  const list = pages.map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`);
  const endpoints = Object.entries(paths).flatMap(([at, operations]) =>
    Object.entries(operations).map(([method, { summary }]) => `- \`${method.toUpperCase()} ${at}\`: ${summary}`),
  );
  return `# Slotline

> Scheduling and sales calls: bookable events, calls with outcomes, contacts, deals and transactions. REST below
> ${baseUrl}/v1 and GraphQL at ${baseUrl}/graphql, with one credential: \`Authorization: Bearer service_…\`.

## Documentation

${list.join('\n')}

## Contract

- [OpenAPI](${baseUrl}/openapi.json): every endpoint of \`/v1\`, with parameters, responses and errors.
- GraphQL introspection at ${baseUrl}/graphql: every type and field, described.

## Endpoints

${endpoints.join('\n')}
`;
}
