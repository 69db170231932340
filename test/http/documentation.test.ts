import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { openApiDocument } from '#src/rest/openapi/document.ts';
import { pages } from '#src/site/docs/pages.ts';
import { assets } from '#src/site/look/assets.ts';
import { type TestApp, testApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const addresses = { baseUrl: 'http://api.test', appUrl: 'http://app.test' };

describe('GET /openapi.json', () => {
  it('is the document with the addresses that are configured, for everybody', async () => {
    const { status, headers, body } = await app.request('/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument(schema, addresses))));
    expect(body.servers).toEqual([{ url: 'http://api.test', description: 'This server.' }]);
    const { authorizationUrl } = body.components.securitySchemes.oauth2.flows.authorizationCode;
    expect(authorizationUrl).toBe('http://app.test/oauth/authorize');
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await app.request('/openapi.json');
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const etag = String(headers.get('etag'));
    expect(await raw('/openapi.json', { 'if-none-match': etag })).toMatchObject({
      status: 304,
      content: Buffer.from(''),
    });
    expect(await raw('/openapi.json', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the pages for a browser', () => {
  it.each(['/docs', '/docs/', '/docs/reference', '/docs/errors', '/', '/nothing'])(
    '%s is a page under a strict policy, with nothing inline and nothing foreign',
    async (path) => {
      const { status, headers, body } = await app.request(path, { headers: { accept: browser } });
      expect([status, headers.get('content-type')]).toEqual([
        path === '/nothing' ? 404 : 200,
        'text/html; charset=utf-8',
      ]);
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self'",
      );
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!app\.test)|<style|<script>|\s(?:on[a-z]+|style)=/);
    },
  );

  it('names assets that exist, and may be cached for ever', async () => {
    const { body } = await app.request('/docs/reference');
    const named = new Set([...String(body).matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path as string));
    // The script that chooses a time zone is for the sign-up, and the pictures are for the start page.
    const ofDocumentation = [...assets.keys()].filter((path) => !/\/time-zone\.js$|\.webp$/.test(path));
    expect([...named].sort()).toEqual(ofDocumentation.sort());
    for (const path of named) {
      const { status, headers } = await app.request(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each(['/docs/assets/x/swagger-ui.css', '/docs/assets/../package.json', '/docs/nothing.md', '/docs/assets'])(
    '%s is not found',
    async (path) => {
      expect((await app.request(path)).status).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'DELETE'])('%s is not allowed', async (method) => {
    const { status, headers, body } = await app.request('/docs', { method });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(body).toEqual({ message: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
  });
});

describe('what is sent', () => {
  it('is compressed for clients that accept it, and is the same', async () => {
    const path = [...assets.keys()].find((each) => each.endsWith('swagger-ui.css')) as string;
    const [plain, zipped] = [await raw(path), await raw(path, { 'accept-encoding': 'gzip' })];
    expect([plain.encoding, zipped.encoding]).toEqual([undefined, 'gzip']);
    expect(gunzipSync(zipped.content).equals(plain.content)).toBe(true);
    expect(zipped.content.length).toBeLessThan(plain.content.length / 4);
  });

  it('has the request id of every answer, and no body for HEAD', async () => {
    const { status, headers, body } = await app.request('/docs', { method: 'HEAD' });
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the pages', () => {
  it.each(pages.map(({ name }) => name))('/docs/%s.md is Markdown, and plain text for a browser', async (name) => {
    const { status, headers, body } = await app.request(`/docs/${name}.md`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(body).toMatch(/^# [A-Z]/);
    expect(body).not.toContain('undefined');
    const shown = await app.request(`/docs/${name}.md`, { headers: { accept: 'text/html,*/*' } });
    expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it.each(pages.map(({ name }) => name))('/docs/%s is HTML, and Markdown for who prefers that', async (name) => {
    const answers = await Promise.all(
      ['*/*', 'text/markdown, text/html;q=0.5'].map((accept) => app.request(`/docs/${name}`, { headers: { accept } })),
    );
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
      'text/html; charset=utf-8',
      'text/markdown; charset=utf-8',
    ]);
    const [rendered, markdown] = answers.map(({ body }) => String(body));
    expect(markdown).toBe((await app.request(`/docs/${name}.md`)).body);
    expect(rendered).not.toContain('undefined');
    expect(rendered).not.toMatch(/```|href="[^"]*\.md#|\]\(/);
  });

  it('link only to pages and headings that are there', async () => {
    const texts = await Promise.all(
      ['/', '/docs', ...pages.map(({ name }) => `/docs/${name}`)].map(async (at) => {
        const { body } = await app.request(at, { headers: { accept: browser } });
        return [at, String(body)] as const;
      }),
    );
    const idsAt = new Map(
      texts.map(([at, text]) => [at, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string))]),
    );
    for (const [at, text] of texts) {
      expect([...(idsAt.get(at) ?? [])].length).toBe([...text.matchAll(/ id="/g)].length);
      for (const [, target = '', id] of text.matchAll(/href="(\/[^"#]*)?(?:#([^"]+))?"/g)) {
        const path = target || at;
        if (id !== undefined) expect([at, path, id, idsAt.get(path)?.has(id)]).toEqual([at, path, id, true]);
        else
          expect([at, path, (await app.request(path, { headers: { accept: browser } })).status]).toEqual([
            at,
            path,
            200,
          ]);
      }
    }
  });

  it('can be searched by their sections', async () => {
    const { body } = await app.request('/docs/search.json');
    const hrefs = body.map(({ href }: { href: string }) => href);
    for (const { name } of pages) expect(hrefs).toContain(`/docs/${name}`);
    expect(body).toContainEqual({
      page: 'OAuth 2.0',
      title: '5. Refresh',
      text: expect.stringContaining('An access token is valid for an hour.'),
      href: '/docs/oauth#5-refresh',
    });
    expect(JSON.stringify(body)).not.toMatch(/```|\]\(/);
  });

  it('name only addresses that are there', async () => {
    const texts = await Promise.all(
      ['/llms.txt', ...pages.map(({ name }) => `/docs/${name}.md`)].map((at) => app.request(at)),
    );
    const linked = new Set(
      texts.flatMap(({ body }) => [...String(body).matchAll(/\]\(http:\/\/api\.test([^)]*)\)/g)].map(([, at]) => at)),
    );
    expect(linked.size).toBeGreaterThan(8);
    for (const at of linked)
      expect([at, (await app.request(`${at}`, { headers: { accept: 'text/html' } })).status]).toEqual([at, 200]);
  });

  it('/llms.txt lists every page and every endpoint', async () => {
    const { body } = await app.request('/llms.txt');
    const { body: document } = await app.request('/openapi.json');
    for (const { name } of pages) expect(body).toContain(`(http://api.test/docs/${name}.md)`);
    for (const path of Object.keys(document.paths)) expect(body).toContain(` ${path}\``);
  });
});

interface Raw {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly content: Buffer;
}

/** Without what fetch adds: it takes gzip, and asks caches for nothing old. */
function raw(path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { headers }, async (response) => {
      const content = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, encoding: response.headers['content-encoding'], content });
    });
    sent.on('error', reject);
    sent.end();
  });
}
