import { GraphQLScalarType } from 'graphql';
import type { Problem } from '#src/domain/field-errors.ts';

export interface RestInput {
  /** Coerced to the types of the input where it looks like them. */
  readonly values: object;
  /** Parameters that could not be read at all. */
  readonly problems: readonly Problem[];
  /** The names under which fields were sent, where these are not the names of the input: errors have them. */
  readonly sentNames?: ReadonlyMap<PropertyKey, string>;
}

/**
 * A request to `/v1`, the one argument that a root field has there. The field reads it after its limit and its scope, as the
 * contract orders it. GraphQL's own checks of arguments would come first, and refuse input in other words than the contract's.
 */
export interface RestRequest {
  /** Reads query parameters or the body. Throws the domain error of a body that cannot be read. */
  readonly read: () => RestInput | Promise<RestInput>;
  /** The names of parameters and keys that are not ignored, once the input was read. */
  readonly refusedNames: () => readonly Problem[];
  /** The Idempotency-Key, if the endpoint honours one. Throws the domain error of an invalid one. */
  readonly idempotencyKey: () => string | undefined;
  /** Set by the field when the result is that of an earlier request with the same Idempotency-Key. */
  isReplay: boolean;
}

/** The argument of the root fields of `/v1`. No root field of the whole schema has one of this name. */
export const requestArgument = 'request';

/** Undefined for a root field of a document. */
export function restRequestOf(args: object): RestRequest | undefined {
  return (args as { readonly [requestArgument]?: RestRequest })[requestArgument];
}

/** The type of the argument. Its value is passed on as it is. */
export const restRequestType = new GraphQLScalarType<RestRequest, never>({ name: 'RestRequest' });
