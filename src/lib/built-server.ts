import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
/** Holds `start.js`, which is `src/start.ts` with all that it imports, in a few files. */
export const builtFolder = path.join(root, 'build/server');
/** It is written last, so an interrupted build has none. */
export const builtFrom = path.join(builtFolder, 'built-from.json');

export interface BuiltFrom {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  readonly digest: string;
}

/** True if the built server exists and matches these sources. Reading all of them takes some 20 ms. */
export function isBuiltServerCurrent(): boolean {
  try {
    const { files, digest } = JSON.parse(readFileSync(builtFrom, 'utf8')) as BuiltFrom;
    return digestOf(files) === digest;
  } catch {
    return false;
  }
}

export function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const text = readFileSync(path.join(root, file));
    hash.update(`${file} ${text.length} `).update(text);
  }
  return hash.digest('hex');
}
