import type { z } from 'zod';
import type { Scope } from '#src/domain/access/scopes.ts';
import type { ErrorCode } from '#src/domain/errors.ts';

/** What makes a root field a `/v1` endpoint, said where the field is defined. There is no other list of endpoints. */
export interface RestEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/v1`. */
  readonly path: `/${string}`;
  readonly status: 200 | 201;
  readonly scope: Scope;
  /** The whole input: query parameters of a GET, the JSON body of the others. */
  readonly input: z.ZodObject;
  /** The contract's two forms of a 400. */
  readonly validationErrors: 'A' | 'B';
  /** The codes of its 404, where a record that is named may not be there. */
  readonly notFound?: ErrorCode | readonly ErrorCode[];
  /** Of a body; 1 MiB where it is not said. */
  readonly greatestBodyBytes?: number;
  /** Honours an Idempotency-Key: every POST that creates something. */
  readonly idempotent?: true;
  /** Where `data` and the status follow from the field's value; else the value itself is `data`. */
  readonly respond?: (value: unknown) => { readonly status: number; readonly data: unknown };
  /** How the body of a success holds it: under `data`, or as it is, where the contract names another envelope. */
  readonly envelope: 'data' | 'none';
  /** What `/v1` calls or types otherwise than the schema. */
  readonly wire?: WireFormat;
}

/** By the name in the schema: a wire name that no GraphQL name can be, or a decimal that is a number on the wire. */
export type WireFormat = Readonly<Record<string, { readonly name?: string; readonly type?: 'number' }>>;

export function restEndpoint(
  endpoint: Pick<RestEndpoint, 'method' | 'path' | 'scope' | 'input'> & Partial<RestEndpoint>,
): { rest: RestEndpoint } {
  return { rest: { status: 200, validationErrors: 'A', envelope: 'data', ...endpoint } };
}

/** The endpoint that a root field is, if it is one. */
export function endpointOf(field: { extensions: Readonly<Record<string, unknown>> }): RestEndpoint | undefined {
  return field.extensions.rest as RestEndpoint | undefined;
}
