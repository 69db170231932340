import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import pythonLanguage from 'highlight.js/lib/languages/python';
import typescriptLanguage from 'highlight.js/lib/languages/typescript';
import { Marked, type Token, type Tokens, type TokensList } from 'marked';
import { firstFree, kebabCase } from '#src/domain/kebab-case.ts';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { languages } from './example.ts';

const grammars = { sh: bash, graphql, http, json, python: pythonLanguage, ts: typescriptLanguage };
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

/** The part of a page below one heading. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** 1 for the page itself. */
  readonly depth: number;
  /** Its words without markup, for the search. */
  readonly text: string;
}

interface RenderedPage {
  readonly content: Html;
  readonly sections: readonly Section[];
}

/** Renders our own Markdown as HTML. `addressOf` translates the target of a link. */
export function renderMarkdown(text: string, addressOf: (target: string) => string): RenderedPage {
  const marked = new Marked();
  const tokens = marked.lexer(text);
  const sections = sectionsIn(tokens);
  let examples = 0;
  let headings = 0;
  marked.use({
    renderer: {
      heading({ depth, tokens }) {
        const id = sections[headings++]?.id;
        const inner = new Html(this.parser.parseInline(tokens));
        const content = depth === 1 ? inner : html`<a class="anchor" href="#${id}">${inner}</a>`;
        return `<h${depth} id="${id}">${content.text}</h${depth}>\n`;
      },
      code({ text: source, lang = '' }) {
        return sourceBlock(source, lang).text;
      },
      link({ href, tokens }) {
        return html`<a href="${addressOf(href)}">${new Html(this.parser.parseInline(tokens))}</a>`.text;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}${cell.align === 'right' ? ' class="number"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="table" tabindex="0" role="region" aria-label="Table: ${token.header.map((cell) => plain(cell.text)).join(', ')}">
<table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table></div>\n`;
      },
    },
    extensions: [
      {
        name: 'example',
        renderer: (token) => exampleBlock(token.blocks as Tokens.Code[], `language-${++examples}`).text,
      },
    ],
  });
  return { content: new Html(marked.parser(withExamples(tokens))), sections };
}

/** The sections only: highlighting the content takes most of the time. */
export function sectionsOf(text: string): Section[] {
  return sectionsIn(new Marked().lexer(text));
}

function sectionsIn(tokens: readonly Token[]): Section[] {
  const sections: { id: string; title: string; depth: number; text: string }[] = [];
  const ids = new Set<string>();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plain(token.text);
      const id = firstFree(kebabCase(title, { fallback: 'section', maxLength: 60 }), ids);
      ids.add(id);
      sections.push({ id, title, depth: token.depth, text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section && token.type !== 'code') section.text = `${section.text} ${plain(token.raw)}`.trim();
  }
  return sections;
}

/** The text without Markdown syntax. */
function plain(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*[\]|#]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Joins consecutive blocks of one example in several languages into one token. */
function withExamples(tokens: TokensList): Token[] {
  const joined: Token[] = [];
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = joined.at(-1) as { type: string; blocks: Token[] } | undefined;
    const isNext = token.type === 'code' && token.lang === languages[last?.blocks?.length ?? 0]?.name;
    if (isNext && last?.type === 'example') last.blocks.push(token);
    else if (token.type === 'code' && token.lang === languages[0].name) {
      joined.push({ type: 'example', raw: '', blocks: [token] } as Token);
    } else joined.push(token);
  }
  return joined;
}

/** Shows one language at a time: a radio button for each, with CSS and without script. */
function exampleBlock(blocks: readonly Tokens.Code[], name: string): Html {
  if (blocks.length === 1) return sourceBlock(String(blocks[0]?.text), String(blocks[0]?.lang));
  const choices = languages.map(
    ({ name: value, label }, index) =>
      html`<label><input type="radio" name="${name}" value="${value}"${index === 0 && new Html(' checked')}><span>${label}</span></label>`,
  );
  return html`<div class="example">
<fieldset class="languages"><legend>Language of the example</legend>${choices}</fieldset>
${blocks.map(({ text, lang = '' }) => html`<div class="in-${lang}">${sourceBlock(text, lang)}</div>`)}
</div>
`;
}

function sourceBlock(source: string, language: string): Html {
  const content: HtmlPart = language in grammars ? new Html(highlighter.highlight(source, { language }).value) : source;
  return html`<div class="source"><pre tabindex="0"><code>${content}</code></pre></div>
`;
}
