import { plans } from '#src/domain/access/roles.ts';
import { createWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { createWorkspace } from '#src/services/workspaces.ts';
import { command } from './command.ts';

export const workspaceCreate = command({
  name: 'workspace create',
  summary: 'Make a workspace and its owner.',
  options: {
    name: { field: 'name', value: '<name>', help: 'What it is called.' },
    'owner-email': {
      field: 'ownerEmail',
      value: '<address>',
      help: 'The e-mail address that the owner signs in with.',
    },
    'owner-password': {
      field: 'ownerPassword',
      value: '<password>',
      help: 'At least 8 characters; for an address that is known already, the password in use.',
    },
    plan: { field: 'plan', value: '<plan>', help: `${plans.join(', ')}; STARTUP unless told otherwise.` },
    'time-zone': { field: 'timeZone', value: '<zone>', help: 'IANA time zone; UTC unless told otherwise.' },
  },
  input: createWorkspaceInput,
  async run(context, input) {
    const { workspaceId, userId } = await createWorkspace(context, input);
    return { json: { workspaceId, userId }, text: `Workspace ${workspaceId} is there; its owner is user ${userId}.` };
  },
});
