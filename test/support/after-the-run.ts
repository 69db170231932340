import { spawn } from 'node:child_process';

/**
 * A process that runs the commands and removes the folder as soon as its input ends, which it does however the run ends: a run
 * that was aborted leaves no servers and no files. Returns what ends its input and waits for it.
 */
export function afterTheRun(folder: string, commands: readonly string[] = []): () => Promise<void> {
  const script = ['cat', ...commands, `rm -rf ${folder}`].join('\n');
  const child = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return async () => {
    child.stdin.end();
    await ended;
  };
}
