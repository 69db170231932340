/** Makes a value at the first call, once for all callers. One that could not be made is made anew at the next call. */
export function onDemand<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
