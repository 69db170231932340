import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface ClosedPath {
  readonly path: string;
  readonly owner: Owner;
}

/**
 * The first step on the way to a path that a user without privileges may not take. In a user namespace root is such
 * a user, too: it keeps its own files but not the right to pass by everybody's permissions.
 */
export async function firstClosedTo(user: Owner, path: string): Promise<ClosedPath | undefined> {
  for (const step of stepsTo(await realpath(path))) {
    const { uid, gid, mode } = await stat(step);
    if (!mayExecute(user, { uid, gid, mode })) return { path: step, owner: { uid, gid } };
  }
  return undefined;
}

function stepsTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...stepsTo(parent), path];
}

function mayExecute(user: Owner, { uid, gid, mode }: Owner & { mode: number }): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
