/** A value of an ICU resource bundle. An object that occurs in several places is written once. */
export type Resource =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'strings'; readonly texts: readonly string[] }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'integers'; readonly values: readonly number[] }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'array'; readonly items: readonly Resource[] }
  | { readonly kind: 'table'; readonly entries: Readonly<Record<string, Resource>> };

const resourceTypes = { bytes: 1, table: 2, string: 6, integer: 7, array: 8, strings: 9, integers: 14 };
const header = Buffer.from('2000da271400000000000200526573420200000001040000'.padEnd(64, '0'), 'hex');
/** The root and seven indexes. */
const indexCount = 8;

/**
 * A `.res` file of format 2.0, little-endian, as `uresdata.h` of ICU describes it: a header, indexes, the keys of tables, a
 * part of 16-bit units for strings and lists of strings, and then the other values, each after those that it holds. Offsets
 * count words of four bytes, or units. Temporal reads lists of strings only in the 16-bit part.
 */
export function resourceBundle(root: Resource): Buffer {
  const keys = new Part(indexCount * 4);
  const units = new Part(0);
  const [keyOffsets, textOffsets] = [new Map<string, number>(), new Map<string, number>()];
  const listOffsets = new Map<Resource, number>();
  units.append(Buffer.alloc(2));
  for (const each of within(root)) {
    if (each.kind === 'table') for (const key of Object.keys(each.entries)) addKey(key);
    if (each.kind === 'string') addText(each.text);
    if (each.kind !== 'strings') continue;
    for (const text of each.texts) addText(text);
    const list = [each.texts.length, ...each.texts.map((text) => textOffsets.get(text) as number)];
    listOffsets.set(each, units.append(numbers(list, 2)) / 2);
  }
  const keysEnd = keys.align();
  const unitsEnd = keysEnd + units.align();
  const values = new Part(unitsEnd);
  const references = new Map<Resource, number>();
  const rootReference = referenceTo(root);
  const valuesEnd = values.size / 4;
  // No table has more keys than `keyOffsets`; the 1 says that no other bundle completes this one.
  const indexes = [rootReference, indexCount - 1, keysEnd / 4, valuesEnd, valuesEnd, keyOffsets.size, 1, unitsEnd / 4];
  return Buffer.concat([header, numbers(indexes, 4), keys.content(), units.content(), values.content()]);

  function addKey(key: string): void {
    if (!keyOffsets.has(key)) keyOffsets.set(key, keys.append(Buffer.from(`${key}\0`, 'latin1')));
  }

  function addText(text: string): void {
    if (!textOffsets.has(text)) textOffsets.set(text, units.append(Buffer.from(`${text}\0`, 'utf16le')) / 2);
  }

  function referenceTo(resource: Resource): number {
    const known = references.get(resource);
    if (known !== undefined) return known;
    const reference = ((resourceTypes[resource.kind] << 28) | offsetOf(resource)) >>> 0;
    references.set(resource, reference);
    return reference;
  }

  function offsetOf(resource: Resource): number {
    switch (resource.kind) {
      case 'string':
        return textOffsets.get(resource.text) as number;
      case 'strings':
        return listOffsets.get(resource) as number;
      case 'integer':
        return resource.value & 0x0fffffff;
      case 'integers':
        return addValue(numbers([resource.values.length, ...resource.values], 4));
      case 'bytes':
        return addValue(numbers([resource.bytes.length], 4), resource.bytes);
      case 'array':
        return addValue(numbers([resource.items.length, ...resource.items.map(referenceTo)], 4));
      case 'table': {
        const entries = Object.entries(resource.entries).sort(([one], [other]) => (one < other ? -1 : 1));
        const items = entries.map(([, value]) => referenceTo(value));
        const head = [entries.length, ...entries.map(([key]) => keyOffsets.get(key) as number)];
        return addValue(numbers(head.length % 2 === 0 ? head : [...head, 0], 2), numbers(items, 4));
      }
    }
  }

  function addValue(...parts: Uint8Array[]): number {
    const offset = values.append(Buffer.concat(parts));
    values.align();
    return offset / 4;
  }
}

class Part {
  readonly #parts: Uint8Array[] = [];
  /** The bytes up to its end, including the parts before it. */
  size: number;

  constructor(start: number) {
    this.size = start;
  }

  /** Returns the offset of the part. */
  append(part: Uint8Array): number {
    this.#parts.push(part);
    this.size += part.length;
    return this.size - part.length;
  }

  /** Fills up to the next word, and returns the size. */
  align(): number {
    this.append(Buffer.alloc(-this.size & 3));
    return this.size;
  }

  content(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function* within(resource: Resource): Generator<Resource> {
  yield resource;
  if (resource.kind === 'array') for (const item of resource.items) yield* within(item);
  if (resource.kind === 'table') for (const value of Object.values(resource.entries)) yield* within(value);
}

function numbers(values: readonly number[], size: 2 | 4): Buffer {
  const buffer = Buffer.alloc(values.length * size);
  for (const [index, each] of values.entries()) buffer.writeUIntLE(size === 4 ? each >>> 0 : each, index * size, size);
  return buffer;
}
