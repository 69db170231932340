import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

type Truthy<T> = Exclude<T, false | '' | undefined | null>;

/** Waits for a condition, as tests do not wait for a time. */
export async function until<T>(condition: () => T | Promise<T>, patienceMs = PATIENCE_MS): Promise<Truthy<T>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await condition();
    if (found) return found as Truthy<T>;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${condition}`);
    await pause(5);
  }
}
