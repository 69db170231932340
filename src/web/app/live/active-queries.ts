import { type Client, makeOperation, mapExchange, type Operation } from 'urql';

/** The queries that the page shows now. */
const active = new Map<number, Operation>();
/** When each of them was last sent. */
const sentAt = new Map<number, number>();
const runningMutations = new Set<number>();
let onMutationsDone: () => void = () => undefined;

/** Follows which queries are active. It comes before the cache, which answers some of them. */
export const followActive = mapExchange({
  onOperation({ kind, key, ...operation }) {
    if (kind === 'query') active.set(key, { kind, key, ...operation });
    if (kind === 'mutation') runningMutations.add(key);
    if (kind !== 'teardown') return;
    active.delete(key);
    sentAt.delete(key);
  },
  onResult({ operation: { kind, key } }) {
    if (kind !== 'mutation' || !runningMutations.delete(key) || runningMutations.size > 0) return;
    // The cache first sends the queries that the mutation makes out of date.
    setTimeout(() => onMutationsDone());
  },
});

/** Follows which queries are sent to the server. It comes after the cache. */
export const followSent = mapExchange({
  onOperation({ kind, key }) {
    if (kind === 'query') sentAt.set(key, performance.now());
  },
});

/** True while a mutation of this page runs: an answer from before it would show what it replaces. */
export function hasRunningMutation(): boolean {
  return runningMutations.size > 0;
}

/** Calls the listener after the last running mutation. */
export function afterMutations(listener: () => void): void {
  onMutationsDone = listener;
}

interface OutOfDate {
  /** The root fields that may be out of date; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Queries that were sent later are new. */
  readonly since: number;
}

/** Reads active queries from the server again. What they show stays until the answer comes. */
export function readAgain(client: Client, { fields, since }: OutOfDate): void {
  for (const [key, operation] of active) {
    if ((sentAt.get(key) ?? 0) > since) continue;
    if (fields && !rootFieldsOf(operation).some((field) => fields.has(field))) continue;
    client.reexecuteOperation(
      makeOperation(operation.kind, operation, { ...operation.context, requestPolicy: 'network-only' }),
    );
  }
}

function rootFieldsOf({ query }: Operation): string[] {
  return query.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition'
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === 'Field' ? [field.name.value] : []))
      : [],
  );
}
