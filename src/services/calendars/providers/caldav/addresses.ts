import { childrenOf, textOf, type XmlNode } from '#src/lib/webdav/xml.ts';

/** The absolute address of a resource; undefined if it is not a web address. */
export function resolved(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // Removes credentials, because addresses are stored unencrypted beside calendars.
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

/** The addresses in a property. */
export function addressesIn(property: XmlNode | undefined, base: string): string[] {
  return childrenOf(property, 'href').flatMap((href) => resolved(textOf(href).trim(), base) ?? []);
}

/** Normalizes an address: servers escape it in several ways, and write collections with or without a final slash. */
export function addressKey(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + unescaped(pathname).replace(/\/+$/, '') + search;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
