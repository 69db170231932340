import { readFile, writeFile } from 'node:fs/promises';

/** Resident memory of a process in bytes: now, and the peak since `resetPeak`. Linux only. */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Writing 5 to proc_pid_clear_refs(5) sets the peak to the present value. */
export function resetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}
