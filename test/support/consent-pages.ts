import type { BrowserContextOptions } from 'playwright-core';
import { send, type TestApp } from './app.ts';
import { refreshIn } from './booking-pages.ts';
import type { NewPage, OpenedPage } from './browser.ts';
import { authorizationQuery, type Fields, type OAuthApp } from './oauth.ts';

/** A form of a page as a browser without script would post it. */
interface ShownForm {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The hidden fields, and the workspaces to choose from. */
  readonly fields: Readonly<Record<string, string>>;
  readonly workspaces: readonly { readonly id: number; readonly name: string }[];
}

export function authorizePath(client: OAuthApp, fields: Fields = {}): string {
  return `/oauth/authorize?${authorizationQuery(client, fields)}`;
}

/** A page as a browser with these cookies receives it. */
export async function openPage(app: TestApp, path: string, cookie = ''): Promise<ShownForm> {
  const { status, body, headers } = await send(app.url + path, { redirect: 'manual', headers: { cookie } });
  const text = String(body);
  return { status, text, headers, fields: hiddenFields(text), workspaces: workspacesIn(text) };
}

export interface Posted {
  readonly cookie?: string;
  readonly fields?: Fields;
  readonly headers?: Record<string, string>;
}

export async function postPage(app: TestApp, path: string, { cookie = '', fields = {}, headers = {} }: Posted) {
  const pairs = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const {
    status,
    body,
    headers: answered,
  } = await send(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...headers },
    body: new URLSearchParams(pairs),
  });
  const text = String(body);
  return { status, text, headers: answered, location: answered.get('location'), refreshTo: refreshIn(text) };
}

function hiddenFields(text: string): Record<string, string> {
  const found = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

function workspacesIn(text: string): { id: number; name: string }[] {
  const options = [...text.matchAll(/<option value="(\d+)"[^>]*>([^<]*)<\/option>/g)];
  const only = [...text.matchAll(/<bdi>([^<]*)<\/bdi><input type="hidden" name="workspaceId" value="(\d+)">/g)];
  return [
    ...options.map(([, id, name]) => ({ id: Number(id), name: String(name) })),
    ...only.map(([, name, id]) => ({ id: Number(id), name: String(name) })),
  ];
}

export interface Visit extends OpenedPage {
  /** Where the app was answered. */
  readonly answered: Promise<URL>;
}

/** A browser of a person, and the app's own site, which answers there without being on any network. */
export async function visit(newPage: NewPage, client: OAuthApp, options?: BrowserContextOptions): Promise<Visit> {
  const opened = await newPage(options);
  const { promise: answered, resolve } = Promise.withResolvers<URL>();
  const { origin } = new URL(client.redirectUri);
  // A redirect passes by the route below and finds no such host, so the page opens its address once more. It may be
  // closed meanwhile, since a test can end as soon as the app was answered.
  opened.page.on('requestfailed', (request) => {
    if (request.redirectedFrom() === null || new URL(request.url()).origin !== origin) return;
    opened.page.goto(request.url()).catch(() => undefined);
  });
  await opened.page.route(`${origin}/**`, async (route) => {
    resolve(new URL(route.request().url()));
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Back</title><h1>Back at the app</h1>',
    });
  });
  return { ...opened, answered };
}
