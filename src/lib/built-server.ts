import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
/** Holds `start.js`, which is `src/start.ts` with all that it imports, in a few files. */
export const builtFolder = path.join(root, 'build/server');
/** Is written last, so a build that was interrupted has none. */
export const builtFrom = path.join(builtFolder, 'built-from.json');

export interface BuiltFrom {
  /** From the root of the repository. */
  readonly files: readonly string[];
  readonly digest: string;
}

/** Whether the built server is there and is what these sources give. Reading all of them takes some 20 ms. */
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
