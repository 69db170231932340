import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context as KoaContext } from 'koa';

/** What a form carries to show that it came from our own page, for this browser and for just what was shown on it. */
export class FormTokens {
  readonly #key: Buffer;

  constructor(secretKey: string) {
    this.#key = createHmac('sha256', secretKey).update('form tokens').digest();
  }

  /** `browser` is what only this browser has, such as its session. */
  issue(browser: string, ...shown: readonly string[]): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([browser, ...shown]))
      .digest('base64url');
  }

  isRight(token: string, browser: string, ...shown: readonly string[]): boolean {
    const [given, right] = [token, this.issue(browser, ...shown)].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    return given.length === right.length && timingSafeEqual(given, right);
  }
}

/**
 * Whether the browser says that another site made it send this. A browser that says so little as an origin says `null`
 * of a page that wants no referrer, as ours do, and of some that are not ours: the token tells those apart.
 */
export function isForeign(koa: KoaContext, appUrl: string): boolean {
  const site = koa.get('Sec-Fetch-Site');
  if (site !== '') return site !== 'same-origin';
  return !['', 'null', new URL(appUrl).origin].includes(koa.get('Origin'));
}
