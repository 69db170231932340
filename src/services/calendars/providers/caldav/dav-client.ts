import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type OutgoingRequest, type OutgoingResponse, RequestFailure } from '#src/lib/network/outgoing-client.ts';
import { version } from '#src/lib/version.ts';
import { parseMultistatus, type ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import type { CalendarAccess, CalendarSecret } from '../provider.ts';
import { notCaldav, StatusProblem } from './problems.ts';

export type CaldavSecret = Extract<CalendarSecret, { kind: 'CALDAV' }>;
export type CaldavAccess = CalendarAccess<CaldavSecret>;

const timeoutMs = 30_000;
const maxBytes = 32 * 1024 * 1024;
/** Hosts that a request is sent on to. */
const maxHosts = 3;

/** The namespaces of properties: WebDAV (RFC 4918), CalDAV (RFC 4791), the extensions of Apple's server. */
const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"';

type DavRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'body'> & { readonly method: string };

interface DavResources {
  /** The address that answered, which addresses in the answer are relative to. */
  readonly url: string;
  readonly resources: readonly ResourceStatus[];
}

/** Requests of WebDAV with the credential of one connection. Every method rejects with a CalendarProblem. */
export class DavClient {
  readonly #access: CaldavAccess;
  readonly #authorization: string;

  constructor(access: CaldavAccess) {
    this.#access = access;
    const { username, password } = access.secret;
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  /** An answer of any status. */
  async send({ url, method, headers, body }: DavRequest): Promise<OutgoingResponse> {
    let target = url;
    for (let hosts = 0; hosts <= maxHosts; hosts++) {
      const answer = await this.#request({ url: target, method, body, ...(headers && { headers }) });
      // A redirect to another host loses the credential. A server that has the password may name its other hosts, as that of
      // iCloud does: the request goes there once more, with the credential.
      if (answer.status !== 401 || new URL(answer.url).origin === new URL(target).origin) return answer;
      target = answer.url;
    }
    throw new CalendarProblem('The calendar server redirects from host to host without an end.');
  }

  async #request({ headers = {}, ...request }: DavRequest): Promise<OutgoingResponse> {
    const { http, signal } = this.#access;
    const common = { authorization: this.#authorization, 'user-agent': `Slotline/${version}` };
    try {
      return await http.request({ ...request, headers: { ...common, ...headers }, timeoutMs, maxBytes, signal });
    } catch (error) {
      if (error instanceof RequestFailure) throw new CalendarProblem(error.message);
      throw error;
    }
  }

  /** The properties are names with the prefixes D, C and S. */
  propfind(url: string, depth: 0 | 1, properties: readonly string[]): Promise<DavResources> {
    const body = `<D:propfind ${namespaces}><D:prop>${elements(properties)}</D:prop></D:propfind>`;
    return this.#resources({ method: 'PROPFIND', url, headers: { depth: String(depth) }, body });
  }

  report(url: string, name: string, content: string): Promise<DavResources> {
    const body = `<${name} ${namespaces}>${content}</${name}>`;
    return this.#resources({ method: 'REPORT', url, headers: { depth: '1' }, body });
  }

  async #resources({ headers, body, ...request }: DavRequest): Promise<DavResources> {
    const answer = await this.send({
      ...request,
      headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
      body: `<?xml version="1.0" encoding="utf-8"?>${body}`,
    });
    if (answer.status !== 207) throw new StatusProblem(answer);
    try {
      return { url: answer.url, resources: parseMultistatus(answer.body.toString()) };
    } catch {
      throw notCaldav();
    }
  }
}

export function elements(names: readonly string[]): string {
  return names.map((name) => `<${name}/>`).join('');
}
