import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
