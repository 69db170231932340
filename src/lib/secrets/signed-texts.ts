import { HmacKey, isSameSecret } from './crypto.ts';
import { eachKey, type SecretKeys } from './secret-keys.ts';

/** Signs texts for one purpose, and reads them back: `<text>.<signature>`. They need no storage. */
export class SignedTexts {
  readonly #keys: readonly [HmacKey, ...HmacKey[]];

  constructor(secretKeys: SecretKeys, purpose: string) {
    this.#keys = eachKey(secretKeys, (secretKey) => new HmacKey(secretKey).derive(purpose));
  }

  sign(text: string): string {
    return `${text}.${this.#keys[0].sign(text, 'base64url')}`;
  }

  /** The signed text; undefined unless it was signed with one of the keys and for the same purpose. */
  read(signed: string): string | undefined {
    const end = signed.lastIndexOf('.');
    const text = signed.slice(0, Math.max(0, end));
    // Compared as text, because several base64url texts decode to the same bytes.
    const signature = signed.slice(end + 1);
    return this.#keys.some((key) => isSameSecret(signature, key.sign(text, 'base64url'))) ? text : undefined;
  }
}
