import { z } from 'zod';
import { plans } from '#src/domain/principal/plans.ts';
import { createWorkspaceInput, setWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { createWorkspace, listWorkspaces, setWorkspace } from '#src/services/workspaces.ts';
import { command, countOption } from './command.ts';

export const workspaceCreate = command({
  name: 'workspace create',
  summary: 'Create a workspace and its owner.',
  options: {
    name: { field: 'name', value: '<name>', help: 'The name of the workspace.' },
    'owner-email': {
      field: 'ownerEmail',
      value: '<address>',
      help: 'The email address that the owner signs in with.',
    },
    'owner-password': {
      field: 'ownerPassword',
      value: '<password>',
      kind: 'secret',
      help: 'At least 8 characters, not a common password. For an address that already has an account, its current password.',
    },
    plan: { field: 'plan', value: '<plan>', help: `${plans.join(', ')}. Default: STARTUP.` },
    'time-zone': { field: 'timeZone', value: '<zone>', help: 'IANA time zone. Default: UTC.' },
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
  summary: 'List all workspaces.',
  options: {},
  input: z.object({}),
  async run(context) {
    const workspaces = await listWorkspaces(context);
    const lines = workspaces.map(
      ({ workspaceId, plan, name, members }) => `${workspaceId}  ${plan}  ${name} (members: ${members})`,
    );
    return { json: { workspaces }, text: lines.join('\n') || 'There are no workspaces.' };
  },
});

export const workspaceSet = command({
  name: 'workspace set',
  summary: 'Change the plan and limits of a workspace.',
  options: {
    id: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
    plan: { field: 'plan', value: '<plan>', help: `${plans.join(', ')}.` },
    'rate-limit-points': countOption('rateLimitPoints', 'Requests per second for each action, 1 to 1000000.'),
    'graphql-cost': countOption('graphqlCost', 'Maximum cost of GraphQL documents per second, 2000 to 100000000.'),
  },
  input: setWorkspaceInput,
  async run(context, input) {
    const { workspaceId, plan, rateLimitPoints, graphqlCost } = await setWorkspace(context, input);
    return {
      json: { workspaceId, plan, rateLimitPoints, graphqlCost },
      text: `Workspace ${workspaceId} is on the plan ${plan}, with ${rateLimitPoints} requests per second for each action and a GraphQL cost of ${graphqlCost} per second.`,
    };
  },
});
