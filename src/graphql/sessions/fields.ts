import { throttledPasswordChange } from '#src/access/throttled-password-change.ts';
import { DomainError } from '#src/domain/errors.ts';
import { changePasswordInput, ownSessionRecord, revokeSessionInput } from '#src/domain/sessions/session.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#src/services/accounts/own-sessions.ts';
import { builder } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { recordType } from '../record-types.ts';
import { mutation } from '../root-fields.ts';

const sessionsOnly = 'Only for sessions, of any role.';

const SessionType = recordType('Session', ownSessionRecord, {
  description: 'One of your sessions: a browser or program that is signed in to your account.',
});

/** The token of the session that the request came with. */
function currentToken({ sessionToken }: GraphQLContext): string {
  if (sessionToken === undefined) throw new DomainError('FORBIDDEN');
  return sessionToken;
}

builder.queryField('sessions', (t) =>
  t.field({
    type: [SessionType],
    description: `Your sessions in all workspaces, this session first, then by most recent use; at most 100. ${sessionsOnly}`,
    authScopes: { person: true },
    resolve: (_root, _args, context) => listSessions(caller(context), { token: currentToken(context) }),
  }),
);

mutation('revokeSession', {
  refusesKey: true,
  type: SessionType,
  description: `Ends one of your sessions immediately: its next request fails. If it is the current session, the cookie is cleared. NOT_FOUND if you have no session with this id. ${sessionsOnly}`,
  access: { person: true },
  input: { schema: revokeSessionInput, description: 'The session to end.', argument: 'The session.' },
  perform: async (who, input) => {
    const session = await revokeSession(who, { ...input, token: currentToken(who) });
    if (session.isCurrent) who.sessionCookie?.clear();
    return session;
  },
});

builder.mutationField('revokeOtherSessions', (t) =>
  t.int({
    extensions: { idempotencyKey: 'refused', changes: ['sessions'] },
    description: `Ends all your sessions except this one, in all workspaces. Returns how many were ended. ${sessionsOnly}`,
    authScopes: { person: true },
    resolve: (_root, _args, context) => revokeOtherSessions(caller(context), { token: currentToken(context) }),
  }),
);

const ChangedPasswordType = builder.objectRef<{ sessionsEnded: number }>('ChangedPassword').implement({
  description: 'The result of changing a password.',
  fields: (t) => ({
    sessionsEnded: t.exposeInt('sessionsEnded', { description: 'How many of your other sessions were ended.' }),
  }),
});

mutation('changePassword', {
  refusesKey: true,
  type: ChangedPasswordType,
  description: `Replaces your password and ends all your other sessions. API keys and connected apps keep working. If the current password is wrong, \`currentPassword\` has a VALIDATION_FAILED error, and the attempt counts as a failed sign-in. ${sessionsOnly}`,
  access: { person: true },
  changes: ['sessions'],
  input: {
    schema: changePasswordInput,
    description: 'Your current password and the new one.',
    argument: 'The passwords.',
  },
  perform: async (who, input) =>
    throttledPasswordChange(who, { ...input, token: currentToken(who), address: who.address }),
});
