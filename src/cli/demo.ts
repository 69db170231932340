import { z } from 'zod';
import { removeDemo } from '#src/demo/demo-workspace.ts';
import { command } from './command.ts';

export const demoRemove = command({
  name: 'demo remove',
  summary: 'Delete the demo workspace with its members and everything in it.',
  options: {},
  input: z.object({}),
  async run(context) {
    const workspaceIds = await removeDemo(context);
    const text =
      workspaceIds.length === 0 ? 'There is no demo workspace.' : `Deleted workspace ${workspaceIds.join(', ')}.`;
    return { json: { workspaceIds }, text };
  },
});
