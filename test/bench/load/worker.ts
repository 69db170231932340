import { type LoadOrder, load } from './generator.ts';

// The load has a process of its own, so that it shares no event loop with what is measured or what measures.
process.on('disconnect', () => process.exit());
process.on('message', async (order: LoadOrder) => {
  try {
    process.send?.({ result: await load(order) });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
// Ctrl-C reaches the whole group; the end of this process is the bench's to decide.
process.on('SIGINT', () => {});
