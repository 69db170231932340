import { HmacKey, isSameSecret } from './crypto.ts';

/** Signs texts for one purpose, and reads them back: `<text>.<signature>`. They need no storage. */
export class SignedTexts {
  readonly #key: HmacKey;

  constructor(secretKey: string, purpose: string) {
    this.#key = new HmacKey(secretKey).derive(purpose);
  }

  sign(text: string): string {
    return `${text}.${this.#key.sign(text, 'base64url')}`;
  }

  /** The signed text; undefined unless it was signed with the same key and for the same purpose. */
  read(signed: string): string | undefined {
    const end = signed.lastIndexOf('.');
    const text = signed.slice(0, Math.max(0, end));
    // Compared as text, because several base64url texts decode to the same bytes.
    return isSameSecret(signed.slice(end + 1), this.#key.sign(text, 'base64url')) ? text : undefined;
  }
}
