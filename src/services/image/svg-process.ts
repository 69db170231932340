import { rasterize } from './rasterize.ts';
import type { Drawing, Drawn } from './svg.ts';

// src/services/image/svg.ts starts this program and sends it drawings, one after another. It ends with the server.
process.on('message', ({ bytes, side }: Drawing) => {
  process.send?.(rasterize(Buffer.from(bytes), side) satisfies Drawn);
});
