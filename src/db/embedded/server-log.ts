import { copyFile, type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';

const LARGEST_LOG_BYTES = 8 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;

/** Opened for appending, so that it can be shortened under a server that goes on writing. */
export function openServerLog(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600);
}

/**
 * Keeps one earlier log beside the current one. The file stays the same, because the server holds it open; what it
 * writes between the copy and the cut is lost, which a log can bear.
 */
export async function boundServerLog(path: string, largestBytes = LARGEST_LOG_BYTES): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size <= largestBytes) return;
  // It may be another user's, from a start as root; ours is only the directory.
  await rm(`${path}.1`, { force: true });
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** Bounds the log from time to time, until the returned function is called. */
export function keepServerLogBounded(path: string): () => void {
  const timer = setInterval(() => boundServerLog(path).catch(() => {}), CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

export async function readServerLogFrom(path: string, start: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size - start, 64 * 1024));
    await file.read(buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString();
  } finally {
    await file.close();
  }
}
