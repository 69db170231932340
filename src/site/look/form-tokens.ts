import { HmacKey, isSameSecret } from '#src/lib/secrets/crypto.ts';

/** Form tokens prove that a form came from our own page, for this browser and with the values shown on it. */
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
