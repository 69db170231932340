/** What a link to a live event shows of it, to everybody. */
export interface SharedEvent {
  readonly name: string;
  /** In minutes. */
  readonly duration: number;
  /** Of its only host; null where it has several. */
  readonly hostName: string | null;
  readonly workspaceName: string;
}
