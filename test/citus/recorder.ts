import { type GraphQLField, getNamedType, isObjectType } from 'graphql';
import { endpointOf } from '#src/graphql/rest-endpoint.ts';
import { mutationFields, queryFields } from '../policy/roots.ts';
import { type Answer, bearer, type TestApp } from '../support/app.ts';
import { restRequest } from '../support/lists.ts';
import { wholeRecord } from '../support/relations.ts';

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
    const endpoint = endpointOf(rootField(field));
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

function rootField(name: string): GraphQLField<unknown, unknown> {
  const field = queryFields[name] ?? mutationFields[name];
  if (!field) throw new Error(`${name} is no root field`);
  return field;
}

/** Arguments are passed as variables of the types that the schema states. */
function documentOf(name: string, args: object): { document: string; variables: object } {
  const field = rootField(name);
  const given = field.args.filter((argument) => Object.hasOwn(args, argument.name));
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const type = getNamedType(field.type);
  const selection = isObjectType(type) ? ` { ${wholeRecord(type.name)} }` : '';
  const operation = queryFields[name] ? 'query' : 'mutation';
  const document = `${operation}${declared && ` (${declared})`} { ${name}${passed && `(${passed})`}${selection} }`;
  return { document, variables: args };
}
