import { HmacKey, isSameSecret } from '#src/lib/secrets/crypto.ts';
import { eachKey, type SecretKeys } from '#src/lib/secrets/secret-keys.ts';

/** Form tokens prove that a form came from our own page, for this browser and with the values shown on it. */
export class FormTokens {
  readonly #keys: readonly [HmacKey, ...HmacKey[]];

  constructor(secretKeys: SecretKeys) {
    this.#keys = eachKey(secretKeys, (secretKey) => new HmacKey(secretKey).derive('form tokens'));
  }

  /** `browser` is a secret that only this browser has, such as its session. */
  issue(browser: string, ...shown: readonly string[]): string {
    return issued(this.#keys[0], browser, shown);
  }

  isValid(token: string, browser: string, ...shown: readonly string[]): boolean {
    return this.#keys.some((key) => isSameSecret(token, issued(key, browser, shown)));
  }
}

function issued(key: HmacKey, browser: string, shown: readonly string[]): string {
  return key.sign(JSON.stringify([browser, ...shown]), 'base64url');
}
