import { parentPort, workerData } from 'node:worker_threads';
import { harmlessSvg } from './harmless-svg.ts';

/** What is asked of the thread. */
export interface SvgTask {
  readonly text: string;
  readonly side: number;
}

const { text, side } = workerData as SvgTask;
parentPort?.postMessage(harmlessSvg(text, side));
