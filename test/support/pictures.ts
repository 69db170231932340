import sharp from 'sharp';

/** A file as a page's file input takes it. */
export interface PictureFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A picture of one colour. */
export async function pngFile(width: number, height = width): Promise<PictureFile> {
  const image = sharp({ create: { width, height, channels: 3, background: '#3538cd' } });
  return { name: 'logo.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** A drawing, whose size only the server finds out. */
export function svgFile(width: number, height = width): PictureFile {
  const drawing = `<rect width="${width}" height="${height}" fill="#3538cd"/>`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
  return { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) };
}
