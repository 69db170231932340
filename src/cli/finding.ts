/** What the command doctor looked at, and what it came to. */
export interface Finding {
  readonly name: 'database' | 'proxy' | 'mail' | 'google' | 'microsoft' | 'node' | 'postgresql' | 'tzdata';
  readonly ok: boolean;
  /** It works, but something should be done soon. */
  readonly warns?: true;
  readonly text: string;
}
