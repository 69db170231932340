import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { eachKey, type SecretKeys } from './secret-keys.ts';

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Encrypts texts for one purpose, so that a copy of the database alone does not show them. */
export class SealedTexts {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  constructor(secretKeys: SecretKeys, purpose: string) {
    this.#keys = eachKey(secretKeys, (secretKey) => Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)));
  }

  /** The bytes that are stored: nonce, authentication tag, encrypted text. The same text never gives the same bytes. */
  seal(text: string): Buffer<ArrayBuffer> {
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, this.#keys[0], nonce, { authTagLength: tagLength });
    const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
    return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]);
  }

  /** The text; undefined if the bytes were altered, or sealed with none of the keys or for another purpose. */
  open(sealed: Uint8Array): string | undefined {
    return this.#keys
      .values()
      .map((key) => opened(sealed, key))
      .find((text) => text !== undefined);
  }

  /** The same text, sealed with the first key; undefined if it is already, or none of the keys opens it. */
  sealAnew(sealed: Uint8Array): Buffer<ArrayBuffer> | undefined {
    if (opened(sealed, this.#keys[0]) !== undefined) return undefined;
    const text = this.open(sealed);
    return text === undefined ? undefined : this.seal(text);
  }
}

function opened(sealed: Uint8Array, key: Buffer): string | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined;
  const tagEnd = nonceLength + tagLength;
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decryption.setAuthTag(sealed.subarray(nonceLength, tagEnd));
  try {
    return Buffer.concat([decryption.update(sealed.subarray(tagEnd)), decryption.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
