import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { test } from 'vitest';
import { onDemand } from '#src/http/on-demand.ts';
import { until } from './waiting.ts';

/**
 * The headless shell is the same Chromium without the windows and tabs around each page, which nobody sees here: a page
 * takes a quarter of the time.
 */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = programs.find(existsSync);

export const hasBrowser = executablePath !== undefined;

/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessBrowser = hasBrowser ? '' : ` (skipped: no Chromium at ${programs.join(' or ')})`;

/** The Chromium of this worker, without any background requests of its own. It ends with the worker. */
const sharedBrowser = onDemand(() =>
  chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }),
);

/** A page with cookies and storage of its own, and what it does while it is open. */
export interface OpenedPage {
  readonly page: Page;
  /** The origins of its requests. */
  readonly origins: ReadonlySet<string>;
  /** What the console shows and what is thrown: violations of the content security policy are among it. */
  readonly complaints: readonly string[];
}

export type NewPage = (options?: BrowserContextOptions) => Promise<OpenedPage>;

/** A test whose pages close when it ends. Tests that run side by side also need the `expect` that each is given. */
export const browserTest = test.extend<{ newPage: NewPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of needed fixtures from this pattern.
  newPage: async ({}, use) => {
    const opened: OpenedPage[] = [];
    await use(async (options) => {
      // Dialogs are there at once: half faded in they would have colours that nobody sees.
      const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
      // Playwright's error names the element that did not come; that of Vitest, which ends the test much later, names none.
      context.setDefaultTimeout(60_000);
      const watched = watch(await context.newPage());
      opened.push(watched);
      return watched;
    });
    await Promise.all(opened.map(({ page }) => page.context().close()));
  },
});

/**
 * Until the application has taken over what the server drew, its links alone react: a person sees that, and tests wait. Those of
 * what was drawn open a page with `waitUntil: 'commit'`.
 */
function waitForApplication(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const isReady = () => page.locator('#initial-state').waitFor({ state: 'detached' });
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await isReady();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await isReady();
    return response;
  };
}

/**
 * Text is typed once a field has the focus: a dialog is there a moment before its field has it. An arrow moves from the
 * chosen option, which a list that opens finds in a timer: until that has fired, the arrow would move from none.
 */
function waitForFocus(page: Page): void {
  const [type, press] = [page.keyboard.type.bind(page.keyboard), page.keyboard.press.bind(page.keyboard)];
  page.keyboard.press = async (key, options) => {
    if (/Arrow(Up|Down)$/.test(key)) await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    await press(key, options);
  };
  page.keyboard.type = async (text, options) => {
    await page.locator(':is(input, textarea, select):focus').waitFor();
    await type(text, options);
  };
}

/** How long a page without a request counts as idle, as Playwright has it. */
const idleMs = 500;

/** Playwright never finds the network idle while a page reads its stream of changes, so all other requests are counted here. */
function waitForRequests(page: Page): void {
  const running = new Set<Request>();
  let lastAt = 0;
  const end = (request: Request) => {
    running.delete(request);
    lastAt = performance.now();
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/changes') running.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const [goto, waitForLoadState] = [page.goto.bind(page), page.waitForLoadState.bind(page)];
  const isIdle = () => until(() => running.size === 0 && performance.now() - lastAt > idleMs);
  page.goto = async (url, options = {}) => {
    if (options.waitUntil !== 'networkidle') return goto(url, options);
    const response = await goto(url, { ...options, waitUntil: 'load' });
    await isIdle();
    return response;
  };
  page.waitForLoadState = async (state, options) => {
    if (state !== 'networkidle') return waitForLoadState(state, options);
    await isIdle();
  };
}

function watch(page: Page): OpenedPage {
  waitForRequests(page);
  waitForApplication(page);
  waitForFocus(page);
  const origins = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, origins, complaints };
}

/** Waits for a frame and 100 ms, before a test says that something does not appear. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
}

/** Gives a page the session with this token, as the sign-in page would. */
export async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.context().addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
}

export const colorSchemes = ['light', 'dark'] as const;
export const widths = [1280, 390] as const;

export interface Look {
  readonly colorScheme: (typeof colorSchemes)[number];
  readonly width: number;
}

export const looks: readonly Look[] = colorSchemes.flatMap((colorScheme) =>
  widths.map((width) => ({ colorScheme, width })),
);

/** Changes the look of a loaded page, up to the end of transitions, which would show colours of neither look. */
export async function setLook(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const animation of document.getAnimations()) {
      if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  })()`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The context of a page that axe checks: the content security policy would keep axe itself out. */
export const forAxe: BrowserContextOptions = { bypassCSP: true };

/** Which rules axe runs: those about colours depend on the colour scheme, the others only on the width. */
export type Rules = 'all' | 'colors' | 'others';

/** What axe finds serious or critical. Every finding has the impact of its rule, so the other rules need not run. */
export async function seriousFindings(
  page: Page,
  rules: Rules,
): Promise<{ rule: string; target: string; why?: string }[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // Without `iframes: false` it waits half a second for its own answer from a frame, where it is not.
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, {
    iframes: false,
    resultTypes: ['violations'],
    rules: Object.fromEntries(axe._audit.rules
      .filter(({ id, impact }) => {
        const isOfColors = id === 'color-contrast' || id === 'link-in-text-block';
        return impact === 'minor' || impact === 'moderate' || '${rules}' === (isOfColors ? 'others' : 'colors');
      })
      .map(({ id }) => [id, { enabled: false }])),
  })`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => ({ rule: id, target: target.join(' '), why: any[0]?.message })),
  );
}

const folder = process.env.SCREENSHOTS;

export const takesPictures = folder !== undefined;

/** Writes a picture of the page where SCREENSHOTS names a folder. */
export async function screenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}
