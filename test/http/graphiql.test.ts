import { describe, expect, test } from 'vitest';
import { bearer, useApp } from '../support/app.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());

describe('the page', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

  test('has the header of all pages, nothing inline and nothing of other hosts, and is the same for everybody', async () => {
    const { status, headers, body } = await app.request('/graphql', { headers: { accept: browser } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = String(body);
    for (const at of ['/', '/docs', '/docs/reference', '/graphql']) expect(page).toContain(`href="${at}"`);
    expect(page).toContain('href="http://app.test/settings"');
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!app\.test)|<style|<script>|\s(?:on[a-z]+|style)=/);
    const owner = await app.workspace();
    const cookie = `session=${await app.session(owner)}`;
    const signedIn = await app.request('/graphql', { headers: { accept: browser, cookie } });
    expect(signedIn.body).toBe(page);
  });

  test('loads its parts from this server, compressed, to be stored for ever; they load nothing from other hosts', async () => {
    const { body } = await app.request('/graphql', { headers: { accept: browser } });
    const named = new Set(String(body).match(/\/graphql\/assets\/[\w.-]+\/[\w.-]+/g));
    expect([...named].map((path) => path.split('/').at(-1)).sort()).toEqual([
      'editor-worker.js',
      'graphiql.css',
      'graphiql.js',
      'graphql-worker.js',
      'json-worker.js',
      'page.css',
      'page.js',
    ]);
    let bytes = 0;
    for (const path of named) {
      const { headers } = await fetch(app.url + path, { method: 'HEAD' });
      expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([
        'gzip',
        'public, max-age=31536000, immutable',
      ]);
      bytes += Number(headers.get('content-length'));
      const text = String((await app.request(path)).body);
      expect(text.match(/@import|url\(\s*["']?(?:https?:)?\/\//g)).toBeNull();
      expect(text.match(/\bimport\s*\(\s*["'`]https?:|\bfrom\s*["']https?:|importScripts\(["']https?:/g)).toBeNull();
    }
    expect(bytes).toBeLessThan(3_000_000);
    expect((await app.request('/graphql/assets/1.0.0/graphiql.js')).status).toBe(404);
  });

  test('runs only scripts of this server, may load nothing from other hosts, and no page may frame it', async () => {
    const { headers } = await app.request('/graphql', { headers: { accept: browser } });
    const policy = Object.fromEntries(
      String(headers.get('content-security-policy'))
        .split(/;\s*/)
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'worker-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
    expect(Object.values(policy).flat().join(' ')).not.toMatch(/https?:|\*|blob:/);
    expect([headers.get('referrer-policy'), headers.get('cross-origin-opener-policy')]).toEqual([
      'no-referrer',
      'same-origin',
    ]);
  });

  test('is also at the address of a link with a query', async () => {
    const { headers } = await app.request('/graphql?query={__typename}', { headers: { accept: browser } });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test.each([
    ['*/*', ''],
    ['application/json', ''],
    ['application/json', '?query={__typename}'],
  ])('is not for Accept: %s with the query %j', async (accept, search) => {
    const { headers } = await app.request(`/graphql${search}`, { headers: { accept, ...bearer(key) } });
    expect(headers.get('content-type')).toMatch(/json/);
  });
});
