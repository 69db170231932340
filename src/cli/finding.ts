/** What the command doctor looked at, and what it came to. */
export interface Finding {
  readonly name: 'database' | 'mail' | 'google' | 'microsoft';
  readonly ok: boolean;
  readonly text: string;
}
