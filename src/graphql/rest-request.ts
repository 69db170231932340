import { GraphQLScalarType } from 'graphql';
import type { Problem } from '#src/domain/field-errors.ts';

export interface RestInput {
  /** The values, coerced to the types of the input where possible. */
  readonly values: object;
  /** The problems of parameters that could not be parsed. */
  readonly problems: readonly Problem[];
  /** The names that the request used for fields, if they differ from the input's names. Errors use them. */
  readonly sentNames?: ReadonlyMap<PropertyKey, string>;
}

/**
 * A request to `/v1`, passed as the only argument of its root field. The field reads it after its limit and its scope, in the
 * order of the contract. GraphQL's own argument checks would run first, with messages that differ from the contract's.
 */
export interface RestRequest {
  /** Reads query parameters or the body. Throws a domain error if the body is unreadable. */
  readonly read: () => RestInput | Promise<RestInput>;
  /** The unknown names that are refused, available once the input was read. */
  readonly refusedNames: () => readonly Problem[];
  /** The Idempotency-Key, if the endpoint accepts one. Throws a domain error if it is invalid. */
  readonly idempotencyKey: () => string | undefined;
  /** Set by the field if the result is that of an earlier request with the same Idempotency-Key. */
  isReplay: boolean;
}

/** The argument of `/v1` root fields. No root field of the schema has an argument of this name. */
export const requestArgument = 'request';

/** Returns undefined if the field is part of a document. */
export function restRequestOf(args: object): RestRequest | undefined {
  return (args as { readonly [requestArgument]?: RestRequest })[requestArgument];
}

/** The type of the argument, which passes its value through. */
export const restRequestType = new GraphQLScalarType<RestRequest, never>({ name: 'RestRequest' });
