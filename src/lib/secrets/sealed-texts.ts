import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Encrypts texts for one purpose, so that a copy of the database alone does not show them. */
export class SealedTexts {
  readonly #key: Buffer;

  constructor(secretKey: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
  }

  /** The bytes that are stored: nonce, authentication tag, encrypted text. The same text never gives the same bytes. */
  seal(text: string): Buffer<ArrayBuffer> {
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, this.#key, nonce, { authTagLength: tagLength });
    const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
    return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]);
  }

  /** The text; undefined if the bytes were altered, or sealed with another key or for another purpose. */
  open(sealed: Uint8Array): string | undefined {
    if (sealed.length < nonceLength + tagLength) return undefined;
    const tagEnd = nonceLength + tagLength;
    const decryption = createDecipheriv(cipher, this.#key, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decryption.setAuthTag(sealed.subarray(nonceLength, tagEnd));
    try {
      return Buffer.concat([decryption.update(sealed.subarray(tagEnd)), decryption.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
