import { clientDecisionInput } from '#src/domain/oauth-clients/input.ts';
import { approveOAuthClient } from '#src/services/oauth-client-registry.ts';
import { command } from './command.ts';

export const clientApprove = command({
  name: 'client approve',
  summary: 'Let the members of every workspace connect an OAuth client.',
  options: {
    'client-id': { field: 'clientId', value: '<id>', help: 'The client, as client list shows it: ocl_….' },
  },
  input: clientDecisionInput,
  async run(context, input) {
    const { clientId, status } = await approveOAuthClient(context, input);
    return {
      json: { clientId, status },
      text: `Client ${clientId} is ${status}: it may be connected by members of every workspace.`,
    };
  },
});
