import { readFileSync } from 'node:fs';
import { type FontWeight, fontFile } from './font-files.ts';

/** The font metrics that layout needs. */
export interface Font {
  /** True if the font has a glyph for each character of the text. */
  has(text: string): boolean;
  /** The width of a text at a size, in pixels. Kerning makes it a little narrower. */
  widthOf(text: string, size: number): number;
}

export function openFont(weight: FontWeight): Font {
  const bytes = readFileSync(fontFile(weight));
  const tables = tablesOf(bytes);
  const glyphs = glyphsOf(bytes.subarray(tables('cmap')));
  const advanceOf = advancesOf(bytes, tables);
  return {
    has: (text) => [...text].every((character) => glyphs.has(character.codePointAt(0) as number)),
    widthOf(text, size) {
      const glyphsOfText = [...text].map((character) => glyphs.get(character.codePointAt(0) as number) ?? 0);
      return glyphsOfText.reduce((sum, glyph) => sum + advanceOf(glyph) * size, 0);
    },
  };
}

type Tables = (name: string) => number;

/** The offsets of an OpenType font's tables, by their names. */
function tablesOf(bytes: Buffer): Tables {
  const count = bytes.readUInt16BE(4);
  const records = Array.from({ length: count }, (_, index) => 12 + index * 16);
  const offsets = new Map(records.map((at) => [bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8)]));
  return (name) => {
    const offset = offsets.get(name);
    if (offset === undefined) throw new Error(`The font has no table ${name}`);
    return offset;
  };
}

/** The glyph of each code point, from the Unicode subtable of format 4, which every font for the basic plane has. */
function glyphsOf(cmap: Buffer): ReadonlyMap<number, number> {
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => 4 + index * 8);
  const offsets = records.map((at) => cmap.readUInt32BE(at + 4));
  const offset = offsets.find((at) => cmap.readUInt16BE(at) === 4);
  if (offset === undefined) throw new Error('The font has no character map of format 4');
  const map = cmap.subarray(offset);
  const doubled = map.readUInt16BE(6);
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < doubled; segment += 2) addSegment(glyphs, map, { segment, doubled });
  return glyphs;
}

/** `doubled` is twice the number of segments: the byte length of each of the four consecutive arrays. */
function addSegment(
  glyphs: Map<number, number>,
  map: Buffer,
  { segment, doubled }: { readonly segment: number; readonly doubled: number },
): void {
  const end = map.readUInt16BE(14 + segment);
  const start = map.readUInt16BE(16 + doubled + segment);
  const delta = map.readUInt16BE(16 + doubled * 2 + segment);
  const rangeAt = 16 + doubled * 3 + segment;
  const range = map.readUInt16BE(rangeAt);
  for (let code = start; code <= end && code < 0xffff; code++) {
    const listed = range === 0 ? code : map.readUInt16BE(rangeAt + range + (code - start) * 2);
    const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
    if (glyph !== 0) glyphs.set(code, glyph);
  }
}

/** The width of a glyph as a fraction of the font size. */
function advancesOf(bytes: Buffer, tables: Tables): (glyph: number) => number {
  const unitsPerEm = bytes.readUInt16BE(tables('head') + 18);
  const last = bytes.readUInt16BE(tables('hhea') + 34) - 1;
  const metrics = tables('hmtx');
  return (glyph) => bytes.readUInt16BE(metrics + Math.min(glyph, last) * 4) / unitsPerEm;
}
