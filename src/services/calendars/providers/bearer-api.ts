import type { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { type OutgoingResponse, RequestFailure } from '#src/lib/network/outgoing-client.ts';
import { answeredProblem, jsonOf, maxAnswerBytes } from './json-answer.ts';
import type { CalendarAccess, OAuthSecret } from './provider.ts';

const requestTimeoutMs = 20_000;

interface ApiRequest<Schema extends z.ZodType> {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A path below the API's base URL, or an absolute URL of the same origin. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The schema of the response. */
  readonly answer: Schema;
}

interface ApiOptions {
  /** The name that people know. */
  readonly name: string;
  readonly url: string;
  /** Recognizes provider-specific errors in a response. */
  readonly problemOf?: (response: OutgoingResponse) => CalendarProblem | undefined;
}

/** A JSON API that takes access tokens (RFC 6750). */
export class BearerApi {
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /** Rejects with a CalendarProblem unless the response is a success. */
  async call<Schema extends z.ZodType>(
    access: CalendarAccess<OAuthSecret>,
    request: ApiRequest<Schema>,
  ): Promise<z.infer<Schema>> {
    return this.#read(await this.#authorized(access, request), request.answer);
  }

  /** Like `call`, but returns undefined for the listed statuses. */
  async attempt<Schema extends z.ZodType>(
    access: CalendarAccess<OAuthSecret>,
    { passes, ...request }: ApiRequest<Schema> & { readonly passes: readonly number[] },
  ): Promise<z.infer<Schema> | undefined> {
    const response = await this.#authorized(access, request);
    return passes.includes(response.status) ? undefined : this.#read(response, request.answer);
  }

  #read<Schema extends z.ZodType>(response: OutgoingResponse, answer: Schema): z.infer<Schema> {
    const { name, problemOf } = this.#options;
    if (response.status >= 200 && response.status < 300) return jsonOf(name, response, answer);
    throw problemOf?.(response) ?? answeredProblem(name, response);
  }

  /** A token may be revoked early: it is renewed once, and the request fails if that does not help. */
  async #authorized(access: CalendarAccess<OAuthSecret>, request: ApiRequest<z.ZodType>): Promise<OutgoingResponse> {
    const { accessToken } = access.secret;
    const response = await this.#send(access, request, accessToken);
    if (response.status !== 401) return response;
    const renewed = await access.renew?.(accessToken);
    const again = renewed && (await this.#send(access, request, renewed.accessToken));
    if (again && again.status !== 401) return again;
    throw new CalendarProblem(`${this.#options.name} rejects the access to this calendar: connect it again.`, {
      isRefused: true,
    });
  }

  async #send(
    { http, signal }: CalendarAccess<OAuthSecret>,
    { method = 'GET', path, query = {}, headers = {}, body }: ApiRequest<z.ZodType>,
    accessToken: string,
  ): Promise<OutgoingResponse> {
    try {
      return await http.request({
        method,
        url: this.#address(path, query),
        signal,
        timeoutMs: requestTimeoutMs,
        maxBytes: maxAnswerBytes,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      throw this.#problemOfFailure(error);
    }
  }

  /** The next page of a list has an absolute URL. Its origin is checked, because the token is sent there. */
  #address(path: string, query: Readonly<Record<string, string>>): string {
    const { name, url } = this.#options;
    if (path.startsWith('/')) {
      const address = new URL(`${url}${path}`);
      for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
      return address.href;
    }
    const address = URL.parse(path);
    if (address?.origin === new URL(url).origin) return address.href;
    throw new CalendarProblem(`${name} returned an address that is not its own.`);
  }

  #problemOfFailure(error: unknown): unknown {
    const { name } = this.#options;
    if (error instanceof RequestFailure) return new CalendarProblem(`${name}: ${error.message}`);
    // The caller's own timeout.
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return new CalendarProblem(`${name} did not respond in time.`);
    }
    return error;
  }
}
