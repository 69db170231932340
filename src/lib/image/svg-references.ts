import { gradients } from './svg-vocabulary.ts';

/** A part of a drawing. */
export interface Shape {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Shape | string)[];
}

/**
 * How many parts are drawn when every reference is followed: ten that each use the next ten times are ten thousand
 * million. Infinite where a part is made of itself.
 */
export function numberOfDrawnParts(root: Shape): number {
  const byId = new Map<string, Shape>();
  collect(root, byId);
  return count(root, byId, new Map());
}

export function shapesById(root: Shape): ReadonlyMap<string, Shape> {
  const byId = new Map<string, Shape>();
  collect(root, byId);
  return byId;
}

function collect(shape: Shape, byId: Map<string, Shape>): void {
  const id = shape.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, shape);
  for (const child of shape.children) if (typeof child !== 'string') collect(child, byId);
}

function count(shape: Shape, byId: ReadonlyMap<string, Shape>, known: Map<Shape, number>): number {
  const before = known.get(shape);
  if (before !== undefined) return before;
  // Met again while it is being counted, it is a part of itself.
  known.set(shape, Number.POSITIVE_INFINITY);
  const referred = [...shape.attributes.values()].flatMap(idsIn).flatMap((id) => byId.get(id) ?? []);
  // Gradients only look up the colours of another.
  const followed = referred.filter(({ name }) => !gradients.has(name));
  const parts = [...shape.children.filter((child) => typeof child !== 'string'), ...followed];
  const total = parts.reduce((sum, part) => sum + count(part, byId, known), 1);
  known.set(shape, total);
  return total;
}

/** The ids that a value refers to: `#a`, `url(#a)`. */
export function idsIn(value: string): string[] {
  return [...value.matchAll(/url\(\s*['"]?#([^)'"\s]{1,200})/gi), ...value.matchAll(/^#(.+)$/g)].map(
    ([, id]) => id as string,
  );
}
