import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '#src/lib/log.ts';
import type { Drain } from './drain.ts';

/** Errors of Node's HTTP parser by code, from before there is a request. All others are malformed requests. */
const refusals: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Request headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'Chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Request took too long' },
};
const malformed = { status: 400, message: 'Malformed request' };

const lingerMs = 1000;

/** The maximum number of requests of a connection that wait for earlier responses. Clients hardly ever pipeline. */
const maxPipelined = 8;

interface HttpServerOptions {
  readonly handler: RequestListener;
  readonly log: Log;
  readonly drain: Drain;
  /** The time limit for the arrival of a complete request. */
  readonly requestTimeoutMs?: number;
}

/** Creates the HTTP server. Its responses to invalid HTTP have a body and a request id, unlike those of Node. */
export function httpServer({ handler, log, drain, requestTimeoutMs = 60_000 }: HttpServerOptions): Server {
  const withinLimit = withFewPipelined(handler, log);
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 30_000),
      // The app itself rejects a request without Host, with a body.
      requireHostHeader: false,
      ServerResponse: responseDuring(drain),
    },
    withinLimit,
  );
  server.on('checkExpectation', withinLimit);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, log));
  return server;
}

/** Ends a connection that pipelines many requests: all of them would be executed at once. */
function withFewPipelined(handler: RequestListener, log: Log): RequestListener {
  const waiting = new WeakMap<Duplex, number>();
  return (request, response) => {
    const { socket } = request;
    // Node assigns the socket after writing the earlier responses.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1;
      waiting.set(socket, count);
      if (count > maxPipelined) {
        log.info({ requests: count }, 'closed a connection with too many requests waiting for responses');
        return socket.destroy();
      }
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    }
    return handler(request, response);
  };
}

/** Creates responses that close their connection if the drain is on when they write their headers. */
function responseDuring(drain: Drain): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...head: unknown[]): this {
      if (drain.isOn) this.shouldKeepAlive = false;
      return super.writeHead(status, ...(head as []));
    }
  };
}

/** Rejects malformed HTTP. A started response is aborted, because a second response must not follow it. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex, log: Log): void {
  const pending = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage;
  if (!socket.writable || code === 'ECONNRESET' || pending?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, message } = refusals[code] ?? malformed;
  const requestId = randomUUID();
  log.info({ requestId, status, code }, 'rejected bytes that are not an HTTP request');
  socket.end(responseText(status, message, requestId));
  // If the connection closed at once, it would be reset before the client has read the response.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function responseText(status: number, message: string, requestId: string): string {
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
