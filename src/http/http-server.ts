import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '#src/lib/log.ts';

/** What Node found wrong before there was a request, by its own code; all else is malformed. */
const refusals: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Request headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'Chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Request took too long' },
};
const malformed = { status: 400, message: 'Malformed request' };

const lingerMs = 1000;

export interface HttpServerOptions {
  readonly handler: RequestListener;
  readonly log: Log;
  /** For a request to arrive whole. */
  readonly requestTimeoutMs?: number;
}

/** The server of HTTP. What Node would answer by itself, with no body, is answered as everything else is. */
export function httpServer({ handler, log, requestTimeoutMs = 60_000 }: HttpServerOptions): Server {
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 30_000),
      // The app refuses a request without one itself.
      requireHostHeader: false,
    },
    handler,
  );
  server.on('checkExpectation', handler);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, log));
  return server;
}

/** An answer that has begun is cut rather than followed by another one. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex, log: Log): void {
  const underWay = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage;
  if (!socket.writable || code === 'ECONNRESET' || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, message } = refusals[code] ?? malformed;
  const requestId = randomUUID();
  log.info({ requestId, status, code }, 'what came was no request');
  socket.end(answer(status, message, requestId));
  // Closed at once, the connection would be reset before the client has read this.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function answer(status: number, message: string, requestId: string): string {
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
