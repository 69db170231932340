import { z } from 'zod';
import { plans } from '#src/domain/principal/plans.ts';
import { createWorkspaceInput, setWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { createWorkspace, listWorkspaces, setWorkspace } from '#src/services/workspaces.ts';
import { command, countOption } from './command.ts';

export const workspaceCreate = command({
  name: 'workspace create',
  summary: 'Make a workspace and its owner.',
  options: {
    name: { field: 'name', value: '<name>', help: 'The name of the workspace.' },
    'owner-email': {
      field: 'ownerEmail',
      value: '<address>',
      help: 'The e-mail address that the owner signs in with.',
    },
    'owner-password': {
      field: 'ownerPassword',
      value: '<password>',
      kind: 'secret',
      help: 'At least 8 characters, no common password; for an address that is known already, the password in use.',
    },
    plan: { field: 'plan', value: '<plan>', help: `${plans.join(', ')}; STARTUP by default.` },
    'time-zone': { field: 'timeZone', value: '<zone>', help: 'IANA time zone; UTC by default.' },
  },
  makesDatabase: true,
  input: createWorkspaceInput,
  async run(context, input) {
    const { workspaceId, userId } = await createWorkspace(context, input);
    return {
      json: { workspaceId, userId },
      text: `Workspace ${workspaceId} was created; its owner is user ${userId}.`,
    };
  },
});

export const workspaceList = command({
  name: 'workspace list',
  summary: 'Show all workspaces.',
  options: {},
  input: z.object({}),
  async run(context) {
    const workspaces = await listWorkspaces(context);
    const lines = workspaces.map(
      ({ workspaceId, plan, name, members }) => `${workspaceId}  ${plan}  ${name} (members: ${members})`,
    );
    return { json: { workspaces }, text: lines.join('\n') || 'There are none.' };
  },
});

export const workspaceSet = command({
  name: 'workspace set',
  summary: 'Change what a workspace is granted.',
  options: {
    id: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
    plan: { field: 'plan', value: '<plan>', help: `${plans.join(', ')}.` },
    'rate-limit-points': countOption('rateLimitPoints', 'Calls a second of each action, 1 to 1000000.'),
    'graphql-cost': countOption('graphqlCost', 'What its GraphQL documents may cost a second, 2000 to 100000000.'),
  },
  input: setWorkspaceInput,
  async run(context, input) {
    const { workspaceId, plan, rateLimitPoints, graphqlCost } = await setWorkspace(context, input);
    return {
      json: { workspaceId, plan, rateLimitPoints, graphqlCost },
      text: `Workspace ${workspaceId} is on the plan ${plan}, with ${rateLimitPoints} calls a second of each action and a GraphQL cost of ${graphqlCost} a second.`,
    };
  },
});
