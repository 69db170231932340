import type { Colour } from '#src/lib/colour.ts';

/** The fields of a live event that anyone with its link sees. */
export interface SharedEvent {
  readonly name: string;
  /** In minutes. */
  readonly duration: number;
  /** The name of its only host; null if it has several. */
  readonly hostName: string | null;
  readonly workspaceName: string;
  readonly accentColor: Colour | null;
  /** True to show that the page is one of Slotline. */
  readonly showsBranding: boolean;
}
