import { z } from 'zod';
import { checkCounters, rebuildCounters, type WrongCounters } from '#src/services/rollups.ts';
import { command } from './command.ts';

export const countersCheck = command({
  name: 'counters check',
  summary: 'Compare the counters of calls with the calls of every workspace; fails if they differ.',
  options: {},
  input: z.object({}),
  async run(context) {
    const { workspaces, wrong } = await checkCounters(context);
    if (wrong.length === 0)
      return { json: { workspaces, wrong }, text: `The counters of ${workspaces} workspaces are right.` };
    const text = `${lines(wrong, 'are wrong')}\nRepair them with: counters rebuild`;
    return { json: { workspaces, wrong }, text, failed: true };
  },
});

export const countersRebuild = command({
  name: 'counters rebuild',
  summary: 'Correct the counters of calls of every workspace, while the server writes.',
  options: {},
  input: z.object({}),
  async run(context) {
    const { workspaces, wrong } = await rebuildCounters(context);
    const text =
      wrong.length === 0 ? `The counters of ${workspaces} workspaces were right.` : lines(wrong, 'were corrected');
    return { json: { workspaces, corrected: wrong }, text };
  },
});

function lines(wrong: readonly WrongCounters[], verb: string): string {
  return wrong.map(({ workspaceId, counters }) => `Workspace ${workspaceId}: ${counters} counters ${verb}.`).join('\n');
}
