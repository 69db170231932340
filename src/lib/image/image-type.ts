export type RasterType = 'jpeg' | 'png' | 'webp';
export type ImageType = RasterType | 'svg';

/** What the first bytes say, whatever the name or the sender said; undefined for anything else. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return /^(\u00ef\u00bb\u00bf)?\s*</.test(bytes.toString('latin1', 0, 200)) ? 'svg' : undefined;
}
