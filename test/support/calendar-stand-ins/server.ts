import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../waiting.ts';

/** A request as it arrived. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** The JSON or the form of the body. */
  // biome-ignore lint/suspicious/noExplicitAny: a stand-in reads what the provider documents.
  readonly body: any;
}

export interface StandInAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** JSON, or a text as it is. */
  readonly body?: unknown;
  readonly delayMs?: number;
}

type AnswerTo = (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>;

interface Fault {
  readonly path: RegExp;
  times: number;
  readonly answer: StandInAnswer;
}

/** A real HTTP server in the place of a provider, which a test can have fail. */
export class StandInServer {
  readonly url: string;
  /** In the order of arrival. */
  readonly requests: StandInRequest[] = [];
  readonly #faults: Fault[] = [];
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async open(answerTo: AnswerTo): Promise<StandInServer> {
    const mounted: { standIn?: StandInServer } = {};
    const server = createServer((incoming, response) => {
      void respond(incoming, response, (request) => mounted.standIn?.answer(request, answerTo) ?? { status: 503 });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    mounted.standIn = new StandInServer(url, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return mounted.standIn;
  }

  /** The next requests whose path fits are answered with this instead. */
  fail(path: RegExp, answer: StandInAnswer, times = 1): void {
    this.#faults.push({ path, answer, times });
  }

  async answer(request: StandInRequest, answerTo: AnswerTo): Promise<StandInAnswer> {
    this.requests.push(request);
    const fault = this.#faults.find(({ path, times }) => times > 0 && path.test(request.path));
    if (!fault) return answerTo(request);
    fault.times -= 1;
    // A delay alone is a slow answer of the usual kind.
    const isOnlySlow = fault.answer.status === undefined && fault.answer.body === undefined;
    return isOnlySlow ? { ...(await answerTo(request)), ...fault.answer } : fault.answer;
  }

  close(): Promise<void> {
    return this.#close();
  }
}

async function respond(incoming: IncomingMessage, response: ServerResponse, answer: AnswerTo): Promise<void> {
  const url = new URL(incoming.url ?? '/', 'http://stand-in');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const {
    status = 200,
    headers = {},
    body,
    delayMs,
  } = await answer({
    ...{ method: incoming.method ?? 'GET', path: url.pathname, query: url.searchParams, headers: incoming.headers },
    body: parsedBody(incoming.headers['content-type'], Buffer.concat(chunks).toString()),
  });
  if (delayMs !== undefined) await pause(delayMs);
  response.writeHead(status, { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers });
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
}

function parsedBody(type = '', text: string): unknown {
  if (text === '') return undefined;
  return type.startsWith('application/json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}
