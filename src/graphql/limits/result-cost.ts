/** The cost of an operation's actual result: a fixed part, plus a part for each object and each item of its lists. */
export interface ResultCost {
  readonly fixed: number;
  readonly below: readonly Below[];
}

/** The part of a field, or of a fragment, whose fields belong to the surrounding object. */
interface Below {
  /** The response key; undefined for a fragment. */
  readonly key: string | undefined;
  /** The cost of the object, or of each item of the list. */
  readonly each: ResultCost;
}

/** The cost of a result. It visits only the lists and the objects that lead to them. */
export function costOfResult(value: unknown, { fixed, below }: ResultCost): number {
  let cost = fixed;
  for (const { key, each } of below) {
    const found = key === undefined ? value : (value as Record<string, unknown>)[key];
    if (Array.isArray(found)) for (const item of found) cost += item == null ? 1 : costOfResult(item, each);
    else if (found != null) cost += costOfResult(found, each);
  }
  return cost;
}
