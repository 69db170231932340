import { pause } from '../support/waiting.ts';

const TIMEOUT_MS = 60_000;

type Truthy<T> = Exclude<T, false | '' | undefined | null>;

/** Waits for a condition, as tests do not wait for a time. */
export async function until<T>(condition: () => T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<Truthy<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await condition();
    if (found) return found as Truthy<T>;
    if (performance.now() > deadline) throw new Error(`No answer within ${timeoutMs} ms: ${condition}`);
    await pause(5);
  }
}
