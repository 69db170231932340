import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent } from 'undici';
import { type ConnectOptions, checkedConnector } from './checked-connector.ts';
import { failureSentence, RefusedAnswer } from './request-failure.ts';

const maxRedirects = 5;
const connectTimeoutMs = 5_000;

type Reserve = (bytes: number) => Promise<void> | undefined;

export interface OutgoingRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /**
   * The limit for the whole request, from the DNS look-up to the last byte of the response, with redirects. It pauses while the
   * request waits for `reserve`, because the other server does not cause that wait.
   */
  readonly timeoutMs: number;
  /** The limit for the body after decompression. */
  readonly maxBytes: number;
  /** Makes room for bytes of the body before more are read, now (undefined) or later. */
  readonly reserve?: Reserve | undefined;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

export interface OutgoingResponse {
  readonly status: number;
  /** Names in lower case; of a repeated header, the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer<ArrayBuffer>;
  /** The URL that answered, after redirects. */
  readonly url: string;
}

/** There is no complete response. The message is one sentence for the person who entered the URL, without secrets. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
}

/** `reserve` refused to make room for the response. */
class NoRoom extends Error {}

function noRoom(cause: unknown): never {
  throw new NoRoom('There is no memory left for the response.', { cause });
}

/** Sends requests only to public addresses, and reads bounded responses. Follows redirects, and checks each address anew. */
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

  /** Rejects with a RequestFailure if there is no complete response. Any status counts as a response. */
  async request(request: OutgoingRequest): Promise<OutgoingResponse> {
    const timer = new PausableTimer(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([timer.signal, request.signal]) : timer.signal;
    const reserve = request.reserve && withPause(request.reserve, timer);
    try {
      // undici keeps a request that waits for its connection until that is open or has failed, and ignores its signal.
      return await Promise.race([this.#follow({ ...request, reserve }, signal), abortOf(signal)]);
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      if (error instanceof NoRoom) throw error.cause;
      const late = `No complete response within ${request.timeoutMs / 1000} seconds.`;
      throw new RequestFailure(timer.signal.aborted ? late : failureSentence(error, 'other server'));
    } finally {
      timer.pause();
    }
  }

  /** Ends requests that still run, and closes every connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #follow({ maxBytes, reserve, ...request }: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResponse> {
    let { url, method = 'GET', headers = {}, body } = request;
    for (let redirects = 0; ; redirects++) {
      const { origin, pathname, search } = new URL(url);
      const answer = await this.#agent.request({
        origin,
        path: pathname + search,
        method: method as 'GET',
        signal,
        headers: { 'accept-encoding': 'gzip', ...headers },
        body: body ?? null,
      });
      const received = firstOfEach(answer.headers);
      const location = isRedirect(answer.statusCode) ? received.location : undefined;
      if (location === undefined) {
        const content = decompressed(answer.body, received['content-encoding']);
        const read = await readAll(content, { maxBytes, reserve, signal });
        return { status: answer.statusCode, headers: received, body: read, url };
      }
      discard(answer.body);
      if (redirects === maxRedirects)
        throw new RefusedAnswer(`The response is redirect number ${maxRedirects + 1}, which is too many.`);
      const next = URL.parse(location, url);
      if (!next || !/^https?:$/.test(next.protocol))
        throw new RefusedAnswer('The response redirects to something other than a web address.');
      // A credential is only for the origin that it was entered for.
      if (next.origin !== origin) headers = withoutCredential(headers);
      // Browsers do the same. WebDAV methods do not change, so that a collection is found behind a redirect.
      if (answer.statusCode === 303 || (answer.statusCode <= 302 && method === 'POST'))
        [method, body] = ['GET', undefined];
      url = next.href;
    }
  }
}

/** Aborts its signal after it has run for a time. */
class PausableTimer {
  readonly #controller = new AbortController();
  #leftMs: number;
  #startedAt = 0;
  #timeout: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#leftMs = ms;
    this.resume();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  resume(): void {
    this.#startedAt = performance.now();
    this.#timeout = setTimeout(() => this.#controller.abort(), this.#leftMs).unref();
  }

  pause(): void {
    clearTimeout(this.#timeout);
    this.#leftMs -= performance.now() - this.#startedAt;
  }
}

function withPause(reserve: Reserve, timer: PausableTimer): Reserve {
  return (bytes) => {
    const waiting = reserve(bytes);
    if (!waiting) return undefined;
    timer.pause();
    return waiting.then(() => timer.resume());
  };
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

/** Destroying an incomplete body emits an error, which would end the process if nobody listened for it. */
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
    throw new RefusedAnswer('The response is compressed in a way that this server does not support.');
  }
  // The reader of the decoder gets the error.
  pipeline(body, decoder, () => undefined);
  return decoder;
}

/** A larger body has memory of its own, which returns to the system when it is released, or moves to a thread. */
const maxSmallBytes = 64 * 1024;
/** The step by which the memory of a body grows. */
const growthBytes = 1024 * 1024;

async function readAll(
  content: Readable,
  { maxBytes, reserve, signal }: Pick<OutgoingRequest, 'maxBytes' | 'reserve'> & { readonly signal: AbortSignal },
): Promise<Buffer<ArrayBuffer>> {
  const small: Buffer[] = [];
  let memory: ArrayBuffer | undefined;
  let bytes = 0;
  for await (const chunk of content) {
    const start = bytes;
    bytes += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (bytes > maxBytes) throw new RefusedAnswer(`The response is larger than ${formatBytes(maxBytes)}.`);
    // The other server waits meanwhile: nothing more is read from the connection.
    await reserve?.(chunk.length)?.catch(noRoom);
    signal.throwIfAborted();
    if (bytes <= maxSmallBytes) small.push(chunk);
    else {
      memory = grown(memory ?? memoryWith(small, maxBytes), bytes);
      new Uint8Array(memory).set(chunk, start);
    }
  }
  if (memory === undefined) return Buffer.concat(small);
  memory.resize(bytes);
  return Buffer.from(memory);
}

function memoryWith(chunks: readonly Buffer[], maxBytes: number): ArrayBuffer {
  const content = Buffer.concat(chunks);
  const memory = new ArrayBuffer(content.length, { maxByteLength: Math.max(maxBytes, content.length) });
  new Uint8Array(memory).set(content);
  return memory;
}

function grown(memory: ArrayBuffer, bytes: number): ArrayBuffer {
  if (bytes > memory.byteLength) memory.resize(Math.min(memory.maxByteLength, bytes + growthBytes));
  return memory;
}

function formatBytes(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes >= megabyte ? `${bytes / megabyte} MiB` : `${bytes / 1024} KiB`;
}
