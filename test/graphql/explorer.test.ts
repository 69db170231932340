import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, type TestApp, testApp } from '../support/app.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await testApp();
  key = await app.apiKey(await app.workspace());
});
afterAll(() => app.close());

describe('the page', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

  test('is GraphiQL with all its parts: it loads nothing from other hosts', async () => {
    const { status, headers, body } = await app.request('/graphql', { headers: { accept: browser } });
    const page = String(body);
    // The content of scripts and styles is text, not markup.
    const markup = page.replace(/<(script|style)\b([^>]*)>[\s\S]*?<\/\1>/gi, '<$1$2>');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(markup).toContain('<title>Slotline</title>');
    expect(markup.match(/\b(?:src|href|action|data|srcset|poster)\s*=\s*["']?\s*(?:https?:)?\/\//gi)).toBeNull();
    expect(page.match(/@import|url\(\s*["']?(?:https?:)?\/\//g)).toBeNull();
    expect(page.match(/\bimport\s*\(\s*["'`]https?:|\bfrom\s*["']https?:|importScripts\(["']https?:/g)).toBeNull();
  });

  test('may load nothing from other hosts, and no page may frame it', async () => {
    const { headers } = await app.request('/graphql', { headers: { accept: browser } });
    const policy = Object.fromEntries(
      String(headers.get('content-security-policy'))
        .split(/;\s*/)
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'connect-src': ["'self'"],
    });
    expect(Object.values(policy).flat().join(' ')).not.toMatch(/https?:|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('is also at the address that GraphiQL makes of an edited query, so that it can be reloaded', async () => {
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

  test('is sent compressed', async () => {
    const response = await fetch(`${app.url}/graphql`, { headers: { accept: browser } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(3_000_000);
    await response.body?.cancel();
  });
});
