import { clientStatusInput } from '#src/domain/oauth-clients/input.ts';
import { oauthClientStatuses, type RegisteredClient } from '#src/domain/oauth-clients/oauth-client.ts';
import { listAllClients } from '#src/services/oauth-client-registry.ts';
import { command } from './command.ts';

export const clientList = command({
  name: 'client list',
  summary: 'Show the OAuth clients of all workspaces.',
  options: {
    status: { field: 'status', value: '<status>', help: `Only those that are ${oauthClientStatuses.join(', ')}.` },
  },
  input: clientStatusInput,
  async run(context, input) {
    const found = await listAllClients(context, input);
    const clients = found.map(({ clientId, name, status, workspaceId }) => ({ clientId, name, status, workspaceId }));
    return { json: { clients }, text: found.length === 0 ? 'There are none.' : found.map(line).join('\n') };
  },
});

function line({ clientId, name, status, workspaceId, approvalRequestedAt }: RegisteredClient): string {
  const waits = status === 'PENDING' && approvalRequestedAt ? `, asked for approval ${approvalRequestedAt}` : '';
  return `${clientId}  ${status}  ${name} (workspace ${workspaceId}${waits})`;
}
