import { XMLParser } from 'fast-xml-parser';

/** Names are local: WebDAV, CalDAV and the extensions of Apple give no two properties of ours the same one. */
export type XmlNode = string | { readonly [name: string]: readonly XmlNode[] | string };

const attributePrefix = '@';
const textName = '#text';

const parser = new XMLParser({
  removeNSPrefix: true,
  // The only attribute that CalDAV answers with is the name of a component.
  ignoreAttributes: (name) => name !== 'name',
  attributeNamePrefix: attributePrefix,
  textNodeName: textName,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  jPath: false,
  maxNestedTags: 30,
  entityDecoder: {
    decode: decoded,
    // No answer of WebDAV needs a document type. Without one no entity can stand for a text that grows.
    addInputEntities() {
      throw new Error('The document has a document type.');
    },
    setExternalEntities() {},
    setXmlVersion() {},
    reset() {},
  },
});

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The references that XML has by itself, each once. */
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

/** The root of a well-formed document, which has the name; throws where there is none. An incomplete one is not well-formed. */
export function parseXml(text: string, rootName: string): XmlNode {
  const document: XmlNode = parser.parse(text, true);
  const [root] = childrenOf(document, rootName);
  if (root === undefined) throw new Error(`The document has no ${rootName}.`);
  return root;
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

/** A text within an element or an attribute. Control characters may not stand in XML at all. */
export function xmlText(text: string): string {
  const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[<>&"]/g, (character) => entities[character] as string);
}
