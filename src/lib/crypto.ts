import { hash, randomInt } from 'node:crypto';

/** The SHA-256 hash of a text, as the bytes that are stored. */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return hash('sha256', text, 'buffer') as Buffer<ArrayBuffer>;
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
