import { roles } from '#src/domain/access/roles.ts';
import { addUserInput } from '#src/domain/users/user.ts';
import { addUser } from '#src/services/users.ts';
import { command } from './command.ts';

export const userAdd = command({
  name: 'user add',
  summary: 'Add a member to a workspace.',
  options: {
    workspace: { field: 'workspaceId', value: '<id>', kind: 'integer', help: 'The workspace.' },
    email: { field: 'email', value: '<address>', help: 'The e-mail address that the user signs in with.' },
    password: {
      field: 'password',
      value: '<password>',
      help: 'At least 8 characters; a user known from another workspace keeps the password in use.',
    },
    role: { field: 'role', value: '<role>', help: `${roles.join(', ')}.` },
  },
  input: addUserInput,
  async run(context, input) {
    const { userId, isNewUser } = await addUser(context, input);
    const before = isNewUser ? '' : ' The user was known already: the name and the password stay as they were.';
    return {
      json: { userId },
      text: `User ${userId} is a member of workspace ${input.workspaceId} as ${input.role}.${before}`,
    };
  },
});
