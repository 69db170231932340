import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';
import { idsIn, numberOfDrawnParts, type Shape, shapesById } from './svg-references.ts';
import { attributes, elements, functions, gradients } from './svg-vocabulary.ts';

const namespace = 'http://www.w3.org/2000/svg';
const greatestNumberOfParts = 20_000;
const greatestDepth = 64;

/**
 * A square drawing written anew from the parts and attributes that only draw: scripts, events, links, entities, foreign
 * content and whatever would be loaded from elsewhere are left out.
 */
export function harmlessSvg(text: string, side: number): string | { readonly problem: string } {
  const root = parse(text);
  if (!root) return { problem: 'is no SVG that can be read' };
  const size = squareOf(root);
  if (typeof size !== 'string') return size;
  const drawing = withoutStrayStyles(shapeOf(root, 0));
  if (numberOfDrawnParts(drawing) > greatestNumberOfParts) return { problem: 'is too complicated a drawing' };
  const content = drawing.children.map(written).join('');
  return `<svg xmlns="${namespace}" viewBox="${size}" width="${side}" height="${side}"${attributesOf(drawing)}>${content}</svg>\n`;
}

function parse(text: string): XmlElement | undefined {
  try {
    const { root } = parseXml(text);
    return root?.name === 'svg' && root.attributes.xmlns === namespace ? root : undefined;
  } catch {
    // Not well-formed, an entity of its own, or nested deeper than the parser's stack.
    return undefined;
  }
}

function squareOf({ attributes: given }: XmlElement): string | { readonly problem: string } {
  const box = (given.viewBox ?? `0 0 ${pixels(given.width)} ${pixels(given.height)}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = Number.NaN, height = Number.NaN] = box;
  if (box.length !== 4 || !box.every(Number.isFinite) || width <= 0) return { problem: 'must have a viewBox' };
  return width === height ? box.join(' ') : { problem: `must be square, but is ${width} by ${height}` };
}

function pixels(length: string | undefined): string {
  return length?.replace(/px$/, '') ?? '';
}

function shapeOf({ name, attributes: given, children }: XmlElement, depth: number): Shape {
  const kept = Object.entries(given).flatMap(([key, value]) => harmlessAttribute(key, value));
  return { name, attributes: new Map(kept), children: children.flatMap((child) => partOf(child, name, depth + 1)) };
}

function partOf(node: unknown, parent: string, depth: number): (Shape | string)[] {
  if (node instanceof XmlText) return ['text', 'tspan', 'style'].includes(parent) ? [node.text] : [];
  if (!(node instanceof XmlElement) || !elements.has(node.name) || depth > greatestDepth) return [];
  // What another namespace calls `path` is no path.
  return (node.attributes.xmlns ?? namespace) === namespace ? [shapeOf(node, depth)] : [];
}

function harmlessAttribute(name: string, value: string): [string, string][] {
  if (name === 'href' || name === 'xlink:href') return /^#[^\s#]+$/.test(value) ? [['href', value]] : [];
  return attributes.has(name) && isHarmless(value) ? [[name, value]] : [];
}

const longestFunction = 20;
const greatestNumberOfCalls = 10_000;

/** Refers to nothing but parts of the drawing. A backslash or an at-rule could say anything. */
function isHarmless(css: string): boolean {
  if (/[\\@<]|\/\//.test(css)) return false;
  const calls = [...css.matchAll(/\(/g)].map(({ index }) => index);
  if (calls.length > greatestNumberOfCalls) return false;
  const addresses = css.match(/url\(/gi)?.length ?? 0;
  const own = css.match(/url\(\s*['"]?#/g)?.length ?? 0;
  return addresses === own && calls.every((index) => functions.has(nameBefore(css, index)));
}

function nameBefore(css: string, index: number): string {
  const before = css.slice(Math.max(0, index - longestFunction), index).trimEnd();
  return /[\w-]*$/.exec(before)?.[0] ?? '';
}

/** A style sheet may say for any part what it refers to, which cannot be counted: so only to gradients. */
function withoutStrayStyles(root: Shape): Shape {
  const byId = shapesById(root);
  const isGradient = (id: string) => gradients.has(byId.get(id)?.name ?? '');
  const isStray = (child: Shape | string) =>
    typeof child !== 'string' && child.name === 'style' && !isSoundStyle(child, isGradient);
  const clean = (shape: Shape): Shape => ({
    ...shape,
    children: shape.children
      .filter((child) => !isStray(child))
      .map((child) => (typeof child === 'string' ? child : clean(child))),
  });
  return clean(root);
}

function isSoundStyle({ children }: Shape, isGradient: (id: string) => boolean): boolean {
  const css = children.join('');
  return isHarmless(css) && idsIn(css).every(isGradient);
}

function written(part: Shape | string): string {
  if (typeof part === 'string') return escaped(part);
  return `<${part.name}${attributesOf(part)}>${part.children.map(written).join('')}</${part.name}>`;
}

const setByUs = new Set(['viewBox', 'width', 'height']);

function attributesOf({ name, attributes: kept }: Shape): string {
  const shown = [...kept].filter(([key]) => name !== 'svg' || !setByUs.has(key));
  return shown.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
