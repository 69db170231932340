import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { hasWord, type WordList } from '#src/lib/word-list.ts';

let reading: Promise<WordList> | undefined;

/**
 * A test for common passwords, in lower case. The list is read at its first use, in a thread: unpacking it takes 0.2 s of a core
 * and 20 MB, and leaves 0.4 MB of heap.
 */
export async function commonPasswords(): Promise<(text: string) => boolean> {
  reading ??= readList();
  // The thread may have failed to start for lack of memory: the next password tries again.
  reading.catch(() => {
    reading = undefined;
  });
  const list = await reading;
  return (text) => hasWord(list, text);
}

function readList(): Promise<WordList> {
  const thread = new Worker(path.join(import.meta.dirname, 'common-passwords-task.ts'));
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that reads the common passwords ended without them.')));
  });
}
