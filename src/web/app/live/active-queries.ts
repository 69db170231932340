import { type Client, makeOperation, mapExchange, type Operation, type OperationResult } from 'urql';
import { problemOf } from '../problem.ts';

/** The queries that the page shows now. */
const active = new Map<number, Operation>();
/** The latest answer of each of them. */
const answers = new Map<number, OperationResult>();
/** When each of them was last sent. */
const sentAt = new Map<number, number>();
const runningMutations = new Set<number>();

interface Listener {
  /** Called after the last running mutation. */
  readonly onMutationsDone: () => void;
  /** Called when no answer came to a query that was read again. */
  readonly onUnanswered: () => void;
}

let listener: Listener | undefined;

export function listen(to: Listener): void {
  listener = to;
}

/** Follows which queries are active. It comes before the cache, which answers some of them. */
export const followActive = mapExchange({
  onOperation(operation) {
    const { kind, key } = operation;
    // The context of a query that is read again is for that time alone.
    if (kind === 'query' && !operation.context.isReadAgain) active.set(key, operation);
    if (kind === 'mutation') runningMutations.add(key);
    if (kind !== 'teardown') return;
    for (const known of [active, answers, sentAt]) known.delete(key);
  },
  onResult(result) {
    const { kind, key } = result.operation;
    if (kind === 'query') return withoutFailure(result);
    if (!runningMutations.delete(key) || runningMutations.size > 0) return result;
    // The cache first sends the queries that the mutation makes out of date.
    setTimeout(() => listener?.onMutationsDone());
    return result;
  },
});

/** Follows which queries are sent to the server. It comes after the cache. */
export const followSent = mapExchange({
  onOperation({ kind, key }) {
    if (kind === 'query') sentAt.set(key, performance.now());
  },
});

/**
 * Where a query that was read again fails, the page goes on with what it shows, because nobody has done anything. What is gone, or
 * not for the viewer any more, is no failure.
 */
function withoutFailure(result: OperationResult): OperationResult {
  const { operation, error } = result;
  const before = answers.get(operation.key);
  if (error && before && operation.context.isReadAgain) {
    const { isWithheld, interruption, isUnanswered } = problemOf(error);
    if (isUnanswered) listener?.onUnanswered();
    if (!isWithheld && !interruption) return { ...before, stale: false };
  }
  if (active.has(operation.key)) answers.set(operation.key, result);
  return result;
}

/** True while a mutation of this page runs: an answer from before it would show what it replaces. */
export function hasRunningMutation(): boolean {
  return runningMutations.size > 0;
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
    const context = { ...operation.context, requestPolicy: 'network-only', isReadAgain: true } as const;
    client.reexecuteOperation(makeOperation('query', operation, context));
  }
}

function rootFieldsOf({ query }: Operation): string[] {
  return query.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition'
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === 'Field' ? [field.name.value] : []))
      : [],
  );
}
