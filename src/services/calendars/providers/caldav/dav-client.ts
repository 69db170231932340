import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type OutgoingRequest, type OutgoingResponse, RequestFailure } from '#src/lib/network/outgoing-client.ts';
import { version } from '#src/lib/version.ts';
import type { ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import type { ResourcesTask } from '../../answers/answer-tasks.ts';
import { type ReadTurn, readInThread } from '../../answers/answer-threads.ts';
import type { CalendarAccess, CalendarSecret } from '../provider.ts';
import { type DavEntry, type EntriesQuestion, entriesIn, type PackedEntries, unpacked } from './entries-of-answer.ts';
import { StatusProblem } from './problems.ts';
import { resourcesIn } from './resources-of-answer.ts';

export type CaldavSecret = Extract<CalendarSecret, { kind: 'CALDAV' }>;
export type CaldavAccess = CalendarAccess<CaldavSecret>;

const timeoutMs = 30_000;
const maxBytes = 32 * 1024 * 1024;
/** Responses up to this size are parsed in the main thread, which takes a few milliseconds for any content. */
const maxBytesHere = 16 * 1024;
/** The limits of a response allow about 2 s of a core. The thread has a low priority, so a busy machine needs much longer. */
const readTimeoutMs = 20_000;
/** The maximum number of hosts that one request is redirected to. */
const maxHosts = 3;

/** The namespaces of properties: WebDAV (RFC 4918), CalDAV (RFC 4791) and the extensions of Apple's server. */
const namespaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"';

type DavRequest = Pick<OutgoingRequest, 'url' | 'headers' | 'body'> & { readonly method: string };

interface DavResources {
  /** The URL that responded. Addresses in the response are relative to it. */
  readonly url: string;
  readonly resources: readonly ResourceStatus[];
}

export interface DavEntries extends Pick<PackedEntries, 'gone' | 'isTruncated' | 'hasAttendees'> {
  readonly entries: readonly DavEntry[];
}

interface Report {
  readonly collection: string;
  readonly name: string;
  readonly content: string;
  readonly uid?: string | undefined;
}

/** Sends WebDAV requests with the credential of one connection. Every method rejects with a CalendarProblem. */
export class DavClient {
  readonly #access: CaldavAccess;
  readonly #authorization: string;

  constructor(access: CaldavAccess) {
    this.#access = access;
    const { username, password } = access.secret;
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  /** Returns a response of any status. */
  async send({ url, method, headers, body }: DavRequest): Promise<OutgoingResponse> {
    let target = url;
    for (let hosts = 0; hosts <= maxHosts; hosts++) {
      const answer = await this.#request({ url: target, method, body, ...(headers && { headers }) });
      // A redirect to another host drops the credential. The server already has the password and may name its other hosts, as
      // iCloud does: so the request is repeated there with the credential.
      if (answer.status !== 401 || new URL(answer.url).origin === new URL(target).origin) return answer;
      target = answer.url;
    }
    throw new CalendarProblem('The calendar server redirects endlessly.');
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
  async propfind(url: string, depth: 0 | 1, properties: readonly string[]): Promise<DavResources> {
    const body = `<D:propfind ${namespaces}><D:prop>${elements(properties)}</D:prop></D:propfind>`;
    const answer = await this.#multistatus({ method: 'PROPFIND', url, headers: { depth: String(depth) }, body });
    const names = properties.map((name) => name.slice(name.indexOf(':') + 1));
    if (answer.body.length <= maxBytesHere) return { url: answer.url, resources: resourcesIn(answer.body, names) };
    const { resources } = await readInThread<ResourcesTask, { readonly resources: readonly ResourceStatus[] }>(
      { name: 'readResourcesTask' },
      { names, bytes: [answer.body] },
      this.#turn,
    );
    return { url: answer.url, resources };
  }

  /** Returns the entries of a collection that a REPORT matches. */
  async report({ collection, name, content, uid }: Report): Promise<DavEntries> {
    const body = `<${name} ${namespaces}>${content}</${name}>`;
    const answer = await this.#multistatus({ method: 'REPORT', url: collection, headers: { depth: '1' }, body });
    const question = { url: answer.url, collection, uid };
    const read =
      answer.body.length <= maxBytesHere
        ? entriesIn(answer.body, question)
        : await readInThread<EntriesQuestion, PackedEntries>(
            { name: 'readEntriesTask' },
            { ...question, bytes: [answer.body] },
            this.#turn,
          );
    const { gone, isTruncated, hasAttendees } = read;
    return { entries: unpacked(read), gone, isTruncated, hasAttendees };
  }

  get #turn(): ReadTurn {
    const { signal, workspaceId, isCheck } = this.#access;
    return { signal, workspaceId, isCheck, timeoutMs: readTimeoutMs };
  }

  async #multistatus({ headers, body, ...request }: DavRequest): Promise<OutgoingResponse> {
    const answer = await this.send({
      ...request,
      headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
      body: `<?xml version="1.0" encoding="utf-8"?>${body}`,
    });
    if (answer.status !== 207) throw new StatusProblem(answer);
    return answer;
  }
}

export function elements(names: readonly string[]): string {
  return names.map((name) => `<${name}/>`).join('');
}
