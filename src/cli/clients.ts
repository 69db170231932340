import { clientDecisionInput, clientStatusInput } from '#src/domain/oauth-clients/input.ts';
import { oauthClientStatuses, type RegisteredClient } from '#src/domain/oauth-clients/oauth-client.ts';
import {
  approveOAuthClient,
  listAllClients,
  rejectOAuthClient,
} from '#src/services/oauth-clients/oauth-client-registry.ts';
import { command } from './command.ts';

export const clientList = command({
  name: 'client list',
  summary: 'List the OAuth clients of all workspaces.',
  options: {
    status: {
      field: 'status',
      value: '<status>',
      help: `Only clients with this status: ${oauthClientStatuses.join(', ')}.`,
    },
  },
  input: clientStatusInput,
  async run(context, input) {
    const found = await listAllClients(context, input);
    const clients = found.map(({ clientId, name, status, workspaceId }) => ({ clientId, name, status, workspaceId }));
    return {
      json: { clients },
      text: found.length === 0 ? 'There are no OAuth clients.' : found.map(describe).join('\n'),
    };
  },
});

function describe({ clientId, name, status, workspaceId, approvalRequestedAt }: RegisteredClient): string {
  const request = status === 'PENDING' && approvalRequestedAt ? `, approval requested ${approvalRequestedAt}` : '';
  return `${clientId}  ${status}  ${name} (workspace ${workspaceId}${request})`;
}

export const clientApprove = decision({
  name: 'client approve',
  summary: 'Let the members of every workspace connect an OAuth client.',
  decide: approveOAuthClient,
  effect: 'members of every workspace can connect it',
});

export const clientReject = decision({
  name: 'client reject',
  summary: 'Limit an OAuth client to the workspace that registered it. Its connections in other workspaces end.',
  decide: rejectOAuthClient,
  effect: 'only members of its own workspace can connect it',
});

interface Decision {
  name: string;
  summary: string;
  decide: typeof approveOAuthClient;
  effect: string;
}

function decision({ name, summary, decide, effect }: Decision) {
  return command({
    name,
    summary,
    input: clientDecisionInput,
    options: {
      'client-id': { field: 'clientId', value: '<id>', help: 'The client id, as shown by client list: ocl_….' },
    },
    async run(context, input) {
      const { clientId, status } = await decide(context, input);
      return { json: { clientId, status }, text: `Client ${clientId} is ${status}: ${effect}.` };
    },
  });
}
