import { readFile, writeFile } from 'node:fs/promises';

/** Of a process, in bytes: what it holds now, and the most it held since the peak was last forgotten. Linux only. */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** proc_pid_clear_refs(5): 5 sets the peak to what is held now. */
export function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}
