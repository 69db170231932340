import { Agent, type Dispatcher } from 'undici';
import type { AttemptResult } from '#src/db/writes/webhook-results.ts';
import { type ConnectOptions, checkedConnector } from '#src/lib/network/checked-connector.ts';
import { failureSentence, RefusedAnswer, stoppedSentence } from '#src/lib/network/request-failure.ts';

/** Covers everything from name resolution to the last byte of the response. */
export const sendTimeoutMs = 15_000;
const maxResponseBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;
const recordedCharacters = 1_000;
/** A character has at most four bytes in UTF-8. */
const recordedBytes = recordedCharacters * 4;
/** Shorter than the idle timeout of most servers, which is 5 seconds or more. */
const idleTimeoutMs = 4_000;
const maxIdleTimeoutMs = 10_000;

export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the request; the attempt counts as failed. */
  readonly signal?: AbortSignal | undefined;
}

export type Sent = Pick<AttemptResult, 'status' | 'responseStart' | 'error' | 'latencyMs'>;

export interface Sender {
  /** Never rejects. */
  send(sending: Sending): Promise<Sent>;
  /** Aborts running requests and closes all connections. */
  close(): Promise<void>;
}

export interface SenderOptions extends Omit<ConnectOptions, 'timeoutMs'> {
  readonly timeoutMs?: number;
}

/** Sends webhooks. Each running request has its own socket, so that none waits for another. */
export function openSender({ timeoutMs = sendTimeoutMs, ...options }: SenderOptions): Sender {
  const agent = new Agent({
    connect: checkedConnector({ ...options, timeoutMs }),
    allowH2: false,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: maxIdleTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // A timer for the whole request replaces these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: ({ signal, ...sending }) =>
      new Promise((resolve) => {
        const request = new Request(resolve, timeoutMs, signal);
        try {
          agent.dispatch(dispatchOptions(sending), request);
        } catch (error) {
          request.onResponseError(undefined, error);
        }
      }),
    close: () => agent.destroy(),
  };
}

function dispatchOptions({ url, headers, body }: Omit<Sending, 'signal'>): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: pathname + search,
    method: 'POST',
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
  };
}

/** Reads the response to one request, and stores only the part that is recorded. */
class Request implements Dispatcher.DispatchHandler {
  readonly #startedAt = performance.now();
  readonly #resolve: (sent: Sent) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  #status: number | null = null;
  /** The problem of a response that is nevertheless read to its end. */
  #failure: string | null = null;
  #receivedBytes = 0;
  readonly #start: Buffer[] = [];

  constructor(resolve: (sent: Sent) => void, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#resolve = resolve;
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#abort(`No complete response within ${timeoutMs / 1000} seconds.`), timeoutMs);
    signal?.addEventListener('abort', this.#onAbort);
    if (signal?.aborted) this.#onAbort();
  }

  readonly #onAbort = () => this.#abort(stoppedSentence);

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
    // The request ended before it got a connection. Nothing has been written.
    if (this.#ended) controller.abort(this.#ended);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ) {
    if (status < 200) return;
    this.#status = status;
    const encoding = String(headers['content-encoding'] ?? '').trim();
    if (!/^(?:identity)?$/i.test(encoding)) this.#abort('The response is compressed, although the request forbids it.');
    if (status >= 300 && status < 400) this.#failure = 'The response is a redirect. Redirects are not followed.';
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
    const unrecorded = recordedBytes - this.#receivedBytes;
    // Copied, because a subarray would keep the whole chunk in memory.
    if (unrecorded > 0) this.#start.push(Buffer.from(chunk.subarray(0, unrecorded)));
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > maxResponseBytes)
      this.#abort(`The response is larger than ${maxResponseBytes / 1024} KiB.`);
  }

  onResponseEnd() {
    this.#end(this.#failure);
  }

  onResponseError(_controller: unknown, error: unknown) {
    this.#end(failureSentence(error));
  }

  #abort(sentence: string) {
    this.#ended = new RefusedAnswer(sentence);
    this.#end(sentence);
    this.#controller?.abort(this.#ended);
  }

  /** Only the first call settles the promise. */
  #end(error: string | null) {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const latencyMs = Math.round(performance.now() - this.#startedAt);
    this.#resolve({ status: this.#status, responseStart: this.#responseStart(), error, latencyMs });
  }

  /** Removes NUL, which PostgreSQL cannot store. */
  #responseStart(): string | null {
    if (this.#status === null) return null;
    const text = new TextDecoder().decode(Buffer.concat(this.#start)).replaceAll('\0', '\ufffd');
    return Array.from(text).slice(0, recordedCharacters).join('');
  }
}
