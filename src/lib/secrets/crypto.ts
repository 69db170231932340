import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** The SHA-256 hash of a text, as the bytes that are stored. */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return hash('sha256', text, 'buffer') as Buffer<ArrayBuffer>;
}

/** True if two secrets are equal. The time depends only on their lengths. */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The block length of SHA-256 in bytes. */
const blockLength = 64;

/**
 * HMAC-SHA-256 (RFC 2104) with one key, by two hashes. The Hmac object of Node takes three times as long, because the garbage
 * collector has to finalize it; a refresh of a token needs three signatures, and each page of a list one.
 */
export class HmacKey {
  readonly #inner: Buffer;
  readonly #outer: Buffer;

  constructor(key: string | Uint8Array) {
    const bytes = Buffer.from(key);
    const fitting = bytes.length > blockLength ? hash('sha256', bytes, 'buffer') : bytes;
    this.#inner = padded(fitting, 0x36);
    this.#outer = padded(fitting, 0x5c);
  }

  sign(content: string | Uint8Array, encoding: 'base64' | 'base64url'): string {
    return hash('sha256', this.#outerInput(content), encoding);
  }

  /** Another key, for one purpose or one record. */
  derive(label: string | Uint8Array): HmacKey {
    return new HmacKey(hash('sha256', this.#outerInput(label), 'buffer'));
  }

  #outerInput(content: string | Uint8Array): Buffer {
    const inner = hash('sha256', Buffer.concat([this.#inner, Buffer.from(content)]), 'buffer');
    return Buffer.concat([this.#outer, inner]);
  }
}

function padded(key: Buffer, byte: number): Buffer {
  const block = Buffer.alloc(blockLength, byte);
  for (let index = 0; index < key.length; index++) block[index] = (key[index] as number) ^ byte;
  return block;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of base62 from a cryptographic source, all equally likely: 5.95 bits a character. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) text += alphabet[randomInt(62)];
  return text;
}

/** A non-negative integer as base62, padded with zeros to `length`. */
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text.padStart(length, '0');
}

/** Random bytes in base64. */
export function randomBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64');
}
