/** Names are local: in WebDAV, CalDAV and Apple's extensions, no two properties that we read share one. */
export type XmlNode = string | { readonly [name: string]: readonly XmlNode[] | string };

interface OpenNode {
  /** The name as written, which the end tag repeats. */
  readonly tag: string;
  readonly name: string;
  readonly children: Record<string, XmlNode[] | string>;
  readonly texts: string[];
}

const attributePrefix = '@';
const textName = '#text';

/** The limits of one document. A list of 10,000 entries of a calendar has 60,000 elements. */
export const xmlLimits = { elements: 300_000, attributes: 300_000, references: 1_000_000, names: 1_000, depth: 30 };

/** The document is not well-formed, or not the expected one. */
export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
}

/** The document exceeds a limit. The message completes "The answer …". */
export class TooMuchXml extends Error {
  override readonly name = 'TooMuchXml';
}

// Every repetition is bounded, so that no text makes a match take long or much memory.
const startOfTag = /<([^\s<>/="'&!?#@]{1,256})/y;
const attribute = /\s{1,1000}([^\s<>/="']{1,256})\s{0,9}=\s{0,9}(?:"([^"<]{0,4096})"|'([^'<]{0,4096})')/y;
const endOfTag = /\s{0,1000}(\/?)>/y;
const closingTag = /<\/([^\s<>/="'&!?#@]{1,256})\s{0,1000}>/y;

/**
 * Reads the well-formed document whose root has the name, and passes each of its children to `onChild` when the child ends, so
 * that a long document is never a tree as a whole. It supports what WebDAV servers send: it refuses a document type, and with
 * it every custom entity, and keeps only attributes that are called `name`. Throws an UnreadableXml or a TooMuchXml.
 */
export function readXml(text: string, rootName: string, onChild: (name: string, node: XmlNode) => void): void {
  const open: OpenNode[] = [];
  const names = new Set<string>();
  const counts = { elements: 0, attributes: 0, references: 0 };
  let hasRoot = false;
  let at = text.startsWith('\ufeff') ? 1 : 0;

  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const count = (what: keyof typeof counts) => {
    counts[what]++;
    if (counts[what] > xmlLimits[what]) throw tooMany(xmlLimits[what], what);
  };
  const skip = (begin: string, end: string) => {
    const found = text.indexOf(end, at + begin.length);
    if (found === -1) throw unreadable();
    // Comments and instructions count as well, because their number would be unlimited otherwise.
    count('elements');
    const content = text.slice(at + begin.length, found);
    at = found + end.length;
    return content;
  };
  const unescaped = (content: string) => {
    for (let found = content.indexOf('&'); found !== -1; found = content.indexOf('&', found + 1)) count('references');
    return decoded(content);
  };
  const addText = (content: string) => {
    const parent = open.at(-1);
    if (parent) parent.texts.push(content);
    else if (/\S/.test(content)) throw unreadable();
  };
  const end = ({ name, ...node }: OpenNode) => {
    const parent = open.at(-1);
    if (!parent) return;
    if (open.length === 1) return onChild(name, nodeOf(node));
    const siblings = parent.children[name];
    if (Array.isArray(siblings)) siblings.push(nodeOf(node));
    else parent.children[name] = [nodeOf(node)];
  };
  const begin = () => {
    const [, tag] = match(startOfTag) ?? [];
    if (tag === undefined) throw unreadable();
    count('elements');
    const node: OpenNode = { tag, name: localName(tag), children: {}, texts: [] };
    if (open.length === 0) {
      if (hasRoot || node.name !== rootName) throw unreadable();
      hasRoot = true;
    }
    if (open.length === xmlLimits.depth) throw new TooMuchXml(`is nested more than ${xmlLimits.depth} levels deep`);
    names.add(node.name);
    if (names.size > xmlLimits.names) throw tooMany(xmlLimits.names, 'different names');
    for (let found = match(attribute); found; found = match(attribute)) {
      count('attributes');
      const [, name = '', doubleQuoted, singleQuoted = ''] = found;
      if (localName(name) === 'name') node.children[`${attributePrefix}name`] = unescaped(doubleQuoted ?? singleQuoted);
    }
    const [, slash] = match(endOfTag) ?? [];
    if (slash === undefined) throw unreadable();
    if (slash === '/') end(node);
    else open.push(node);
  };

  while (at < text.length) {
    const next = text.indexOf('<', at);
    const until = next === -1 ? text.length : next;
    if (until > at) addText(unescaped(text.slice(at, until)));
    at = until;
    if (next === -1) break;
    if (text.startsWith('</', at)) {
      const [, tag] = match(closingTag) ?? [];
      const node = open.pop();
      if (!node || node.tag !== tag) throw unreadable();
      end(node);
    } else if (text.startsWith('<?', at)) skip('<?', '?>');
    else if (text.startsWith('<!--', at)) skip('<!--', '-->');
    else if (text.startsWith('<![CDATA[', at)) addText(skip('<![CDATA[', ']]>'));
    else begin();
  }
  if (!hasRoot || open.length > 0) throw unreadable();
}

function nodeOf({ children, texts }: Pick<OpenNode, 'children' | 'texts'>): XmlNode {
  const content = texts.join('');
  if (Object.keys(children).length === 0) return content;
  return content === '' ? children : Object.assign(children, { [textName]: content });
}

function localName(name: string): string {
  const local = name.slice(name.indexOf(':') + 1);
  // Objects inherit this name, and no property of WebDAV has it.
  if (local === '__proto__') throw unreadable();
  return local;
}

function unreadable(): UnreadableXml {
  return new UnreadableXml('The document is not the expected XML.');
}

function tooMany(limit: number, what: string): TooMuchXml {
  return new TooMuchXml(`has more than ${limit.toLocaleString('en')} ${what}`);
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the predefined references, each once. Without a document type there are no others. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi,
    (reference, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return characters[name.toLowerCase()] ?? reference;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    },
  );
}

export function childrenOf(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  if (node === undefined || typeof node === 'string' || !Object.hasOwn(node, name)) return [];
  const found = node[name];
  return typeof found === 'string' || found === undefined ? [] : found;
}

/** The first node at the end of a path. */
export function childAt(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((parent, name) => childrenOf(parent, name)[0], node);
}

/** The names of the elements in it. */
export function namesIn(node: XmlNode | undefined): string[] {
  if (node === undefined || typeof node === 'string') return [];
  return Object.keys(node).filter((name) => name !== textName && !name.startsWith(attributePrefix));
}

export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  if (typeof node === 'string') return node;
  const text = node[textName] ?? '';
  return typeof text === 'string' ? text : text.map(textOf).join('');
}

export function attributeOf(node: XmlNode, name: string): string | undefined {
  const value = typeof node === 'string' ? undefined : node[attributePrefix + name];
  return typeof value === 'string' ? value : undefined;
}

/** A text within an element or an attribute. XML forbids control characters. */
export function xmlText(text: string): string {
  const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[<>&"]/g, (character) => entities[character] as string);
}
