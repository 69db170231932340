/** Processes each item. After a failure it continues with the others, and throws the failures at the end. */
export async function tryEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  const [first] = failures;
  if (failures.length === 1) throw first;
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} failures, the first: ${first}`);
}
