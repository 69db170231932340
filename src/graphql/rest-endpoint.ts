import type { z } from 'zod';
import type { ErrorCode } from '#src/domain/errors.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';

/** What makes a root field a `/v1` endpoint, stated where the field is defined. There is no other list of endpoints. */
export interface RestEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/v1`. */
  readonly path: `/${string}`;
  readonly status: 200 | 201;
  /** The label that the contract gives the endpoint in its description. */
  readonly version?: string;
  /** Absent where any credential will do. */
  readonly scope?: Scope;
  /** The whole input: query parameters of a GET, the JSON body of the others. */
  readonly input: z.ZodObject;
  /** The contract's two forms of a 400. */
  readonly validationErrors: 'A' | 'B';
  /** The codes of its 404, if it names a record that may not exist. */
  readonly notFound?: ErrorCode | readonly ErrorCode[];
  /** The largest body; 1 MiB unless stated. */
  readonly maxBodyBytes?: number;
  /** Honours an Idempotency-Key: every POST that creates something. */
  readonly idempotent?: true;
  /** Derives status and `data` from the field's value. Without it the value itself is `data`. */
  readonly respond?: (value: unknown) => { readonly status: number; readonly data: unknown };
  /** Relations of the record that its body holds as well. The record then is called `<Type>Detail` in OpenAPI. */
  readonly includes?: readonly string[];
  /** The value of the field has these relations already, so nothing is loaded for them. */
  readonly readsIncluded?: true;
  /** The field of the value that is the whole record in `/v1`. */
  readonly unwraps?: string;
  /** The field of the value whose fields are beside the others of the value in `/v1`: a record and its new secret. */
  readonly merges?: string;
  /** The value of the field is the body, in bytes of JSON. */
  readonly isJsonBytes?: true;
  /** Its response has a secret, which no cache may store. */
  readonly hasSecret?: true;
  /** Whether a success is wrapped in `data`, or sent as it is where the contract names another envelope. */
  readonly envelope: 'data' | 'none';
  /** Keys that have another name or type in `/v1` than in the schema. */
  readonly wire?: WireFormat;
}

/** By the name in the schema: a wire name that no GraphQL name can be, or a decimal that is a number on the wire. */
export type WireFormat = Readonly<Record<string, { readonly name?: string; readonly type?: 'number' }>>;

/** In the `extensions` of a field of a record: the fields of it that `/v1` has. None leaves the whole field out. */
export interface RestFields {
  readonly restFields?: readonly string[];
}

/** What an endpoint states of itself; the rest has defaults. */
export type EndpointOptions = Pick<RestEndpoint, 'method' | 'path' | 'input'> & Partial<RestEndpoint>;

export function restEndpoint(endpoint: EndpointOptions): { rest: RestEndpoint } {
  return { rest: { status: 200, validationErrors: 'A', envelope: 'data', ...endpoint } };
}

/** The endpoint that a root field is, if it is one. */
export function endpointOf(field: { extensions: Readonly<Record<string, unknown>> }): RestEndpoint | undefined {
  return field.extensions.rest as RestEndpoint | undefined;
}
