import { collectFields } from '@graphql-tools/utils';
import { type ExecutionResult, type GraphQLObjectType, type GraphQLResolveInfo, print } from 'graphql';
import { fieldError } from '#src/domain/errors.ts';
import { readIdempotencyKey } from '#src/domain/idempotency-key.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { once, storeResponse } from '#src/services/idempotency.ts';
import type { GraphQLContext, StoredResponse } from './context.ts';

/**
 * The value is stored with the change, and the response when it is known. The value stays, because it is the whole record: from
 * its ids, an erasure finds whom the response concerns, whatever the document selected.
 */
interface Stored {
  readonly value: unknown;
  readonly response?: StoredResponse;
}

interface Scope {
  readonly workspaceId: number;
  /** Separates the keys of members, of invitees and of `/v1`. */
  readonly endpoint: string;
  /** Absent for invitees. */
  readonly principal?: Principal;
  /** The minimum length of a key: if anyone may send one, it must not be guessable. */
  readonly minLength?: number;
  /** Set if the response has a secret. It is never stored, but built from the value again. */
  readonly hasSecret?: true;
}

/** Performs the mutation of a document, once per Idempotency-Key if the request has one. */
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
  // If the first response is not stored yet, or storing it failed, a response is built from the value.
  return (replayed && stored.response ? null : stored.value) as Value;
}

/** Refuses the header if the response is not stored, because it has a secret or concerns a session. */
export function refuseKey({ idempotency }: GraphQLContext): void {
  if (readIdempotencyKey(idempotency?.header) === undefined) return;
  throw fieldError(
    'Idempotency-Key',
    'not_allowed',
    'The response of this mutation is not stored: send it without a key',
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
  throw fieldError(
    'Idempotency-Key',
    'not_allowed',
    'Must be sent with a document that has exactly one mutation field',
  );
}

/** The printed document, which normalizes white space, and its variables. */
function bodyOf({ operation, fragments, variableValues }: GraphQLResolveInfo): object {
  const document = [operation, ...Object.values(fragments)].map((node) => print(node)).join('\n');
  return { document, variables: variableValues };
}

/**
 * Returns the stored response if there is one; otherwise stores this one. A response with errors is not stored, because the
 * next request may succeed. The change is committed even if storing its response fails.
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
