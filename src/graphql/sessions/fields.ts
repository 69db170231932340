import { throttledPasswordChange } from '#src/access/throttled-password-change.ts';
import { DomainError } from '#src/domain/errors.ts';
import { changePasswordInput, ownSessionRecord, revokeSessionInput } from '#src/domain/sessions/session.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#src/services/accounts/own-sessions.ts';
import { builder } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { recordType } from '../record-types.ts';
import { mutation } from '../root-fields.ts';

const sessionsOnly = 'For sessions only, of whatever role.';

const SessionType = recordType('Session', ownSessionRecord, {
  description: 'A session of yours: a browser or a program that is signed in as you.',
});

/** The token of the session that the request came with. */
function currentToken({ sessionToken }: GraphQLContext): string {
  if (sessionToken === undefined) throw new DomainError('FORBIDDEN');
  return sessionToken;
}

builder.queryField('sessions', (t) =>
  t.field({
    type: [SessionType],
    description: `Where you are signed in, in whatever workspace: this session first, then those used last, at most 100. ${sessionsOnly}`,
    authScopes: { person: true },
    resolve: (_root, _args, context) => listSessions(caller(context), { token: currentToken(context) }),
  }),
);

mutation('revokeSession', {
  refusesKey: true,
  type: SessionType,
  description: `Ends one of your sessions at once: its next request fails. The cookie is cleared where it is the current one. NOT_FOUND if you have none of this id. ${sessionsOnly}`,
  access: { person: true },
  input: { schema: revokeSessionInput, description: 'Which session is ended.', argument: 'The session.' },
  perform: async (who, input) => {
    const session = await revokeSession(who, { ...input, token: currentToken(who) });
    if (session.isCurrent) who.sessionCookie?.clear();
    return session;
  },
});

builder.mutationField('revokeOtherSessions', (t) =>
  t.int({
    extensions: { idempotencyKey: 'refused' },
    description: `Ends all your sessions but this one, in whatever workspace. Returns how many there were. ${sessionsOnly}`,
    authScopes: { person: true },
    resolve: (_root, _args, context) => revokeOtherSessions(caller(context), { token: currentToken(context) }),
  }),
);

const ChangedPasswordType = builder.objectRef<{ sessionsEnded: number }>('ChangedPassword').implement({
  description: 'What a new password ended.',
  fields: (t) => ({
    sessionsEnded: t.exposeInt('sessionsEnded', { description: 'How many other sessions of yours were ended.' }),
  }),
});

mutation('changePassword', {
  refusesKey: true,
  type: ChangedPasswordType,
  description: `Replaces your password, and ends all your other sessions. API keys and connected apps stay. VALIDATION_FAILED names \`currentPassword\` if it is wrong; wrong ones count as failed attempts to sign in. ${sessionsOnly}`,
  access: { person: true },
  input: {
    schema: changePasswordInput,
    description: 'The password in use, and the new one.',
    argument: 'The passwords.',
  },
  perform: async (who, input) =>
    throttledPasswordChange(who, { ...input, token: currentToken(who), address: who.address }),
});
