/** The fields of a live event that anyone with its link sees. */
export interface SharedEvent {
  readonly name: string;
  /** In minutes. */
  readonly duration: number;
  /** The name of its only host; null if it has several. */
  readonly hostName: string | null;
  readonly workspaceName: string;
}
