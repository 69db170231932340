/** What an operation costs by its result: objects and reads that are always there, and each item of its lists. */
export interface ResultCost {
  readonly fixed: number;
  readonly below: readonly Below[];
}

/** What is in a field, or in a fragment, whose fields are those of the object around it. */
interface Below {
  /** The name in the result; undefined for a fragment. */
  readonly key: string | undefined;
  /** Of the object in it, or of each item of the list in it. */
  readonly each: ResultCost;
}

/** The cost of a result. It reads nothing but the lists and the way to them. */
export function costOfResult(value: unknown, { fixed, below }: ResultCost): number {
  let cost = fixed;
  for (const { key, each } of below) {
    const found = key === undefined ? value : (value as Record<string, unknown>)[key];
    if (Array.isArray(found)) for (const item of found) cost += item == null ? 1 : costOfResult(item, each);
    else if (found != null) cost += costOfResult(found, each);
  }
  return cost;
}
