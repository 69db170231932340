import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp, useApp } from '../support/app.ts';

const app = await useApp();

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const notFound = { message: 'Resource not found!', code: 'NOT_FOUND' };

describe('/', () => {
  it('is a page for a browser, with links to everything that is served', async () => {
    const { status, headers, body } = await app.request('/', { headers: browser });
    expect([status, headers.get('content-type'), headers.get('vary'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept',
      'private, no-cache',
    ]);
    const inApp = ['/sign-in', '/settings', '/settings/developer/api-keys'].map((path) => `http://app.test${path}`);
    for (const at of ['/docs', '/docs/reference', '/graphql', '/openapi.json', ...inApp]) {
      expect(body).toContain(`href="${at}"`);
    }
    expect(body).toContain(
      'curl &#39;http://api.test/v1/eventCalls?eventType=UPCOMING&#38;orderBy=asc&#38;limit=5&#39;',
    );
    expect(body).toContain('Bearer service_…');
    expect(body).not.toMatch(/demo workspace|rel="prefetch"/);
  });

  it('leads to pages of its own origin by their path, and loads the files of the web app ahead', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'application-'));
    await writeFile(
      path.join(folder, 'index.html'),
      '<script type="module" crossorigin src="/assets/index-AAAAAAAA.js"></script><link rel="stylesheet" href="/assets/index-BBBBBBBB.css">',
    );
    const own = await testApp({ baseUrl: 'http://app.test', application: { folder } });
    try {
      const { body } = await own.request('/', { headers: browser });
      expect(body).toContain('<a class="settings" href="/settings">');
      expect(body).toContain('<a class="button" href="/sign-in">');
      expect(String(body).match(/<link rel="prefetch".*>/g)).toEqual([
        '<link rel="prefetch" href="/assets/index-AAAAAAAA.js" as="script">',
        '<link rel="prefetch" href="/assets/index-BBBBBBBB.css" as="style">',
      ]);
    } finally {
      await own.close();
      await rm(folder, { recursive: true });
    }
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9'])(
    'is JSON for a client that accepts %s',
    async (accept) => {
      const { status, headers, body } = await app.request('/', accept ? { headers: { accept } } : {});
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(body).toMatchObject({
        name: 'Slotline',
        rest: 'http://api.test/v1',
        documentation: 'http://api.test/docs',
      });
    },
  );

  it('refuses other methods', async () => {
    const { status, headers, body } = await app.request('/', { method: 'POST', headers: browser });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(body).toEqual({ message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('an unknown address', () => {
  it('is a page with a way out for a browser', async () => {
    const { status, headers, body } = await app.request('/docs/no-such-page', { headers: browser });
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('Page not found');
    expect(body).toContain('href="/docs"');
  });

  it.each([
    ['/nothing', 'GET', {}],
    ['/nothing', 'GET', { accept: 'application/json' }],
    ['/nothing', 'POST', browser],
    ['/v1/nothing', 'GET', browser],
    ['/v1', 'GET', browser],
  ])('%s is the JSON of the contract for %s with %j', async (path, method, headers) => {
    const { status, headers: received, body } = await app.request(path, { method, headers });
    expect([status, received.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    expect(body).toEqual(notFound);
  });
});
