import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

export const hasBrowser = existsSync(executablePath);

/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessBrowser = hasBrowser ? '' : ` (skipped: no Chromium at ${executablePath})`;

/** The machine's Chromium, without any background requests of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
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
  });
}

/** What a page does while it is open. */
export interface WatchedPage {
  readonly page: Page;
  /** The addresses of its requests. */
  readonly requests: string[];
  /** What the console shows and what is thrown: violations of the content security policy are among it. */
  readonly complaints: string[];
}

export function watch(page: Page): WatchedPage {
  const watched: WatchedPage = { page, requests: [], complaints: [] };
  page.on('request', (request) => watched.requests.push(request.url()));
  page.on('console', (message) => watched.complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => watched.complaints.push(String(error)));
  return watched;
}
