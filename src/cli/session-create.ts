import { createSessionInput } from '#src/domain/sessions/session.ts';
import { createSession } from '#src/services/sessions.ts';
import { command } from './command.ts';

export const sessionCreate = command({
  name: 'session create',
  summary: 'Make a session of a member, as if they had signed in.',
  options: {
    workspace: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
    user: { field: 'userId', value: '<id>', kind: 'integer', help: 'The member.' },
  },
  input: createSessionInput,
  async run(context, input) {
    const { token } = await createSession(context, input);
    return { json: { token }, text: `Session token, which is not shown again: ${token}` };
  },
});
