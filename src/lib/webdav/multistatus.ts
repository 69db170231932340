import { childAt, childrenOf, namesIn, readXml, TooMuchXml, textOf, type XmlNode } from './xml.ts';

/** The part of a 207 about one resource (RFC 4918, 14.24): plain data, which may come from another thread. */
export interface ResourceStatus {
  /** The address as the server wrote it. */
  readonly href: string;
  /** The status of the whole resource; undefined if only its properties have one. */
  readonly status: number | undefined;
  /** The properties that the resource has, by their names. */
  readonly properties: ReadonlyMap<string, XmlNode>;
  /** The statuses of properties that it does not return. */
  readonly failures: ReadonlyMap<string, number>;
}

/**
 * Passes each resource of a multistatus to `onResource`, with only the named properties. Throws an UnreadableXml if the text is
 * no multistatus, and a TooMuchXml if it exceeds the limits.
 */
export function readMultistatus(
  text: string,
  names: readonly string[],
  onResource: (resource: ResourceStatus) => void,
): void {
  readXml(text, 'multistatus', (name, response) => {
    if (name === 'response') for (const resource of resourceStatuses(response, names)) onResource(resource);
  });
}

/** The resources of a multistatus; throws if it has more than `maxResources`. */
export function parseMultistatus(text: string, names: readonly string[], maxResources: number): ResourceStatus[] {
  const resources: ResourceStatus[] = [];
  readMultistatus(text, names, (resource) => {
    resources.push(resource);
    if (resources.length > maxResources)
      throw new TooMuchXml(`has more than ${maxResources.toLocaleString('en')} resources`);
  });
  return resources;
}

/** One resource for each address: resources with a common status may share a response. */
function resourceStatuses(response: XmlNode, names: readonly string[]): ResourceStatus[] {
  const properties = new Map<string, XmlNode>();
  const failures = new Map<string, number>();
  for (const propstat of childrenOf(response, 'propstat')) {
    // A group without a status is a fault of the server, and does not count as a success.
    const status = statusCode(childAt(propstat, 'status')) ?? 0;
    const group = childAt(propstat, 'prop');
    for (const name of namesIn(group).filter((each) => names.includes(each))) {
      const [node = ''] = childrenOf(group, name);
      if (!isSuccess(status)) setFirst(failures, name, status);
      else setFirst(properties, name, node);
    }
  }
  const status = statusCode(childAt(response, 'status'));
  return childrenOf(response, 'href').map((href) => ({ href: textOf(href).trim(), status, properties, failures }));
}

function setFirst<Value>(map: Map<string, Value>, name: string, value: Value): void {
  if (!map.has(name)) map.set(name, value);
}

/** The status code of a line such as `HTTP/1.1 404 Not Found`. */
function statusCode(node: XmlNode | undefined): number | undefined {
  const [, code] = /^\s{0,100}HTTP\/[\d.]{1,9} (\d{3})/.exec(textOf(node)) ?? [];
  return code === undefined ? undefined : Number(code);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
