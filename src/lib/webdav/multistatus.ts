import { childAt, childrenOf, parseXml, textOf, type XmlNode } from './xml.ts';

/** What a 207 says of one resource (RFC 4918, 14.24). */
export interface ResourceStatus {
  /** As the server wrote it. */
  readonly href: string;
  /** Of the resource as a whole; undefined where only its properties have one. */
  readonly status: number | undefined;
  /** A property that the resource has. */
  property(name: string): XmlNode | undefined;
  /** The status of a property that it does not give. */
  failure(name: string): number | undefined;
}

/** Throws where the text is no multistatus. */
export function parseMultistatus(text: string): ResourceStatus[] {
  return childrenOf(parseXml(text, 'multistatus'), 'response').flatMap(resourceStatuses);
}

/** One for each of its addresses: those of a status in common may share a response. */
function resourceStatuses(response: XmlNode): ResourceStatus[] {
  const groups = childrenOf(response, 'propstat').map((propstat) => ({
    // A group without a status would be a fault of the server: it is not taken for a good one.
    status: statusCode(childAt(propstat, 'status')) ?? 0,
    properties: childAt(propstat, 'prop'),
  }));
  const good = groups.filter(({ status }) => isSuccess(status));
  const bad = groups.filter(({ status }) => !isSuccess(status));
  return childrenOf(response, 'href').map((href) => ({
    href: textOf(href).trim(),
    status: statusCode(childAt(response, 'status')),
    property: (name) => good.map(({ properties }) => childAt(properties, name)).find((found) => found !== undefined),
    failure: (name) => bad.find(({ properties }) => childAt(properties, name) !== undefined)?.status,
  }));
}

/** Of a line such as `HTTP/1.1 404 Not Found`. */
function statusCode(node: XmlNode | undefined): number | undefined {
  const [, code] = /^\s*HTTP\/[\d.]+ (\d{3})/.exec(textOf(node)) ?? [];
  return code === undefined ? undefined : Number(code);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
