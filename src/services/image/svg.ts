import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';

/** A page of WebAssembly memory has 64 KiB: 256 MiB. */
const maxMemoryPages = 4_096;
const maxHeapMiB = 64;

/** Of the process, when its output is a problem and no picture. */
const problemExitCode = 3;
const program = path.join(import.meta.dirname, 'svg-process.ts');
const renderer = path.join(import.meta.dirname, 'rasterize.ts');

/**
 * Renders an SVG as a PNG of that width and height. An uploaded SVG is not trusted, so a process of its own renders it:
 * the system gets its memory back, and it is killed after a timeout. Node's permission model lets that process read the
 * renderer and its fonts, and nothing else; its environment is empty.
 */
export async function rasterizeSvg(
  bytes: Buffer,
  side: number,
  maxSeconds: number,
): Promise<Buffer | { readonly problem: string }> {
  const child = spawn(process.execPath, [...processLimits(), program, String(side), String(problemExitCode)], {
    env: {},
    timeout: maxSeconds * 1000,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  // A process that ends early reads no further; its exit code says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [output, errors, { code, signal }] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (code === 0) return output;
  if (code === problemExitCode) return { problem: output.toString() };
  // Killed when time ran out, or aborted by V8 when its heap was full.
  if (signal !== null) return { problem: 'is too complicated a drawing' };
  throw new Error(`The process that renders SVGs ended with code ${code}: ${errors}`);
}

/** Node's options for the process: the files that it may read and the memory that it may use. */
export function processLimits(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const packages = ['@resvg/resvg-wasm', '@expo-google-fonts/arimo'].map((name) => path.dirname(resolve(name)));
  const root = path.join(import.meta.dirname, '../../..');
  const readable = [program, renderer, path.join(root, 'package.json'), ...packages];
  return [
    '--permission',
    ...readable.map((file) => `--allow-fs-read=${file}`),
    `--wasm-max-mem-pages=${maxMemoryPages}`,
    `--max-old-space-size=${maxHeapMiB}`,
    '--no-warnings',
  ];
}
