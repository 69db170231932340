import { z } from 'zod';
import { command } from './command.ts';

export const worker = command({
  name: 'worker',
  summary:
    'Do the background work, such as sending webhooks, until SIGTERM: for servers with WORKER=off, or beside them.',
  options: {},
  input: z.object({}),
  isServing: true,
  async run(context) {
    // The other commands start in half the time without the code that sends and serves.
    const { runWorker } = await import('./worker-process.ts');
    return runWorker(context);
  },
});
