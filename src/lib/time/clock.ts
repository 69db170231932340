/** All code reads the time from a clock, so that tests can pass their own. */
export interface Clock {
  now(): Date;
  /** Reads the other clock again, for a clock that follows one. */
  measure?(): Promise<void>;
}
