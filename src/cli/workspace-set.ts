import { plans } from '#src/domain/access/roles.ts';
import { setWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { setWorkspace } from '#src/services/workspaces.ts';
import { command } from './command.ts';

export const workspaceSet = command({
  name: 'workspace set',
  summary: 'Change what a workspace is granted.',
  options: {
    id: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
    plan: { field: 'plan', value: '<plan>', help: `${plans.join(', ')}.` },
    'rate-limit-points': {
      field: 'rateLimitPoints',
      value: '<number>',
      kind: 'integer',
      help: 'Calls a second of each action, 1 to 1000000.',
    },
  },
  input: setWorkspaceInput,
  async run(context, input) {
    const { workspaceId, plan, rateLimitPoints } = await setWorkspace(context, input);
    return {
      json: { workspaceId, plan, rateLimitPoints },
      text: `Workspace ${workspaceId} is on the plan ${plan}, with ${rateLimitPoints} calls a second of each action.`,
    };
  },
});
