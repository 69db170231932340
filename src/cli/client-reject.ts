import { clientDecisionInput } from '#src/domain/oauth-clients/input.ts';
import { rejectOAuthClient } from '#src/services/oauth-client-registry.ts';
import { command } from './command.ts';

export const clientReject = command({
  name: 'client reject',
  summary: 'Leave an OAuth client to the workspace that registered it; its connections in others end.',
  options: {
    'client-id': { field: 'clientId', value: '<id>', help: 'The client, as client list shows it: ocl_….' },
  },
  input: clientDecisionInput,
  async run(context, input) {
    const { clientId, status } = await rejectOAuthClient(context, input);
    return {
      json: { clientId, status },
      text: `Client ${clientId} is ${status}: it may be connected in its own workspace alone.`,
    };
  },
});
