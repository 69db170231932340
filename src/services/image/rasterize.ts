import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { type FontWeight, fontFile } from './font-files.ts';
import { type Size, shapeProblem } from './shape.ts';

const unreadable = 'is not a readable SVG';
const tooComplicated = 'is too complex';

/** resvg refuses deeper nesting with the same error as too many elements. */
const maxDepth = 1_024;

await initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));

/** The PNG, whose longer side is as long as `side`, or a problem text that completes "The picture …". */
export function rasterize(content: Buffer, { side, isSquare }: Size): Uint8Array | string {
  const text = content.toString().replace(/^\ufeff/, '');
  const root = findRoot(text);
  if (!root) return unreadable;
  const box = boxOf(root.attributes, isSquare);
  const problem = 'problem' in box ? box.problem : undefined;
  const { viewBox, width, height } = 'problem' in box ? { viewBox: '0 0 1 1', width: 1, height: 1 } : box;
  const scale = side / Math.max(width, height);
  const [wide, high] = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
  const sized = withRoot(text, root, `viewBox="${viewBox}" width="${wide}" height="${high}"`);
  try {
    // The WASM module has no file or network access: it draws only what the text contains.
    const image = new Resvg(sized, { font: fonts('Regular', 'Bold') });
    return problem ?? image.render().asPng();
  } catch (error) {
    // The module has trapped: its memory or its stack is exhausted.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return problem ?? tooComplicated;
    const isLimit = error instanceof Error && error.message.includes('limit reached');
    return isLimit && depthOf(text) <= maxDepth ? (problem ?? tooComplicated) : unreadable;
  }
}

/** The PNG of one of our own drawings, which declares its size. */
export function draw(content: Buffer): Uint8Array {
  return new Resvg(content.toString(), { font: fonts('Regular', 'SemiBold') }).render().asPng();
}

interface Root {
  readonly start: number;
  readonly end: number;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The root's start tag if it is well-formed. resvg checks the rest. */
function findRoot(text: string): Root | undefined {
  const prologItem = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[.*?\]\s*)?>/sy;
  let start = 0;
  while (prologItem.test(text)) start = prologItem.lastIndex;
  const startTag = /<svg((?:\s+[^\s=/"'<>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
  startTag.lastIndex = start;
  const [tag, content] = startTag.exec(text) ?? [];
  if (tag === undefined || content === undefined) return undefined;
  const found = [...content.matchAll(/([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*')/g)];
  const attributes = new Map(found.map(([, name = '', value = '']) => [name, value.slice(1, -1)]));
  if (attributes.size < found.length) return undefined;
  return { start, end: start + tag.length, attributes };
}

interface Box {
  readonly viewBox: string;
  readonly width: number;
  readonly height: number;
}

/** The viewBox, or what is wrong with it. */
function boxOf(attributes: Root['attributes'], isSquare: boolean): Box | { readonly problem: string } {
  const pixels = (name: string) => attributes.get(name)?.replace(/px$/, '') ?? '';
  const box = (attributes.get('viewBox') ?? `0 0 ${pixels('width')} ${pixels('height')}`).trim().split(/[\s,]+/);
  const [, , width = Number.NaN, height = Number.NaN] = box.map(Number);
  if (box.length !== 4 || !box.map(Number).every(Number.isFinite) || width <= 0 || (height <= 0 && !isSquare)) {
    return { problem: 'must have a viewBox' };
  }
  const problem = shapeProblem({ width, height, isSquare });
  return problem === undefined ? { viewBox: box.join(' '), width, height } : { problem };
}

const sizes: ReadonlySet<string> = new Set(['viewBox', 'width', 'height', 'preserveAspectRatio']);

/** Replaces the root by one of that size. It declares common prefixes, because many programs use them undeclared. */
function withRoot(text: string, { start, end, attributes }: Root, size: string): string {
  const others = [...attributes].filter(([name]) => !sizes.has(name)).map(([name, value]) => written(name, value));
  const prefixes = new Set([...text.matchAll(/[\s<]([A-Za-z_][\w.-]*):[A-Za-z_]/g)].map(([, prefix = '']) => prefix));
  const undeclared = [...prefixes].filter((prefix) => !/^xml/i.test(prefix) && !attributes.has(`xmlns:${prefix}`));
  const declared = undeclared.map((prefix) => written(`xmlns:${prefix}`, namespaces.get(prefix) ?? 'urn:unknown'));
  const isEmpty = text.slice(start, end).endsWith('/>');
  const tag = `<svg ${[...others, ...declared, size].join(' ')}${isEmpty ? '/' : ''}>`;
  return text.slice(0, start) + tag + text.slice(end);
}

const namespaces: ReadonlyMap<string, string> = new Map([['xlink', 'http://www.w3.org/1999/xlink']]);

function written(name: string, value: string): string {
  return value.includes('"') ? `${name}='${value}'` : `${name}="${value}"`;
}

/** Excludes the machine's fonts, which would make pictures differ between nodes. */
function fonts(...weights: readonly FontWeight[]) {
  return { fontBuffers: weights.map((weight) => readFileSync(fontFile(weight))), defaultFontFamily: 'Arimo' };
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(/<[^!?][^>]*>/g)) {
    if (!tag.endsWith('/>')) depth += tag.startsWith('</') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
