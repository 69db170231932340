import { draw, rasterize } from './rasterize.ts';
import type { Drawing, Drawn } from './svg.ts';

// src/services/image/svg.ts starts this process and sends it one drawing after another. It exits with the server.
process.on('message', ({ bytes, size }: Drawing) => {
  const content = Buffer.from(bytes);
  process.send?.((size ? rasterize(content, size) : draw(content)) satisfies Drawn);
});
process.send?.('started');
