import { createHmac, hash, randomBytes, randomInt } from 'node:crypto';

/** The SHA-256 hash of a text, as the bytes that are stored. */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return hash('sha256', text, 'buffer') as Buffer<ArrayBuffer>;
}

/** HMAC-SHA-256 (RFC 2104), in base64. */
export function hmacSha256(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
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
