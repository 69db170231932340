import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Context as KoaContext } from 'koa';
import { languages } from '#src/domain/languages/language.ts';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { contentPolicy } from '#src/lib/network/headers.ts';
import { assetAddress, icon, sharedStyles } from '../look/assets.ts';
import { shell } from '../look/document.ts';
import { sendDocument } from '../look/send.ts';
import { type BrandStyle, brandStyle } from './brand-style.ts';
import { scriptAddress } from './script.ts';
import { texts } from './texts/by-language.ts';
import type { Visitor } from './visitor.ts';

const styles = sharedStyles + readFileSync(path.join(import.meta.dirname, 'assets/booking.css'), 'utf8');

interface BookingDocument {
  readonly status: number;
  readonly title: string;
  readonly visitor: Visitor;
  readonly content: HtmlPart;
  /** Additional head elements for link previews. */
  readonly meta?: HtmlPart;
  /** True if it may be compressed: it must not contain a secret together with texts that someone else may have chosen. */
  readonly isPublic?: boolean;
  /** The query of its URL, if that shows the same page in another language. */
  readonly query?: URLSearchParams;
  /** The external origins that may frame it, besides our own pages, which preview it; none by default. */
  readonly embedding?: Embedding;
  /** True if any site may frame it: then it must not act, so it gets no script and no form. */
  readonly isForAnySite?: boolean;
}

export interface Embedding {
  readonly origins: readonly string[];
  /** The origin that frames it, if it is one of them. */
  readonly origin: string | undefined;
}

const directives = {
  'style-src': `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
};

/** The policy of a page that any site may frame. */
const inertPolicy = contentPolicy({
  'style-src': directives['style-src'],
  'img-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': '*',
  'form-action': "'none'",
});

function policyOf(embedding: Embedding | undefined, brand: BrandStyle | undefined): string {
  const ancestors = embedding ? ["'self'", ...embedding.origins].join(' ') : "'none'";
  const styleSources = [directives['style-src'], brand?.source].filter(Boolean).join(' ');
  return contentPolicy({
    ...directives,
    'style-src': styleSources,
    'frame-ancestors': ancestors,
    'form-action': "'self'",
  });
}

/** Sends an invitee page, complete in one response and enhanced by its script. */
export async function sendBookingDocument(koa: KoaContext, page: BookingDocument): Promise<void> {
  const { status, title, visitor, content, meta, isPublic = false, embedding, isForAnySite = false, query } = page;
  const embedOrigin = embedding?.origin;
  const { brand } = visitor;
  const accent = brand?.accentColor ? brandStyle(brand.accentColor) : undefined;
  const document = shell({
    title,
    language: visitor.language,
    meta,
    head: html`<link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml">
<style>${new Html(styles)}</style>${accent && html`<style>${new Html(accent.css)}</style>`}
${!isForAnySite && html`<script defer src="${scriptAddress}"></script>`}`,
    prefetch: [],
    body: html`<main class="card" id="page"${embedOrigin !== undefined && html` data-embed-origin="${embedOrigin}"`}>
${content}
</main>
<footer>${query && languageLinks(query, visitor)}${brand?.showsBranding !== false && html`<p class="powered"><span aria-hidden="true">${new Html(icon)}</span>${visitor.texts.poweredBy}</p>`}</footer>`,
  });
  const security = embedding || isForAnySite ? 'page' : 'form';
  const policy = isForAnySite ? inertPolicy : policyOf(embedding, accent);
  sendDocument(koa, { status, document, security, policy, caching: 'no-store' });
  koa.set('Content-Language', visitor.language);
  koa.vary('Accept-Language');
  if (isPublic) await compress(koa, document);
}

const brotli = promisify(brotliCompress);

async function compress(koa: KoaContext, document: string): Promise<void> {
  koa.vary('Accept-Encoding');
  if (koa.acceptsEncodings('br', 'identity') !== 'br') return;
  koa.body = await brotli(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  koa.set('Content-Encoding', 'br');
}

function languageLinks(query: URLSearchParams, { language, texts: { languageLabel } }: Visitor): Html {
  const links = languages.map((each) => {
    const others = new URLSearchParams(query);
    others.set('lang', each);
    const current = each === language && new Html(' aria-current="true"');
    return html`<a href="?${String(others)}" lang="${each}" hreflang="${each}"${current}>${texts[each].language}</a>\n`;
  });
  return html`<nav class="languages" aria-label="${languageLabel}">${links}</nav>`;
}

interface Message {
  readonly status: number;
  readonly title: string;
  readonly text: HtmlPart;
  readonly embedding?: Embedding;
}

/** For pages that a search engine must not show. */
export const noIndex = new Html('<meta name="robots" content="noindex">\n');

/** Sends a page with only a message. */
export function sendMessage(
  koa: KoaContext,
  visitor: Visitor,
  { status, title, text, ...page }: Message,
): Promise<void> {
  const content = html`<div class="message"><h1>${title}</h1><p>${text}</p></div>`;
  return sendBookingDocument(koa, { status, title, visitor, content, meta: noIndex, ...page });
}
