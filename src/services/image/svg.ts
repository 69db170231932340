import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** A page of WebAssembly memory has 64 KiB: 256 MiB. */
const maxMemoryPages = 4_096;
const maxHeapMiB = 64;

/** A process that has nothing to do ends after so long, and the system gets its memory back. */
const maxIdleMs = 10_000;

const program = path.join(import.meta.dirname, 'svg-process.ts');
const renderer = path.join(import.meta.dirname, 'rasterize.ts');

export interface Drawing {
  readonly bytes: Uint8Array;
  readonly side: number;
}

/** The PNG of a drawing, or what is wrong with it. */
export type Drawn = Uint8Array | string;

interface RendererProcess {
  readonly child: ChildProcess;
  /** What it wrote about its end. */
  readonly errors: Promise<string>;
}

/**
 * Waits for the next drawing: a process takes up to half a second to start, and the thread that answers requests stands
 * still for some 15 ms of it.
 */
let waiting: RendererProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Renders an SVG as a PNG of that width and height. An uploaded SVG is not trusted, so another process renders it. It is
 * killed after a timeout, and after a drawing with a problem, which may have damaged it. Node's permission model lets it
 * read the renderer and its fonts, and nothing else; its environment is empty. One drawing at a time.
 */
export async function rasterizeSvg(
  bytes: Buffer,
  side: number,
  maxSeconds: number,
): Promise<Buffer | { readonly problem: string }> {
  const used = waiting?.child.connected ? waiting : startProcess();
  waiting = undefined;
  clearTimeout(idleTimer);
  const drawn = await drawnBy(used, { bytes, side }, maxSeconds);
  if (typeof drawn === 'string') {
    used.child.kill('SIGKILL');
    return { problem: drawn };
  }
  keep(used);
  return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
}

function startProcess(): RendererProcess {
  const child = fork(program, {
    execArgv: processLimits(),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // It keeps no server from ending, and its end while it waits is no error.
  for (const handle of [child, child.channel, child.stderr as Socket]) handle?.unref();
  child.on('error', () => undefined);
  return { child, errors: text(child.stderr as Socket) };
}

async function drawnBy({ child, errors }: RendererProcess, drawing: Drawing, maxSeconds: number): Promise<Drawn> {
  const timer = setTimeout(() => child.kill('SIGKILL'), maxSeconds * 1000);
  const over = new AbortController();
  const drawn = once(child, 'message', over).then(([message]): Drawn => message);
  const ended = once(child, 'exit', over).then(async ([code, signal]): Promise<Drawn> => {
    // Killed when time ran out, or aborted by V8 when its heap was full.
    if (signal !== null) return 'is too complicated a drawing';
    throw new Error(`The process that renders SVGs ended with code ${code}: ${await errors}`);
  });
  try {
    child.send(drawing);
    return await Promise.race([drawn, ended]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

function keep(used: RendererProcess): void {
  waiting = used;
  idleTimer = setTimeout(() => {
    waiting = undefined;
    used.child.kill();
  }, maxIdleMs).unref();
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
