import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { runCommand } from '#src/cli/run-command.ts';
import { compileCache } from './compile-cache.ts';

const root = path.join(import.meta.dirname, '../..');
const program = path.join(root, 'src/cli/main.ts');

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command with only these variables as its environment, in the process of the test: a start of Node takes longer. */
export async function cli(args: string[], env: Record<string, string>): Promise<Outcome> {
  const [stdout, stderr] = [new Text(), new Text()];
  const code = await runCommand(args, env, new Console({ stdout, stderr }));
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** The same as a process of its own, as the operator starts it. */
export function cliProcess(args: string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { env: { PATH: process.env.PATH, ...compileCache, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

/** The one JSON object that a command prints. */
export async function json(
  args: string[],
  env: Record<string, string>,
  run: typeof cli = cli,
): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run([...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}
