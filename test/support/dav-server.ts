import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface DavRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface DavAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** `hang`: no answer comes. */
type Handler = (request: DavRequest) => DavAnswer | 'hang' | undefined;

export interface DavServer {
  readonly url: string;
  /** In the order of their coming. */
  readonly requests: DavRequest[];
  /** From now on; undefined is a 404. */
  answer(handler: Handler): void;
  stop(): Promise<void>;
}

export const credential = { username: 'ada@example.com', password: 'pässword' };
export const authorization = `Basic ${Buffer.from('ada@example.com:pässword').toString('base64')}`;

/** A server that answers as a test says, for what the servers of Debian do not do. It wants the credential. */
export async function startDavServer(): Promise<DavServer> {
  const requests: DavRequest[] = [];
  let handler: Handler = () => undefined;
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    requests.push(request);
    const isKnown = headers.authorization === authorization;
    const answer = isKnown ? handler(request) : { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } };
    if (answer === 'hang') return;
    const { status, headers: own = {}, body = '' } = answer ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/xml', ...own }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    answer(next) {
      handler = next;
      requests.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** `startDavServer` for a test file, which stops after its tests. */
export async function useDavServer(): Promise<DavServer> {
  const server = await startDavServer();
  afterAll(() => server.stop());
  return server;
}

export function multistatus(...responses: readonly string[]): DavAnswer {
  const namespaces =
    'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"';
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus ${namespaces}>${responses.join('')}</D:multistatus>`;
  return { status: 207, body };
}

/** A resource with the properties that it has. */
export function resource(href: string, properties: string): string {
  return `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
}

/** A resource that has a status and nothing else. */
export function statusOf(href: string, status: number): string {
  return `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 ${status} Some reason</D:status></D:response>`;
}

export function href(property: string, address: string): string {
  return `<${property}><D:href>${address}</D:href></${property}>`;
}

export function calendarData(text: string): string {
  return `<D:getetag>"1"</D:getetag><C:calendar-data>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</C:calendar-data>`;
}
