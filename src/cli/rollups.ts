import { z } from 'zod';
import { checkAllRollups, rebuildAllRollups, type WrongRollups } from '#src/services/rollups.ts';
import { command } from './command.ts';

export const rollupsCheck = command({
  name: 'rollups check',
  summary: 'Compare the call rollups with the calls of every workspace. Fails if they differ.',
  options: {},
  input: z.object({}),
  async run(context) {
    const { workspaces, wrong } = await checkAllRollups(context);
    if (wrong.length === 0)
      return { json: { workspaces, wrong }, text: `The rollups of ${workspaces} workspaces are correct.` };
    const text = `${lines(wrong, 'are wrong')}\nRepair them with: rollups rebuild`;
    return { json: { workspaces, wrong }, text, failed: true };
  },
});

export const rollupsRebuild = command({
  name: 'rollups rebuild',
  summary: 'Rebuild the call rollups of every workspace. The server can keep running.',
  options: {},
  input: z.object({}),
  async run(context) {
    const { workspaces, wrong } = await rebuildAllRollups(context);
    const text =
      wrong.length === 0
        ? `The rollups of ${workspaces} workspaces were already correct.`
        : lines(wrong, 'were corrected');
    return { json: { workspaces, corrected: wrong }, text };
  },
});

function lines(wrong: readonly WrongRollups[], verb: string): string {
  return wrong.map(({ workspaceId, rollups }) => `Workspace ${workspaceId}: ${rollups} rollups ${verb}.`).join('\n');
}
