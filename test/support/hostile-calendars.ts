import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

const mebibyte = 1024 * 1024;

/** What a stranger's server can send. Each text is built once, so that sending it costs the measuring process nothing. */
export interface HostileAnswer {
  readonly name: string;
  readonly body: Buffer;
  readonly encoding: 'gzip' | 'identity';
}

const head = '<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">';
const xml = (content: string) => `${head}${content}</D:multistatus>`;
const filled = (bytes: number, of: (index: number) => string) => {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const part = of(index);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
};

/** Texts of a size, by what they have much of. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  flat: (bytes) => xml(filled(bytes, () => '<a/>')),
  resources: (bytes) =>
    xml(
      filled(
        bytes,
        (index) =>
          `<D:response><D:href>/home/${index}/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
      ),
    ),
  deep: (bytes) => `${head}${'<a>'.repeat(bytes / 7)}${'</a>'.repeat(bytes / 7)}</D:multistatus>`,
  attributes: (bytes) => xml(`<a ${filled(bytes, (index) => `a${index}="1" `)}/>`),
  entities: (bytes) => xml(`<a>${'&amp;'.repeat(bytes / 5)}</a>`),
  names: (bytes) => xml(filled(bytes, (index) => `<a${index}/>`)),
  text: (bytes) => xml(`<a>${'x'.repeat(bytes)}</a>`),
  property: (bytes) =>
    xml(
      `<D:response><D:href>/home/</D:href><D:propstat><D:prop><D:resourcetype><C:calendar/></D:resourcetype><D:displayname>${'x'.repeat(bytes)}</D:displayname></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
    ),
  unended: (bytes) => `${head}<${'a'.repeat(bytes)}`,
};

export function xmlAnswer(shape: string, megabytes: number, encoding: HostileAnswer['encoding']): HostileAnswer {
  const text = shapes[shape]?.(megabytes * mebibyte);
  if (text === undefined)
    throw new Error(`There is no shape ${shape}: it is one of ${Object.keys(shapes).join(', ')}.`);
  const body = encoding === 'gzip' ? gzipSync(text) : Buffer.from(text);
  return { name: `${shape} ${megabytes} MiB ${encoding}`, body, encoding };
}

/** 49 MiB of one entry with a long title, or of many entries. */
export function icsAnswer(shape: 'title' | 'entries', megabytes = 49): HostileAnswer {
  const bytes = megabytes * mebibyte;
  const event = 'BEGIN:VEVENT\r\nDTSTART:20270104T030000Z\r\nDURATION:PT1M\r\n';
  const content =
    shape === 'title'
      ? `${event}SUMMARY:${'x'.repeat(bytes)}\r\nEND:VEVENT\r\n`
      : `${event}SUMMARY:\u{1f600}${'x'.repeat(900)}\r\nEND:VEVENT\r\n`.repeat(bytes / 1_000);
  const body = gzipSync(`BEGIN:VCALENDAR\r\n${content}END:VCALENDAR\r\n`);
  return { name: `iCalendar of ${shape}, ${megabytes} MiB gzip`, body, encoding: 'gzip' };
}

/** A server of calendars that behaves until it is told to send something else. */
export interface HostileServer {
  readonly url: string;
  /** From now on; undefined: it behaves. */
  answer: HostileAnswer | undefined;
  /** Which requests are answered so: all, or those that read entries. */
  hostileTo: 'all' | 'entries';
  requests: number;
  stop(): Promise<void>;
}

const resource = (path: string, properties: string) =>
  `<D:response><D:href>${path}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;

/** CalDAV below `/dav/`, and a calendar at each path that ends with `.ics`. */
export async function startHostileServer(): Promise<HostileServer> {
  const server = createServer((request, response) => {
    hostile.requests++;
    request.resume();
    const { method = '', url = '' } = request;
    const isIcs = url.endsWith('.ics');
    const { answer } = hostile;
    if (answer && (hostile.hostileTo === 'all' || method === 'REPORT' || isIcs)) {
      const encoding = answer.encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {};
      const type = isIcs ? 'text/calendar' : 'application/xml';
      return response.writeHead(isIcs ? 200 : 207, { 'content-type': type, ...encoding }).end(answer.body);
    }
    if (isIcs) return response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
    const calendar = '<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>';
    const content = method === 'PROPFIND' ? resource('/dav/work/', calendar) : '';
    response.writeHead(207, { 'content-type': 'application/xml' }).end(xml(content));
  });
  // An answer takes seconds to make, after which a connection may be used again.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hostile: HostileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    hostileTo: 'all',
    requests: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return hostile;
}
