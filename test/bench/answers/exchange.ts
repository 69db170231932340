import { type Agent, request } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  /** As sent: names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Sends a request over a kept connection. A connection that breaks is an answer as well, with the status 0. */
export function exchange(
  port: number,
  agent: Agent,
  { method, path, headers, body }: HttpRequest,
): Promise<HttpAnswer> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // Both servers are asked by one name, so that no answer shows which of them it is from.
  const all = { host: 'localhost:3000', ...headers, ...length };
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, rawHeaders: [], body: Buffer.from(error.message) });
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers: all }, (response) => {
      response.toArray().then((chunks) => {
        const { statusCode: status = 0, rawHeaders } = response;
        resolve({ status, rawHeaders, body: Buffer.concat(chunks) });
      }, fail);
    });
    sent.on('error', fail).end(body);
  });
}
