import type { SpawnOptions } from 'node:child_process';
import type { Binaries } from './binaries.ts';
import { type Identity, SEARCH_PATH } from './identity.ts';

export interface PreparedCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;
}

/** A program of PostgreSQL as a certain user, with an environment in which nothing of ours and no PG* can be. */
export function commandAs(identity: Identity, binaries: Binaries, command: readonly string[]): PreparedCommand {
  const [file = '', ...args] = [...identity.prefix, ...command];
  const { libraryPath } = binaries;
  const libraryVariable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return {
    file,
    args,
    options: {
      cwd: '/',
      env: { PATH: SEARCH_PATH, LANG: 'C', ...(libraryPath && { [libraryVariable]: libraryPath }) },
      ...identity.switchTo,
    },
  };
}
