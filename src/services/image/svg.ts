import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Size } from './shape.ts';

/** 128 MiB: a page of WebAssembly memory has 64 KiB. */
const maxMemoryPages = 2_048;
const maxHeapMiB = 64;
/** The maximum memory of such a process, including Node itself. */
export const rendererLimitMb = maxMemoryPages / 16 + maxHeapMiB + 40;

/** An idle process ends after this time, which frees its memory. */
const maxIdleMs = 10_000;

const program = path.join(import.meta.dirname, 'svg-process.ts');
const modules = ['rasterize.ts', 'shape.ts', 'font-files.ts'].map((name) => path.join(import.meta.dirname, name));

export interface Drawing {
  readonly bytes: Uint8Array;
  /** The size of the PNG; by default that of the drawing. */
  readonly size?: Size;
}

/** The PNG of a drawing, or a text that describes its problem. */
export type Drawn = Uint8Array | string;

/** The problem of a drawing that needs too much time or memory. */
export const tooComplicated = 'is too complex';

/** A process that has not started by then is killed. On a busy machine it takes several seconds. */
const maxStartMs = 20_000;

interface RendererProcess {
  readonly child: ChildProcess;
  /** True once it can draw, from when on the time of a drawing counts; false if it has been killed before. */
  readonly started: Promise<boolean>;
  /** The stderr output, which explains why the process ended. */
  readonly errors: Promise<string>;
}

/**
 * Renders SVGs as PNGs, one at a time. Uploaded SVGs are untrusted, so a child process renders them. It is killed after a
 * timeout, and after a drawing with a problem, which may have damaged it. Node's permission model lets it read only the
 * renderer and its fonts; its environment is empty.
 */
export class SvgRenderer {
  /**
   * A process that waits for the next drawing. Starting one takes up to half a second and blocks the main thread for about 15
   * ms.
   */
  #waiting: RendererProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  async render(drawing: Drawing, maxSeconds: number): Promise<Buffer | { readonly problem: string }> {
    const used = this.#waiting?.child.connected ? this.#waiting : startProcess();
    this.#waiting = undefined;
    clearTimeout(this.#idleTimer);
    const drawn = await drawnBy(used, drawing, maxSeconds);
    if (typeof drawn === 'string') {
      used.child.kill('SIGKILL');
      return { problem: drawn };
    }
    this.#keep(used);
    return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength);
  }

  #keep(used: RendererProcess): void {
    this.#waiting = used;
    this.#idleTimer = setTimeout(() => {
      this.#waiting = undefined;
      used.child.kill();
    }, maxIdleMs).unref();
  }
}

function startProcess(): RendererProcess {
  const child = fork(program, {
    execArgv: processLimits(),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // The process must not keep the server running. If it ends while idle, that is not an error.
  for (const handle of [child, child.channel, child.stderr as Socket]) handle?.unref();
  child.on('error', () => undefined);
  const started = once(child, 'message', { signal: AbortSignal.timeout(maxStartMs) }).then(
    () => true,
    () => !child.kill('SIGKILL'),
  );
  return { child, started, errors: text(child.stderr as Socket) };
}

async function drawnBy(
  { child, started, errors }: RendererProcess,
  drawing: Drawing,
  maxSeconds: number,
): Promise<Drawn> {
  let timer: NodeJS.Timeout | undefined;
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(async ([code, signal]): Promise<Drawn> => {
    // The timeout killed it, or V8 aborted it because its heap was full.
    if (signal !== null) return tooComplicated;
    throw new Error(`The process that renders SVGs ended with code ${code}: ${await errors}`);
  });
  const draw = async (): Promise<Drawn> => {
    if (!(await started)) return ended;
    timer = setTimeout(() => child.kill('SIGKILL'), maxSeconds * 1000);
    child.send(drawing);
    const [message] = await once(child, 'message', over);
    return message;
  };
  try {
    return await Promise.race([draw(), ended]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/** Node options that limit the files and the memory of the process. */
export function processLimits(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const packages = ['@resvg/resvg-wasm', '@expo-google-fonts/arimo'].map((name) => path.dirname(resolve(name)));
  const root = path.join(import.meta.dirname, '../../..');
  const readable = [program, ...modules, path.join(root, 'package.json'), ...packages];
  return [
    '--permission',
    ...readable.map((file) => `--allow-fs-read=${file}`),
    `--wasm-max-mem-pages=${maxMemoryPages}`,
    `--max-old-space-size=${maxHeapMiB}`,
    '--no-warnings',
  ];
}
