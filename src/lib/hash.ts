import { hash } from 'node:crypto';

/** The SHA-256 hash of a text, as the bytes that are stored. */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return hash('sha256', text, 'buffer') as Buffer<ArrayBuffer>;
}
