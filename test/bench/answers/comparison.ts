import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { documentOf } from '../../citus/recorder.ts';
import { restRequest } from '../../support/lists.ts';
import { Counterparts, type Difference } from './counterparts.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';
import type { AnsweringServers, Callers } from './servers.ts';

export interface Question extends Partial<HttpRequest> {
  readonly path: string;
  /** The name of a credential; without it the request has none. */
  readonly caller?: string | undefined;
  /** Whether what is left of limits is compared too: for `inOneWindow`. */
  readonly isExact?: boolean;
  /** The client's address; by default each request has one of its own, and so meets no limit of an address. */
  readonly address?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is read by many different questions.
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Json;
}

export interface FoundDifference extends Difference {
  readonly question: Question;
}

/** One window of the rate limit, and the delay with which the uses of credentials and the request log are written. */
const windowMs = 1_200;
const maxDifferences = 25;

/** Asks both servers the same at the same moment, and compares what they answer. */
export class Comparison {
  readonly startedAt = new Date();
  readonly differences: FoundDifference[] = [];
  /** How many answers there were, by method and path, and in turn by status. */
  readonly counts = new Map<string, Map<number, number>>();
  /** How many answers differed and agreed when the request was sent again. */
  again = 0;
  readonly callers: Record<string, string>;
  readonly elsewhereId: number;
  readonly #counterparts = new Counterparts(this.startedAt);
  readonly #sides: readonly { readonly port: number; readonly agent: Agent }[];
  #asked = 0;

  constructor({ before, now, callers, elsewhereId }: AnsweringServers) {
    this.callers = { ...(callers satisfies Callers) };
    this.elsewhereId = elsewhereId;
    this.#sides = [before, now].map(({ port }) => ({ port, agent: new Agent({ keepAlive: true }) }));
  }

  get asked(): number {
    return this.#asked;
  }

  /** The answer of the server before. Where the first answers to a read differ, a clock may have struck between them. */
  async ask(question: Question): Promise<Answer> {
    let [before, now] = await this.#both(question);
    let difference = this.#difference(question, before, now);
    if (difference && isRead(question) && !question.isExact) {
      await this.pause();
      [before, now] = await this.#both(question);
      difference = this.#difference(question, before, now);
      if (!difference) this.again++;
    }
    if (difference) this.differences.push({ question, ...difference });
    if (this.differences.length >= maxDifferences) throw new Error('There are too many differences to go on.');
    const { method = 'GET', path } = question;
    if (before.status === 0 || before.status === 503) {
      throw new Error(`${method} ${path} was answered with ${before.status} ${before.body}: is the machine too busy?`);
    }
    const endpoint = `${method} ${path.replace(/\?.*/s, '')}`;
    const byStatus = this.counts.get(endpoint) ?? new Map<number, number>();
    this.counts.set(endpoint, byStatus.set(before.status, (byStatus.get(before.status) ?? 0) + 1));
    return parsed(before);
  }

  /** An endpoint of `/v1`, with its input where the method has it. */
  rest(method: string, path: string, input: object, more: Partial<Question> = {}): Promise<Answer> {
    const request = restRequest(method, path, input);
    return this.ask({ ...request, ...more, headers: { ...request.headers, ...more.headers } });
  }

  graphql(query: string, more: Partial<Question> & { readonly variables?: object } = {}): Promise<Answer> {
    const { variables, headers, ...rest } = more;
    const body = JSON.stringify({ query, variables });
    const json = { 'content-type': 'application/json', ...headers };
    return this.ask({ method: 'POST', path: '/graphql', body, headers: json, ...rest });
  }

  /** A root field by its name, with everything that its record holds. Returns the value of the field. */
  async field(name: string, args: object, caller?: string, more: Partial<Question> = {}): Promise<Json> {
    const { document, variables } = documentOf(name, args);
    return (await this.graphql(document, { ...more, caller, variables })).body.data?.[name];
  }

  /** Requests that a window of the limits begins with. Where they take longer than that, they are asked again, all of them. */
  async inOneWindow(ask: () => Promise<void>): Promise<void> {
    const found = this.differences.length;
    for (let time = 0; time < 3; time++) {
      if (time > 0) this.again += this.differences.splice(found).length;
      await this.pause();
      await ask();
      if (this.differences.length === found) return;
    }
  }

  pause(): Promise<void> {
    return pause(windowMs);
  }

  close(): void {
    for (const { agent } of this.#sides) agent.destroy();
  }

  async #both({ method = 'GET', path, headers, body, caller, address }: Question): Promise<[HttpAnswer, HttpAnswer]> {
    const serial = ++this.#asked;
    const ownAddress = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
    const token = caller === undefined ? undefined : (this.callers[caller] ?? caller);
    const all = {
      'x-request-id': `answers-${serial}`,
      'x-forwarded-for': address ?? ownAddress,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    };
    const request = { method, path, headers: all, body };
    const translated = JSON.parse(this.#counterparts.translated(JSON.stringify(request))) as HttpRequest;
    const answers = this.#sides.map(({ port, agent }, side) =>
      exchange(port, agent, side === 0 ? request : translated),
    );
    return (await Promise.all(answers)) as [HttpAnswer, HttpAnswer];
  }

  #difference({ isExact = false, path }: Question, before: HttpAnswer, now: HttpAnswer): Difference | undefined {
    const found = this.#counterparts.difference(textOf(before, isExact), textOf(now, isExact));
    if (!found || path !== '/graphql') return found;
    return this.#counterparts.difference(textOf(inOrder(before), isExact), textOf(inOrder(now), isExact));
  }
}

function isRead({ method = 'GET', path, body = '' }: Question): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) || (path === '/graphql' && !body.includes('mutation'));
}

/** Status, headers in their order and body as one text, a character for each byte. */
function textOf({ status, rawHeaders, body }: HttpAnswer, isExact: boolean): string {
  const lines = [String(status)];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (name === 'Date') continue;
    // A time that a request took may have another number of digits.
    const isOfBody = name === 'Content-Length' && Number(value) === body.length;
    lines.push(`${name}: ${isOfBody ? 'that of the body' : value}`);
  }
  const text = `${lines.join('\n')}\n\n${body.toString('latin1')}`;
  return isExact ? text.replaceAll(/(-Remaining|"remaining"):/g, '$1 =') : text;
}

/** Several root fields fail in the order in which they end, so their errors come in any order. */
function inOrder(answer: HttpAnswer): HttpAnswer {
  const { errors, ...others } = (parsed(answer).body ?? {}) as { errors?: object[] };
  if (!errors || errors.length < 2) return answer;
  const sorted = errors.map((error) => JSON.stringify(error)).sort();
  return { ...answer, body: Buffer.from(JSON.stringify({ ...others, errors: sorted })) };
}

function parsed({ status, rawHeaders, body }: HttpAnswer): Answer {
  const headers = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.set(String(rawHeaders[index]).toLowerCase(), String(rawHeaders[index + 1]));
  }
  const isEncoded = headers.has('content-encoding');
  const isJson = headers.get('content-type')?.includes('json') && body.length > 0 && !isEncoded;
  return { status, headers, body: isJson ? JSON.parse(body.toString()) : body.toString() };
}
