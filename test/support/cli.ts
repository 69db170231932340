import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { compileCache } from './compile-cache.ts';

const root = path.join(import.meta.dirname, '../..');
const program = path.join(root, 'src/cli/main.ts');

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the real command with only these variables in its environment. */
export function cli(args: string[], env: Record<string, string>): Promise<Outcome> {
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
export async function json(args: string[], env: Record<string, string>): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await cli([...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}
