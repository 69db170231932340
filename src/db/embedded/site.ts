import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import type { Patience } from './postmaster.ts';

export type Log = (message: string, detail?: object) => void;

/** What every step of a start needs to know about where it works. */
export interface Site {
  readonly directory: DataDirectory;
  readonly binaries: Binaries;
  readonly mayUseNamespaces: boolean;
  readonly patience: Patience;
  readonly log: Log;
}
