/** All code reads the time from a clock, so that tests can pass their own. */
export interface Clock {
  now(): Date;
  /** For a clock that follows another one: reads the other one again. */
  measure?(): Promise<void>;
}
