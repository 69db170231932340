import path from 'node:path';

/** For the environment of processes that tests start: all of them share what Node compiled for the first. */
export const compileCache = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../node_modules/.cache/slotline-test'),
};
