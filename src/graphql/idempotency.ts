import { collectFields } from '@graphql-tools/utils';
import { type ExecutionResult, type GraphQLObjectType, type GraphQLResolveInfo, print } from 'graphql';
import { fieldError } from '#src/domain/errors.ts';
import { readIdempotencyKey } from '#src/domain/idempotency-key.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { once, storeResponse } from '#src/services/idempotency.ts';
import type { GraphQLContext, StoredResponse } from './context.ts';

/**
 * The value is stored with the change, and the response when it is known. The value stays beside it: it is the whole record,
 * so that an erasure finds by its ids whom the response is about, whatever the document selected.
 */
interface Stored {
  readonly value: unknown;
  readonly response?: StoredResponse;
}

interface Scope {
  readonly workspaceId: number;
  /** Keys of members, of invitees and of `/v1` are apart. */
  readonly endpoint: string;
  /** Absent for invitees. */
  readonly principal?: Principal;
  /** Characters that the key must have: where anybody may send one, it must not be guessed. */
  readonly minLength?: number;
  /** The response has a secret, which is never stored: it is made of the value again. */
  readonly hasSecret?: true;
}

/** Performs the mutation of a document once for the Idempotency-Key of the request, if there is one. */
export async function performOnce<Value>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  scopeOf: () => Promise<Scope> | Scope,
  perform: (context: GraphQLContext) => Promise<Value>,
): Promise<Value> {
  const { idempotency } = context;
  const key = readIdempotencyKey(idempotency?.header);
  if (!idempotency || key === undefined) return perform(context);
  requireOneField(info);
  const { minLength = 1, hasSecret, principal, ...scope } = await scopeOf();
  if (key.length < minLength) {
    throw fieldError('Idempotency-Key', 'too_short', `Must be at least ${minLength} characters without a credential`);
  }
  const request = { ...scope, key, body: bodyOf(info), ...(principal && { principal }) };
  const { result, replayed } = await once(context, request, async (within): Promise<Stored> => {
    return { value: await perform({ ...within, committed: context }) };
  });
  const stored = result as Stored;
  if (replayed) idempotency.replayed = stored.response ? { response: stored.response } : {};
  else if (!hasSecret) idempotency.performed = { key: { ...scope, key }, value: stored.value };
  // Until the response to the first request is stored, and if that failed, a response is made of the value.
  return (replayed && stored.response ? null : stored.value) as Value;
}

/** Refuses the header where the response is not stored, because it has a secret or is about a session. */
export function refuseKey({ idempotency }: GraphQLContext): void {
  if (readIdempotencyKey(idempotency?.header) === undefined) return;
  throw fieldError(
    'Idempotency-Key',
    'not_allowed',
    'The response of this mutation is not stored: send no key with it',
  );
}

function requireOneField({ schema, fragments, variableValues, parentType, operation }: GraphQLResolveInfo): void {
  const { fields } = collectFields(
    schema,
    fragments as never,
    variableValues,
    parentType as GraphQLObjectType,
    operation.selectionSet,
  );
  const mutations = [...fields.values()].filter(([node]) => node?.name.value !== '__typename');
  if (mutations.length === 1) return;
  throw fieldError('Idempotency-Key', 'not_allowed', 'Must come with a document of one mutation field');
}

/** The document as it is printed, so that white space does not matter, and its variables. */
function bodyOf({ operation, fragments, variableValues }: GraphQLResolveInfo): object {
  const document = [operation, ...Object.values(fragments)].map((node) => print(node)).join('\n');
  return { document, variables: variableValues };
}

/**
 * The stored response instead of this one, or this one, which is stored from now on. One with errors is not stored,
 * because they may be gone at the next request. The change is done whether its response can be stored or not.
 */
export async function settleResponse(
  context: GraphQLContext,
  result: ExecutionResult,
  onError: (error: unknown) => void,
): Promise<ExecutionResult> {
  const { replayed, performed } = context.idempotency ?? {};
  if (replayed?.response) return { ...result, ...replayed.response };
  if (performed && !result.errors) {
    const { key, value } = performed;
    await storeResponse(context, key, { value, response: { data: result.data } }).catch(onError);
  }
  return result;
}
