import type { ChangeNames } from '#src/domain/event-calls/call-history.ts';
import { namesOfChanges } from '#src/services/event-calls/change-names.ts';
import { caller, type GraphQLContext } from '../context.ts';

interface Batch {
  readonly memberIds: Set<number>;
  readonly apiKeyIds: Set<number>;
  readonly clientIds: Set<string>;
  readonly names: Promise<ChangeNames>;
}

interface Named {
  readonly memberId?: number;
  readonly apiKeyId?: number;
  readonly clientId?: string;
}

const batches = new WeakMap<GraphQLContext, Batch>();

/** Returns the names, including those requested. One statement reads the names for all changes of a document. */
export function changeNames(context: GraphQLContext, { memberId, apiKeyId, clientId }: Named): Promise<ChangeNames> {
  const { memberIds, apiKeyIds, clientIds, names } = batches.get(context) ?? newBatch(context);
  if (memberId !== undefined) memberIds.add(memberId);
  if (apiKeyId !== undefined) apiKeyIds.add(apiKeyId);
  if (clientId !== undefined) clientIds.add(clientId);
  return names;
}

function newBatch(context: GraphQLContext): Batch {
  const ids = { memberIds: new Set<number>(), apiKeyIds: new Set<number>(), clientIds: new Set<string>() };
  const names = Promise.resolve().then(() => {
    batches.delete(context);
    return namesOfChanges(caller(context), {
      memberIds: [...ids.memberIds],
      apiKeyIds: [...ids.apiKeyIds],
      clientIds: [...ids.clientIds],
    });
  });
  const batch = { ...ids, names };
  batches.set(context, batch);
  return batch;
}
