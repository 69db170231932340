/**
 * The clock of the machine. Tests read it here alone, and count from it: what they expect is the same at every hour, on every day
 * and across every change of a clock. Where the server has a clock of the test's own (`app.clock`), that is better.
 */
export const present = (): Date => new Date();

/** The present in milliseconds of the epoch. */
export const presentMs = (): number => Date.now();

/** The instant that lies so far ahead, or back, as the API writes it. */
export const fromNow = (ms = 0): string => new Date(Date.now() + ms).toISOString();
