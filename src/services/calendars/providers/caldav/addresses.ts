import { childrenOf, textOf, type XmlNode } from '#src/lib/webdav/xml.ts';

/** The address of a resource, absolute; undefined for what is no web address. */
export function resolved(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // A credential within an address would be stored beside calendars, in the clear.
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

/** Addresses in a property. */
export function addressesIn(property: XmlNode | undefined, base: string): string[] {
  return childrenOf(property, 'href').flatMap((href) => resolved(textOf(href).trim(), base) ?? []);
}

/** Servers escape one address in several ways, and end a collection with a slash or without. */
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
