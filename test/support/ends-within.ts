import { pause } from './waiting.ts';

/** Whether the work ends in time. The timer is one of the same process, so whatever holds up the work holds it up too. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ending = new AbortController();
  const isLate = pause(ms, false, { signal: ending.signal });
  isLate.catch(() => undefined);
  return Promise.race([work.then(() => true), isLate]).finally(() => ending.abort());
}
