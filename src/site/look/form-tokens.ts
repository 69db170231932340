import { HmacKey, isSameSecret } from '#src/lib/secrets/crypto.ts';

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
