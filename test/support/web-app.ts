import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type TestApp, type TestAppOptions, testApp } from './app.ts';
import { type NewPage, type OpenedPage, signIn } from './browser.ts';
import type { Member } from './factories.ts';
import { fromNow } from './present.ts';

const root = path.join(import.meta.dirname, '../..');
const documents = Object.values(JSON.parse(readFileSync(path.join(root, 'schema/persisted.json'), 'utf8'))) as string[];

/** A server with the web application as it is built. Its clock is right, because the browser's is. */
export async function webApp(options: TestAppOptions = {}): Promise<TestApp> {
  const application = { folder: path.join(root, 'build/web') };
  const app = await testApp({ application, documents, baseUrl: 'own', appUrl: 'own', ...options });
  app.clock.set(fromNow());
  return app;
}

/** A server from before the first test of a describe block to after its last. It can be named, but not used, before that. */
export function appForTests(open: () => Promise<TestApp> = webApp): TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app?.close());
  return new Proxy({} as TestApp, { get: (_, name) => Reflect.get(app ?? {}, name) });
}

/** The token of a session that lasts, since the clock of these servers is right. */
export function sessionOf(app: TestApp, member: Member): Promise<string> {
  return app.session(member, { expiresAt: fromNow(30 * 24 * 60 * 60 * 1000) });
}

/** Opens a page of the application as a member who is signed in. */
export async function openAs(
  newPage: NewPage,
  app: TestApp,
  member: Member,
  at: string,
  options?: BrowserContextOptions,
): Promise<OpenedPage> {
  const opened = await newPage(options);
  await signIn(opened.page, addressOf(app), await sessionOf(app, member));
  await opened.page.goto(addressOf(app) + at);
  return opened;
}

/** The origin of the pages: that of a redirect URI on this machine. */
export function addressOf({ url }: TestApp): string {
  return url.replace('127.0.0.1', 'localhost');
}

/** The text of a message that goes by itself. */
export function notice(page: Page, text: string | RegExp) {
  return page.locator('.mantine-Notification-root').filter({ hasText: text });
}

/** The server does what is asked, but its answers are lost. Returns a function that restores them. */
export async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route('**/graphql', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  // One that is under way ends first.
  return () => page.unrouteAll({ behavior: 'wait' });
}

/** Opens a page like `openAs` that learns nothing from others while it is open, as where a proxy holds its stream back. */
export async function openUnaware(...[newPage, ...rest]: Parameters<typeof openAs>): Promise<OpenedPage> {
  const withoutStream: NewPage = async (options) => {
    const opened = await newPage(options);
    // A route would end with those of the test.
    await opened.page.addInitScript(`{
      const fetchAnything = fetch;
      window.fetch = (at, ...others) => String(at).startsWith('/changes') ? new Promise(() => {}) : fetchAnything(at, ...others);
    }`);
    return opened;
  };
  return openAs(withoutStream, ...rest);
}

/** The variables of each request of a page for an operation. */
export function readsOf(page: Page, operation: string): Record<string, unknown>[] {
  const reads: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    const { operationName, variables } = request.postDataJSON() as {
      operationName: string;
      variables: Record<string, unknown>;
    };
    if (operationName === operation) reads.push(variables);
  });
  return reads;
}

/** The server draws no page for this one, as where it has no time for that: the browser reads all itself. */
export async function leaveToBrowser(page: Page): Promise<void> {
  await page.route(
    () => true,
    async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest()) return route.fallback();
      // Only what a tab shows is drawn.
      const headers = { ...request.headers(), 'sec-fetch-dest': 'iframe' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    },
  );
}
