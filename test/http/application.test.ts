import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { buildCommand } from '../../src/site/home/missing-build.ts';
import { testApp, useApp } from '../support/app.ts';
import { builtApplication } from '../support/built-application.ts';

const script = `document.title = ${JSON.stringify('built '.repeat(500))};`;
const page = '<!doctype html><title>Slotline</title><script type="module" src="/assets/index-CkB-x9_a.js"></script>';
const callsPage = page.replace('<title>', '<link rel="modulepreload" href="/assets/page-12345678.js"><title>');
const callPage = callsPage.replace('page-', 'call-');
const homePage = callsPage.replace('page-', 'home-');
const font = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 1, 2, 3]);

const build = builtApplication({
  'index.html': page,
  'pages/calls.html': callsPage,
  'pages/calls.$id.html': callPage,
  'pages/home.html': homePage,
  'secret.txt': 'outside of assets',
  'assets/index-CkB-x9_a.js': script,
  'assets/index-12345678.css': 'body { margin: 0 }',
  'assets/inter-DEADBEEF.woff2': font,
  'assets/notes-12345678.txt': 'of no type that the build writes',
  'assets/plain.js': 'without a hash',
});
writeFileSync(path.join(build.folder, 'assets/lone-12345678.js'), 'no compressed form');
mkdirSync(path.join(build.folder, 'assets/folder-12345678.js'));
const app = await useApp({ application: { folder: build.folder } });
afterAll(async () => {
  build?.[Symbol.dispose]();
});

/** The response as it was sent, to a path as it is written; fetch would decompress the one and normalise the other. */
function ask(at: string, { method = 'GET', ...headers }: Record<string, string> = {}, { url } = app) {
  return new Promise<{ status?: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const sent = request(url, { path: at, method, headers }, async (answer) => {
      resolve({ status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) });
    });
    sent.on('error', reject).end();
  });
}

const scriptPath = '/assets/index-CkB-x9_a.js';
const cached = 'public, max-age=31536000, immutable';

describe('a hashed file', () => {
  test.each([
    [scriptPath, 'text/javascript; charset=utf-8', Buffer.from(script)],
    ['/assets/index-12345678.css', 'text/css; charset=utf-8', Buffer.from('body { margin: 0 }')],
    ['/assets/inter-DEADBEEF.woff2', 'font/woff2', font],
    ['/assets/lone-12345678.js', 'text/javascript; charset=utf-8', Buffer.from('no compressed form')],
  ])('%s is sent with its type, for a cache to store for ever', async (at, type, content) => {
    const { status, headers, bytes } = await ask(at);
    expect([status, bytes]).toEqual([200, content]);
    expect(headers).toMatchObject({
      'cache-control': cached,
      'content-length': String(content.length),
      'content-type': type,
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0.1, gzip', 'br', brotliDecompressSync],
    ['*', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])('is sent as it was compressed for Accept-Encoding %s', async (accepted, encoding, decompress) => {
    const { status, headers, bytes } = await ask(scriptPath, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
      200,
      encoding,
      String(bytes.length),
    ]);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(String(decompress(bytes))).toBe(script);
  });

  test.each(['identity', 'deflate', 'gzip;q=0, br;q=0'])('is plain for Accept-Encoding %s', async (accepted) => {
    const { headers, bytes } = await ask(scriptPath, { 'accept-encoding': accepted });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(String(bytes)).toBe(script);
  });

  test('is plain where the build has no compressed form of it', async () => {
    const { headers, bytes } = await ask('/assets/lone-12345678.js', { 'accept-encoding': 'br, gzip' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(String(bytes)).toBe('no compressed form');
  });

  test('has the same headers for HEAD, and no body', async () => {
    const { status, headers, bytes } = await ask(scriptPath, { method: 'HEAD' });
    expect([status, bytes.length]).toEqual([200, 0]);
    expect(headers).toMatchObject({ 'cache-control': cached, 'content-length': String(script.length) });
  });

  test('refuses other methods', async () => {
    const { status, headers } = await ask(scriptPath, { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

test.each([
  '/assets/missing-12345678.js',
  '/assets/plain.js',
  '/assets/notes-12345678.txt',
  '/assets/folder-12345678.js',
  '/assets/',
  '/assets/../secret.txt',
  '/assets/..%2fsecret-12345678.js',
  '/assets/%2e%2e/index.html',
  '/assets/..\\index-12345678.js',
  '/assets//index-CkB-x9_a.js',
  '/assets/index-CkB-x9_a.js.br',
  '/assets/index-CkB-x9_a.js%00.js',
  '/assets/index-CkB-x9_a.constructor',
  `/assets/${'a'.repeat(300)}-12345678.js`,
])('%s is a 404 that no cache stores', async (at) => {
  const { status, headers, bytes } = await ask(at, { 'accept-encoding': 'br' });
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(JSON.parse(String(bytes))).toEqual({ message: 'Resource not found!', code: 'NOT_FOUND' });
});

describe('the document', () => {
  test.each([
    '/settings',
    '/settings/',
    '/settings/developer/webhooks/12?range=week',
    '/events',
    '/events/1',
    '/calls/call_1/more',
    '/calls/..%2fsecret.txt',
    `/events/${'1'.repeat(3000)}`,
  ])('is at %s', async (at) => {
    const { status, headers, bytes } = await ask(at, { accept: 'text/html' });
    expect([status, String(bytes)]).toEqual([200, at.startsWith('/calls/..') ? callPage : page]);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['/calls', callsPage],
    ['/calls/', callsPage],
    ['/calls?when=past', callsPage],
    ['/calls/call_1', callPage],
    [`/calls/${'1'.repeat(3000)}`, callPage],
  ])('at %s.60s names the files of that page too', async (at, expected) => {
    const { status, bytes } = await ask(at, { accept: 'text/html' });
    expect([status, String(bytes)]).toEqual([200, expected]);
  });

  test('is at / for a browser with a session, and the home page for everybody else', async () => {
    const browser = { accept: 'text/html' };
    const own = await ask('/', { ...browser, cookie: 'session=service_ses_x' });
    expect([own.status, String(own.bytes)]).toEqual([200, homePage]);
    expect(own.headers.vary).toBe('Cookie, Accept, Accept-Encoding');
    expect(own.headers['cache-control']).toBe('no-cache');
    const home = await ask('/', browser);
    expect(String(home.bytes)).toContain('>Sign in<');
    expect([home.headers.vary, home.headers['cache-control']]).toEqual(['Cookie, Accept', 'private, no-cache']);
    const index = await ask('/', { accept: 'application/json', cookie: 'session=service_ses_x' });
    expect(JSON.parse(String(index.bytes))).toMatchObject({ name: 'Slotline' });
  });

  test.each(['/settingsmore', '/Settings', '/callsheet', '/setting'])('is not at %s', async (at) => {
    expect((await ask(at, { accept: 'text/html' })).status).toBe(404);
  });

  test('is compressed for who accepts that', async () => {
    const { headers, bytes } = await ask('/settings', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Cookie, Accept-Encoding' });
    expect(String(brotliDecompressSync(bytes))).toBe(page);
  });

  test('has no body for HEAD, and refuses other methods', async () => {
    const head = await ask('/settings', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(page.length), 0]);
    const { status, headers } = await ask('/settings', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('allows nothing but its own files, and the API where it has another origin', async () => {
    const { headers } = await ask('/settings');
    const directives = String(headers['content-security-policy']).split('; ');
    expect(directives).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "connect-src 'self' http://api.test",
      "font-src 'self'",
      "frame-src 'self' blob:",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]);
  });

  test('counts as a few routes in the metrics, as the files do', async () => {
    await ask('/settings/developer');
    await ask('/calls/call_1');
    await ask(scriptPath);
    const { body } = await app.request('/metrics');
    expect(body).toContain('route="/settings"');
    expect(body).toContain('route="/calls"');
    expect(body).toContain('route="/assets/{file}"');
    expect(body).not.toContain('developer');
    expect(body).not.toContain('call_1');
    expect(body).not.toContain('x9_a');
  });
});

test('a page of the same origin as the API needs no other', async () => {
  const node = await testApp({
    databaseUrl: app.databaseUrl,
    application: build,
    appUrl: 'https://slotline.test/app',
    baseUrl: 'https://slotline.test',
  });
  try {
    const { headers } = await ask('/settings', {}, node);
    expect(headers['content-security-policy']).toContain("; connect-src 'self'; ");
  } finally {
    await node.close();
  }
});

test('without a build, a page says which command makes one, until there is one', async () => {
  using empty = builtApplication({});
  rmSync(empty.folder, { recursive: true });
  const node = await testApp({ databaseUrl: app.databaseUrl, application: empty });
  try {
    const missing = await ask('/settings/developer', {}, node);
    expect([missing.status, missing.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(missing.bytes)).toContain(`<code>${buildCommand}</code>`);
    expect((await ask(scriptPath, {}, node)).status).toBe(404);
    mkdirSync(empty.folder);
    writeFileSync(path.join(empty.folder, 'index.html'), page);
    const built = await ask('/settings/developer', {}, node);
    expect([built.status, String(built.bytes)]).toEqual([200, page]);
    expect(node.unexpected).toEqual([]);
  } finally {
    await node.close();
  }
});
