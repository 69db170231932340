import { type Caller, caller, type GraphQLContext } from './context.ts';

interface Batch<Key, Value> {
  readonly keys: Set<Key>;
  readonly values: Promise<ReadonlyMap<Key, Value>>;
}

/** Returns a function that reads one value. All values of a page, which are requested in the same turn, are read at once. */
export function batched<Key, Value>(
  read: (caller: Caller, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (context: GraphQLContext, key: Key) => Promise<Value | undefined> {
  const batches = new WeakMap<GraphQLContext, Batch<Key, Value>>();
  const begin = (context: GraphQLContext) => {
    const keys = new Set<Key>();
    const values = Promise.resolve().then(() => {
      batches.delete(context);
      return read(caller(context), [...keys]);
    });
    const batch = { keys, values };
    batches.set(context, batch);
    return batch;
  };
  return async (context, key) => {
    const { keys, values } = batches.get(context) ?? begin(context);
    keys.add(key);
    return (await values).get(key);
  };
}
