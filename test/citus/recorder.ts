import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import { type Answer, bearer, type TestApp } from '../support/app.ts';
import { restRequest } from '../support/lists.ts';
import { documentOf } from '../support/root-fields/documents.ts';
import { rootFields } from '../support/root-fields/registry.ts';

export { documentOf };

export interface Step {
  /** The root field and how it was asked for. */
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}

/** Asks one server for root fields, over GraphQL and `/v1`, and keeps what it answered. */
export class Recorder {
  readonly app: TestApp;
  readonly steps: Step[] = [];
  /** Root fields that have succeeded at least once. */
  readonly succeeded = new Set<string>();
  /** While a request is on its way, the root field that it asks for. */
  asking: string | undefined;

  constructor(app: TestApp) {
    this.app = app;
  }

  /** A query or mutation by its name, with everything that its record holds. Returns the value of the field. */
  async graphql(field: string, args: object = {}, token?: string): Promise<Answer['body']> {
    const { document, variables } = documentOf(field, args);
    const answer = await this.#keep(field, 'GraphQL', () => this.app.graphql(document, token, variables));
    if (!answer.body.errors) this.succeeded.add(field);
    return answer.body.data?.[field];
  }

  /** The same field as an endpoint of `/v1`, where it is one. */
  async rest(
    field: string,
    input: object,
    token: string | undefined,
    headers: object = {},
  ): Promise<Answer | undefined> {
    const endpoint = rootFields[field] && endpointOf(rootFields[field]);
    if (!endpoint) return undefined;
    const request = restRequest(endpoint.method, `/v1${endpoint.path}`, input);
    const all = { ...bearer(token), ...request.headers, ...headers };
    return this.#keep(field, `${request.method} /v1${endpoint.path}`, () =>
      this.app.request(request.path, { ...request, headers: all }),
    );
  }

  /** Any document. */
  async document(name: string, document: string, token?: string): Promise<Answer> {
    return this.#keep(name, 'GraphQL', () => this.app.graphql(document, token));
  }

  /** A file or page that needs no credential. */
  async page(name: string, path: string): Promise<Answer> {
    return this.#keep(name, 'GET', () => this.app.request(path));
  }

  async #keep(field: string, how: string, ask: () => Promise<Answer>): Promise<Answer> {
    this.asking = field;
    try {
      const answer = await ask();
      this.steps.push({ name: `${field} by ${how}`, status: answer.status, body: answer.body });
      // A credential's use is written before the next request on both servers, however fast each is.
      await this.app.context.lastUsed.flush();
      return answer;
    } finally {
      this.asking = undefined;
    }
  }
}
