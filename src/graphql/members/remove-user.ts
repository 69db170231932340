import { removeUserInput } from '#src/domain/members/member.ts';
import { type RemovedUser, removeUser } from '#src/services/members/remove-user.ts';
import { builder } from '../builder.ts';
import { mutation } from '../root-fields.ts';

const RemovedUserType = builder.objectRef<RemovedUser>('RemovedUser').implement({
  description: 'The result of removing a member: what happened to their records.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'User id of the removed member.' }),
    callsTransferred: t.exposeInt('callsTransferred', {
      description: 'Number of upcoming calls that were transferred to another member.',
    }),
    callsCancelled: t.exposeInt('callsCancelled', { description: 'Number of upcoming calls that were cancelled.' }),
    contacts: t.exposeInt('contacts', {
      description: 'Number of contacts that now belong to another member or to nobody.',
    }),
    oauthClients: t.exposeInt('oauthClients', {
      description: 'Number of registered apps that were transferred to another member.',
    }),
    apiKeysRevoked: t.exposeInt('apiKeysRevoked', { description: 'Number of API keys that were revoked.' }),
    connectionsRevoked: t.exposeInt('connectionsRevoked', {
      description: 'Number of app connections that were revoked.',
    }),
    sessionsEnded: t.exposeInt('sessionsEnded', {
      description: 'Number of sessions in this workspace that were ended.',
    }),
    eventsWithoutHost: t.expose('eventsWithoutHost', {
      type: ['Int'],
      description: 'Ids of the events that can no longer be booked because they have no other host.',
    }),
  }),
});

mutation('removeUser', {
  type: RemovedUserType,
  description:
    'Removes a member from the workspace. Their credentials for the workspace stop working with the next request; their other workspaces are not affected. Past calls, deals and transactions still name them. It is an error if they have upcoming calls that nobody takes over, unless `cancelCalls` is true. Only an owner can remove an owner, and the last owner cannot be removed. NOT_FOUND if the member does not exist. Only for sessions of owners and admins.',
  access: { developerArea: true },
  changes: ['users', 'apiKeys', 'calendarConnections', 'eventCalls', 'invitations', 'oauthClients'],
  input: {
    schema: removeUserInput,
    description: 'The member to remove, and the member who takes over.',
    argument: 'The member.',
  },
  perform: removeUser,
});
