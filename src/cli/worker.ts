import { z } from 'zod';
import { command } from './command.ts';

export const worker = command({
  name: 'worker',
  summary:
    'Do background work, such as sending webhooks, until SIGTERM. For servers with WORKER=off, or in addition to them.',
  options: {},
  input: z.object({}),
  isServing: true,
  async run(context) {
    // Loaded only here: without the sending and serving code, the other commands start in half the time.
    const { runWorker } = await import('./worker-process.ts');
    return runWorker(context);
  },
});
