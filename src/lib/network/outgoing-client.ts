import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent } from 'undici';
import { type ConnectOptions, checkedConnector } from './checked-connector.ts';
import { failureSentence, RefusedAnswer } from './request-failure.ts';

const maxRedirects = 5;
const connectTimeoutMs = 5_000;

export interface OutgoingRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For everything, redirects included, from the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Of the body, as it is after decompression. */
  readonly maxBytes: number;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

export interface OutgoingResponse {
  readonly status: number;
  /** Names in lower case; where a header comes twice, the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** No complete answer came. The message is one sentence for who gave the address; it has no secret and no part of the answer. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
}

/** Sends requests to public addresses alone, and reads bounded answers. Redirects are followed, each address checked anew. */
export class OutgoingClient {
  readonly #agent: Agent;

  constructor(options: Omit<ConnectOptions, 'timeoutMs'>) {
    this.#agent = new Agent({
      connect: checkedConnector({ ...options, timeoutMs: connectTimeoutMs }),
      allowH2: false,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      // One timer of the request covers all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Rejects with a RequestFailure where there is no complete answer. A status of any kind is an answer. */
  async request(request: OutgoingRequest): Promise<OutgoingResponse> {
    const timer = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([timer, request.signal]) : timer;
    try {
      // undici keeps a request that waits for its connection until that is open or has failed, whatever its signal says.
      return await Promise.race([this.#follow(request, signal), abortOf(signal)]);
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      const late = `No complete answer within ${request.timeoutMs / 1000} seconds.`;
      throw new RequestFailure(timer.aborted ? late : failureSentence(error, 'other server'));
    }
  }

  /** Ends requests that still run, and closes every connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #follow({ maxBytes, ...request }: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResponse> {
    let { url, method = 'GET', headers = {}, body } = request;
    for (let redirects = 0; ; redirects++) {
      const { origin, pathname, search } = new URL(url);
      const answer = await this.#agent.request({
        ...{ origin, path: pathname + search, method: method as 'GET', signal },
        headers: { 'accept-encoding': 'gzip', ...headers },
        body: body ?? null,
      });
      const received = firstOfEach(answer.headers);
      const location = isRedirect(answer.statusCode) ? received.location : undefined;
      if (location === undefined) {
        const content = decompressed(answer.body, received['content-encoding']);
        return { status: answer.statusCode, headers: received, body: await readAll(content, maxBytes), url };
      }
      discard(answer.body);
      if (redirects === maxRedirects) throw new RefusedAnswer(`The answer is the ${maxRedirects + 1}th redirect.`);
      const next = URL.parse(location, url);
      if (!next || !/^https?:$/.test(next.protocol)) throw new RefusedAnswer('The answer redirects to no web address.');
      // A credential is for the origin that it was entered for.
      if (next.origin !== origin) headers = withoutCredential(headers);
      // As browsers do; the methods of WebDAV go on, so that a collection is found behind a redirect.
      if (answer.statusCode === 303 || (answer.statusCode <= 302 && method === 'POST'))
        [method, body] = ['GET', undefined];
      url = next.href;
    }
  }
}

/** Rejects when the signal aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function withoutCredential(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

function firstOfEach(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]),
  );
}

/** An incomplete body that is destroyed has an error. Where nobody listens for it, it would end the process. */
function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

function decompressed(body: Readable, encoding = 'identity'): Readable {
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders]() : undefined;
  if (!decoder) {
    discard(body);
    throw new RefusedAnswer('The answer is compressed in a way that this server does not know.');
  }
  // The error reaches whoever reads the decoder.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

async function readAll(content: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (bytes > maxBytes) throw new RefusedAnswer(`The answer is larger than ${formatBytes(maxBytes)}.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function formatBytes(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes >= megabyte ? `${bytes / megabyte} MiB` : `${bytes / 1024} KiB`;
}
