import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context as KoaContext, Middleware } from 'koa';
import { contentPolicy, securityHeaders } from '#src/lib/network/headers.ts';
import { compressBody } from './compression.ts';
import type { PageReader } from './page-queries.ts';
import type { PageContent } from './page-render-task.ts';
import type { PageRenderer } from './page-renderer.ts';
import { readOnly } from './read-only.ts';
import type { Route } from './routes.ts';

/** The part of the options that composition passes on. */
export interface ApplicationBuild {
  /** The folder that the build writes: `index.html`, hashed files below `assets`, and the script that renders pages. */
  readonly folder: string;
}

interface ApplicationOptions extends ApplicationBuild {
  /** The public address of the API, which the pages call. */
  readonly baseUrl: string;
  /** The public address of the pages. */
  readonly appUrl: string;
  /** Sends the page that reports a missing build. */
  readonly missing: (koa: KoaContext) => void;
  /** True if `/` is the application for this request. For everybody else it is the home page. */
  readonly ownsHome: (koa: KoaContext) => boolean;
  readonly home: Middleware;
  readonly pages: PageRenderer;
  /** Finds the signed-in user who requests a page, with access to their queries; undefined if nobody is signed in. */
  readonly readerOf: (koa: KoaContext) => Promise<PageReader | undefined>;
}

/** The Trusted Types policy that our scripts may create: Mantine needs one to write style elements. */
const trustedTypesPolicy = 'default';

/** The types of the files that the build writes. Files of other types are not served. */
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
};

/** In order of preference: browsers accept all of them equally, and Brotli is the smallest. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * Matches a hashed file. Its name has no slash and does not begin with a dot, so it cannot escape the folder. A name that is
 * too long would be an error of the file system.
 */
const hashedFile = /^\/assets\/(?=.{1,200}$)([A-Za-z_][\w.-]*-[\w-]{8,}\.([a-z0-9]+))$/;

/** Except for `/`, every page of the application is one of these or below one. */
const pagePaths = ['/calls', '/contacts', '/deals', '/events', '/overview', '/schedules', '/settings'];

/** Serves the web application: its hashed files, and its document for the path of every page. */
export function application(options: ApplicationOptions): Route[] {
  const { folder, ownsHome, home } = options;
  const document = readOnly((koa) => sendDocument(koa, options));
  return [
    { path: '/', endpoint: (koa, next) => (ownsHome(koa) ? document : home)(koa, next) },
    ...pagePaths.flatMap((path) => [
      { path, endpoint: document },
      { path: `${path}/*`, label: path, endpoint: document },
    ]),
    { path: '/assets/*', label: '/assets/{file}', endpoint: fileIn(folder) },
  ];
}

/** Serves hashed files. Their names contain the hash of their content, so caches may store them forever. */
function fileIn(folder: string): Middleware {
  return async (koa, next) => {
    const [, name = '', extension = ''] = hashedFile.exec(koa.path) ?? [];
    const type = types[extension];
    const file = type && (await readVariant(koa, path.join(folder, 'assets', name)));
    // No cache may store the refusal: during an upgrade, another node may have the file.
    if (!file) koa.set('Cache-Control', 'no-store');
    if (!type || !file) return next();
    return readOnly(() => {
      koa.set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        ...securityHeaders.file,
        ...(file.encoding && { 'Content-Encoding': file.encoding }),
      });
      koa.set('Content-Type', type);
      koa.body = file.content;
    })(koa, next);
  };
}

interface Variant {
  readonly content: Buffer;
  readonly encoding?: string;
}

/** Reads the compressed file of the build if the client accepts it, otherwise the plain file. */
async function readVariant(koa: KoaContext, file: string): Promise<Variant | undefined> {
  koa.vary('Accept-Encoding');
  for (const { name, suffix } of encodings) {
    if (koa.acceptsEncodings(name) !== name) continue;
    const content = await read(file + suffix);
    if (content) return { content, encoding: name };
  }
  const content = await read(file);
  return content && { content };
}

async function read(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });
}

/** Sends the document. It is read for each request, so that a new build takes effect without a restart. */
async function sendDocument(koa: KoaContext, options: ApplicationOptions): Promise<void> {
  const document = await readDocument(koa, options.folder);
  if (!document) return options.missing(koa);
  koa.set({ 'Content-Security-Policy': policyOf(options, document), ...securityHeaders.page });
  koa.set('Content-Type', 'text/html; charset=utf-8');
  koa.vary('Cookie');
  const content = await contentOf(koa, options);
  // A page with personal data must not be shown again after sign-out.
  koa.set('Cache-Control', content ? 'private, no-store' : 'no-cache');
  const text = content ? withContent(document, content) : document;
  koa.body = text;
  await compressBody(koa, text, true);
}

/** Reads the document that also preloads the files of the page at this path, if there is one, otherwise the common one. */
async function readDocument(koa: KoaContext, folder: string): Promise<string | undefined> {
  const steps = koa.path.split('/').filter(Boolean);
  const names = [steps.join('.') || 'home', [...steps.slice(0, -1), '$id'].join('.')];
  for (const name of names) {
    // No page has a longer name, and the file system would reject it.
    const document = name.length < 100 && (await read(path.join(folder, 'pages', `${name}.html`)));
    if (document) return String(document);
  }
  const document = await read(path.join(folder, 'index.html'));
  return document && String(document);
}

async function contentOf(koa: KoaContext, options: ApplicationOptions): Promise<PageContent | undefined> {
  const reader = koa.method === 'GET' && isOpened(koa) ? await options.readerOf(koa) : undefined;
  if (!reader) return undefined;
  const url = new URL(koa.url, options.appUrl).href;
  const file = path.join(options.folder, 'server/render.cjs');
  const isPhone = koa.get('Sec-CH-UA-Mobile') === '?1';
  return options.pages.render({ file, url, language: languageOf(koa), isPhone, reader });
}

/** The links of a page repeat the filters of its URL, so a long URL would make a page of a megabyte. */
const maxDrawnUrl = 2_048;

/** Returns true if a tab opens the page. An image or frame elsewhere needs no data, which would use up the viewer's limits. */
function isOpened(koa: KoaContext): boolean {
  return koa.url.length <= maxDrawnUrl && ['', 'document'].includes(koa.get('Sec-Fetch-Dest'));
}

/** Returns the most preferred supported language of the browser. */
function languageOf(koa: KoaContext): string {
  return koa.acceptsLanguages().find(isLanguage) ?? 'en';
}

function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Replaces the loading indicator by the page, which React then hydrates. */
function withContent(document: string, { html, initialState }: PageContent): string {
  // In the JSON of a script element, only `<` could end it.
  const json = initialState.replaceAll('<', '\\u003c');
  return document
    .replace(/<div id="app">\s*<div class="boot">.*?<\/div>/s, () => `<div id="app">${html}`)
    .replace('</body>', () => `<script type="application/json" id="initial-state">${json}</script></body>`);
}

/** Lists the scripts and styles that every page needs; none without a build. Other pages preload them. */
export async function entryFiles({ folder }: ApplicationBuild): Promise<string[]> {
  const document = String((await read(path.join(folder, 'index.html'))) ?? '');
  return [...document.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file as string);
}

function policyOf({ baseUrl, appUrl }: ApplicationOptions, document: string): string {
  const [api, app] = [baseUrl, appUrl].map((address) => new URL(address).origin);
  return contentPolicy({
    'script-src': ["'self'", ...colorSchemeScript(document)].join(' '),
    // Mantine sizes and places its parts with style attributes, which cannot have a nonce.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': `'self'${api === app ? '' : ` ${api}`}`,
    'font-src': "'self'",
    // The booking page in the settings of its event, and previews of mails, which the page itself writes.
    'frame-src': "'self' blob:",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': trustedTypesPolicy,
  });
}

/** The hash of the only inline script, which chooses light or dark before anything is shown. */
function colorSchemeScript(document: string): string[] {
  const [, script] = /<script id="color-scheme">(.*?)<\/script>/s.exec(document) ?? [];
  return script === undefined ? [] : [`'sha256-${createHash('sha256').update(script).digest('base64')}'`];
}
