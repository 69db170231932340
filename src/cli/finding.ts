/** One check of the command doctor and its result. */
export interface Finding {
  readonly name: 'database' | 'proxy' | 'mail' | 'google' | 'microsoft' | 'node' | 'postgresql' | 'tzdata';
  readonly ok: boolean;
  /** The check passed, but something should be done soon. */
  readonly warns?: true;
  readonly text: string;
}
