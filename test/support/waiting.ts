import { setTimeout as pause } from 'node:timers/promises';

/**
 * Lets time pass where what is tested counts it itself, as a lease or a window does, or where something must not come meanwhile.
 * What must come is waited for with `until` or `expect.poll`, since a busy machine brings it late.
 */
export { pause };

/** Waits for what must come, for as long as a test may take, and returns it: anything but false, undefined and null. */
export async function until<Found>(look: () => Found | Promise<Found>, everyMs = 5): Promise<NonNullable<Found>> {
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined && found !== null) return found;
    await pause(everyMs);
  }
}

/** Does the work so much later, as a slow server answers. */
export function later(ms: number, work: () => void): NodeJS.Timeout {
  return setTimeout(work, ms);
}
