import type { z } from 'zod';
import type { ErrorCode } from '#src/domain/errors.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import type { Cell } from '#src/lib/csv.ts';

/** Makes a root field a `/v1` endpoint, defined together with the field. There is no other list of endpoints. */
export interface RestEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/v1`. */
  readonly path: `/${string}`;
  readonly status: 200 | 201;
  /** The label that the contract gives the endpoint in its description. */
  readonly version?: string;
  /** Absent if any credential is enough. */
  readonly scope?: Scope;
  /** Scopes that every request needs beside it. */
  readonly otherScopes?: readonly Scope[];
  /** The whole input: query parameters of a GET, the JSON body of the others. */
  readonly input: z.ZodObject;
  /** Selects one of the contract's two formats of a 400. */
  readonly validationErrors: 'A' | 'B';
  /** The codes of its 404, if the request names a record that may not exist. */
  readonly notFound?: ErrorCode | readonly ErrorCode[];
  /** The maximum body size; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Set for every POST that creates something: it accepts an Idempotency-Key. */
  readonly idempotent?: true;
  /** Derives status and `data` from the field's value. Without it the value itself is `data`. */
  readonly respond?: (value: unknown) => { readonly status: number; readonly data: unknown };
  /** Relations that the body also contains. OpenAPI then names the record `<Type>Detail`. */
  readonly includes?: readonly string[];
  /** The value already contains these relations, so nothing is loaded for them. */
  readonly readsIncluded?: true;
  /** The field of the value that is the whole record in `/v1`. */
  readonly unwraps?: string;
  /** The field of the value whose fields are merged into it in `/v1`: a record and its new secret. */
  readonly merges?: string;
  /** The value is the response body, in bytes of JSON. */
  readonly isJsonBytes?: true;
  /** The value as lines of CSV, for `Accept: text/csv`. */
  readonly csv?: (value: unknown) => readonly (readonly Cell[])[];
  /** The response has a secret, which no cache may store. */
  readonly hasSecret?: true;
  /** Wraps a success in `data`, or sends it as it is if the contract has another envelope. */
  readonly envelope: 'data' | 'none';
  /** The keys with another name or type in `/v1` than in the schema. */
  readonly wire?: WireFormat;
}

/** Maps a schema name to a wire name that GraphQL does not allow, or a decimal to a number on the wire. */
export type WireFormat = Readonly<Record<string, { readonly name?: string; readonly type?: 'number' }>>;

/** The fields of a nested record that `/v1` has, in the `extensions` of its field. An empty list omits the whole field. */
export interface RestFields {
  readonly restFields?: readonly string[];
}

/** The properties that an endpoint must or may set; the rest have defaults. */
export type EndpointOptions = Pick<RestEndpoint, 'method' | 'path' | 'input'> & Partial<RestEndpoint>;

export function restEndpoint(endpoint: EndpointOptions): { rest: RestEndpoint } {
  return { rest: { status: 200, validationErrors: 'A', envelope: 'data', ...endpoint } };
}

/** The endpoint of a root field, if it is one. */
export function endpointOf(field: { extensions: Readonly<Record<string, unknown>> }): RestEndpoint | undefined {
  return field.extensions.rest as RestEndpoint | undefined;
}
