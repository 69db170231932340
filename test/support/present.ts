/**
 * The clock of the machine. Tests read it here alone, and count from it: what they expect is the same at every hour, on every day
 * and across every change of a clock. Where the server has a clock of the test's own (`app.clock`), that is better.
 */
export const present = (): Date => new Date();

/** The present in milliseconds of the epoch. */
export const presentMs = (): number => Date.now();

/** The instant that lies so far ahead, or back, as the API writes it. */
export const fromNow = (ms = 0): string => new Date(Date.now() + ms).toISOString();

/** A time zone in which the morning has begun, so that some hours before and after the present are on the same day. */
export function morningZone(): string {
  const offset = 9 - new Date().getUTCHours();
  const hours = offset < -12 ? offset + 24 : offset;
  // The sign of these names is the opposite of that of an offset.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
