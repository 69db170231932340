import { setTimeout as pause } from 'node:timers/promises';

const againMs = 500;

/** Repeats a write until it succeeds, even after a database outage: what was sent and is not recorded would be sent again. */
export async function untilRecorded<Result>(
  write: () => Promise<Result>,
  { onError, aborting }: { readonly onError: (error: unknown) => void; readonly aborting: AbortSignal },
): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (aborting.aborted) throw error;
      onError(error);
      await pause(againMs, undefined, { signal: aborting });
    }
  }
}
