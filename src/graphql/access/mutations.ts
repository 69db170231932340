import { throttledSignIn } from '#src/access/login-throttle.ts';
import { signInInput } from '#src/domain/sessions/session.ts';
import { type SignedIn, signOut } from '#src/services/sessions.ts';
import { builder } from '../builder.ts';

const SignInInput = builder.inputType('SignInInput', {
  description: 'An e-mail address and its password.',
  validate: signInInput,
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
});

const SignInPayload = builder.objectRef<SignedIn>('SignInPayload').implement({
  description: 'A new session.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'The session, shown once: send it as `Authorization: Bearer service_ses_…`. It ends after 30 idle days.',
    }),
    userId: t.exposeInt('userId', { description: 'User id.' }),
    workspaceId: t.exposeInt('workspaceId', { description: 'The workspace that the session is for.' }),
  }),
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInPayload,
    description:
      'Begins a session. Needs no credential; INVALID_SIGN_IN for an unknown e-mail and a wrong password alike, RATE_LIMIT_EXCEEDED after ten of them in a quarter of an hour. With the header `X-Slotline-Client: 1` the session is also kept in a cookie, which counts only together with that header.',
    args: { input: t.arg({ type: SignInInput, required: true, description: 'Who signs in.' }) },
    resolve: async (_root, { input }, context) => {
      const session = await throttledSignIn(context, { ...input, address: context.address });
      context.sessionCookie?.keep(session.token);
      return session;
    },
  }),
);

builder.mutationField('signOut', (t) =>
  t.boolean({
    description: 'Ends the session that this request came with, and its cookie. True also when there was none to end.',
    resolve: async (_root, _args, context) => {
      if (context.sessionToken !== undefined) await signOut(context, { token: context.sessionToken });
      context.sessionCookie?.forget();
      return true;
    },
  }),
);
