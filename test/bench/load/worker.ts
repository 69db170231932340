import { type LoadOrder, load } from './generator.ts';

// The load generator is a process of its own, so that it shares no event loop with the servers or the bench.
process.on('disconnect', () => process.exit());
process.on('message', async (order: LoadOrder) => {
  try {
    process.send?.({ result: await load(order) });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
// Ctrl-C signals the whole process group, but the bench ends this process itself, by disconnecting.
process.on('SIGINT', () => {});
