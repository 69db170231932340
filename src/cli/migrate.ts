import { z } from 'zod';
import { command } from './command.ts';

/** Every command applies what is pending before it begins, so all that is left here is to say so. */
export const migrate = command({
  name: 'migrate',
  summary: 'Bring the database to the state that this version expects.',
  options: {},
  input: z.object({}),
  async run({ applied }) {
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`;
    return { json: { applied }, text };
  },
});
