import { randomInt } from 'node:crypto';
import type { BenchDatabase } from '../environment/database.ts';
import type { Outcome } from './callers.ts';

/** What runs beside the neighbour. */
export interface Attack {
  /** Resolves when the load is there. */
  start(): Promise<void>;
  /** Ends the load, and resolves to what it got. */
  stop(): Promise<Outcome>;
}

/** What a row finds: servers that run, behind one port. */
export interface Scene {
  readonly database: BenchDatabase;
  readonly port: number;
  /** Stops what a row starts when the row is over. */
  readonly stack: AsyncDisposableStack;
}

export interface Row {
  readonly name: string;
  readonly title: string;
  /** Makes ready what the load needs, before the quiet time. */
  prepare(scene: Scene): Promise<Attack>;
}

/** Other addresses in each run: a shared store remembers those of the run before. */
const network = `127.${randomInt(1, 255)}`;
const perBlock = 250;
let blocks = 0;

/** So many addresses of this machine that nobody else calls from. HAProxy passes them on; no caller may name its own. */
export function ownAddresses(count: number): string[] {
  const first = blocks;
  blocks += Math.ceil(count / perBlock);
  return Array.from(
    { length: count },
    (_, index) => `${network}.${first + Math.floor(index / perBlock)}.${1 + (index % perBlock)}`,
  );
}
