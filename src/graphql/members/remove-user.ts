import { removeUserInput } from '#src/domain/members/member.ts';
import { type RemovedUser, removeUser } from '#src/services/members/remove-user.ts';
import { builder } from '../builder.ts';
import { mutation } from '../root-fields.ts';

const RemovedUserType = builder.objectRef<RemovedUser>('RemovedUser').implement({
  description: 'What became of what a member had who was removed.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'User id of who was removed.' }),
    callsTransferred: t.exposeInt('callsTransferred', { description: 'Upcoming calls that another member takes.' }),
    callsCancelled: t.exposeInt('callsCancelled', { description: 'Upcoming calls that were cancelled.' }),
    contacts: t.exposeInt('contacts', { description: 'Contacts that another member owns now, or nobody.' }),
    oauthClients: t.exposeInt('oauthClients', { description: 'Registered apps that another member has now.' }),
    apiKeysRevoked: t.exposeInt('apiKeysRevoked', { description: 'API keys that were revoked.' }),
    connectionsRevoked: t.exposeInt('connectionsRevoked', { description: 'Connections with apps that were ended.' }),
    sessionsEnded: t.exposeInt('sessionsEnded', { description: 'Sessions in this workspace that were ended.' }),
    eventsWithoutHost: t.expose('eventsWithoutHost', {
      type: ['Int'],
      description: 'Ids of the events that cannot be booked any more, because nobody else hosts them.',
    }),
  }),
});

mutation('removeUser', {
  type: RemovedUserType,
  description:
    "Removes a member from the workspace. From the next request on no credential of theirs counts there; other workspaces of the person are untouched. Past calls, deals and transactions go on naming them. Refused while they have upcoming calls that nobody takes, unless `cancelCalls` is true. Only an owner removes an owner, and the last one stays. NOT_FOUND if there is no member of this id. For owners' and admins' sessions only.",
  access: { developerArea: true },
  input: { schema: removeUserInput, description: 'Who leaves, and who takes over.', argument: 'The member.' },
  perform: removeUser,
});
