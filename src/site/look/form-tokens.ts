import type { Context as KoaContext } from 'koa';
import { readText } from '#src/lib/network/request-body.ts';
import { oncePer } from '#src/lib/once-per.ts';
import { HmacKey, isSameSecret } from '#src/lib/secrets/crypto.ts';

const maxFormBytes = 64 * 1024;

/** The token of a form: it proves that the form came from our own page, for this browser and with what was shown on it. */
export class FormTokens {
  readonly #key: HmacKey;

  constructor(secretKey: string) {
    this.#key = new HmacKey(secretKey).derive('form tokens');
  }

  /** `browser` is a secret that only this browser has, such as its session. */
  issue(browser: string, ...shown: readonly string[]): string {
    return this.#key.sign(JSON.stringify([browser, ...shown]), 'base64url');
  }

  isValid(token: string, browser: string, ...shown: readonly string[]): boolean {
    return isSameSecret(token, this.issue(browser, ...shown));
  }
}

/** The fields of a posted form; none if the body is not a form, or is larger than ours can be. A request has one. */
export const readForm = oncePer(async (koa: KoaContext): Promise<URLSearchParams> => {
  const type = koa.get('Content-Type').split(';')[0]?.trim().toLowerCase();
  const text = type === 'application/x-www-form-urlencoded' ? await readText(koa.req, maxFormBytes) : '';
  return new URLSearchParams(typeof text === 'string' ? text : '');
});
