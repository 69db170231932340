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
  /** The folder that the build writes: `index.html`, hashed files below `assets`, and the script that draws pages. */
  readonly folder: string;
}

interface ApplicationOptions extends ApplicationBuild {
  /** The public address of the API, which the pages call. */
  readonly baseUrl: string;
  /** The public address of the pages. */
  readonly appUrl: string;
  /** Sends the page that says that there is no build. */
  readonly missing: (koa: KoaContext) => void;
  /** Whether `/` is the application for this request: the home page is for everybody else. */
  readonly ownsHome: (koa: KoaContext) => boolean;
  readonly home: Middleware;
  readonly pages: PageRenderer;
  /** Whoever requests a page, with their queries; undefined where nobody is signed in. */
  readonly readerOf: (koa: KoaContext) => Promise<PageReader | undefined>;
}

/** The Trusted Types policy that a script of ours may create: Mantine writes style elements, which takes one. */
const trustedTypesPolicy = 'default';

/** Types of the files that the build writes. A file of any other type is not served. */
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
};

/** In order of preference: browsers accept all of them alike, and Brotli is the smallest. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * A hashed file. Its name has no slash and does not begin with a dot, so it cannot lead out of the folder; a name that is too
 * long for the file system would be an error there.
 */
const hashedFile = /^\/assets\/(?=.{1,200}$)([A-Za-z_][\w.-]*-[\w-]{8,}\.([a-z0-9]+))$/;

/** Every page of the application but `/` is one of these or below one. */
const pagePaths = ['/calls', '/contacts', '/events', '/schedules', '/settings'];

/** The web application: its hashed files, and its document for the path of every page. */
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

/** The name of a file has the hash of its content, so caches may store it for ever. */
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

/** The file as the build compressed it, if the client accepts that, else as it is. */
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

/** The document is read each time, so that a new build shows without a restart. */
async function sendDocument(koa: KoaContext, options: ApplicationOptions): Promise<void> {
  const document = await readDocument(koa, options.folder);
  if (!document) return options.missing(koa);
  koa.set({ 'Content-Security-Policy': policyOf(options, document), ...securityHeaders.page });
  koa.set('Content-Type', 'text/html; charset=utf-8');
  koa.vary('Cookie');
  const content = await contentOf(koa, options);
  // A page with somebody's data must not show again once they have signed out.
  koa.set('Cache-Control', content ? 'private, no-store' : 'no-cache');
  const text = content ? withContent(document, content) : document;
  koa.body = text;
  await compressBody(koa, text, true);
}

/** The document that names the files of the page at this path too, where there is one, else the one of every page. */
async function readDocument(koa: KoaContext, folder: string): Promise<string | undefined> {
  const steps = koa.path.split('/').filter(Boolean);
  const names = [steps.join('.') || 'home', [...steps.slice(0, -1), '$id'].join('.')];
  for (const name of names) {
    // No page has a longer name, and the file system refuses one.
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

/** The links of a page repeat the filters of its address, so a long one makes a page of a megabyte. */
const maxDrawnUrl = 2_048;

/** Whether a tab shows the page. Its data are nothing for an image or a frame in a page elsewhere, which costs the viewer's limits. */
function isOpened(koa: KoaContext): boolean {
  return koa.url.length <= maxDrawnUrl && ['', 'document'].includes(koa.get('Sec-Fetch-Dest'));
}

/** The language that the browser prefers, of what it sends as languages. */
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

/** The bar of a page that is being loaded gives way to the page. Nothing in it works before the application runs. */
function withContent(document: string, { html, answers }: PageContent): string {
  // In the JSON of a script element, only `<` could end it.
  const json = answers.replaceAll('<', '\\u003c');
  return document
    .replace(/<div id="app">\s*<div class="boot">.*?<\/div>/s, () => `<div id="app" inert>${html}`)
    .replace('</body>', () => `<script type="application/json" id="answers">${json}</script></body>`);
}

/**
 * The scripts and styles that the document names, which every page needs; none where there is no build. Other pages
 * have them loaded ahead.
 */
export async function entryFiles({ folder }: ApplicationBuild): Promise<string[]> {
  const document = String((await read(path.join(folder, 'index.html'))) ?? '');
  return [...document.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file as string);
}

function policyOf({ baseUrl, appUrl }: ApplicationOptions, document: string): string {
  const [api, app] = [baseUrl, appUrl].map((address) => new URL(address).origin);
  return contentPolicy({
    'script-src': ["'self'", ...colorSchemeScript(document)].join(' '),
    // Mantine sizes and places its parts with style attributes, which have no nonce.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'connect-src': `'self'${api === app ? '' : ` ${api}`}`,
    'font-src': "'self'",
    // The booking page beside the settings of its event, and mails to look at, which the page itself writes.
    'frame-src': "'self' blob:",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': trustedTypesPolicy,
  });
}

/** The one script in the document itself, which chooses light or dark before anything is shown. */
function colorSchemeScript(document: string): string[] {
  const [, script] = /<script id="color-scheme">(.*?)<\/script>/s.exec(document) ?? [];
  return script === undefined ? [] : [`'sha256-${createHash('sha256').update(script).digest('base64')}'`];
}
