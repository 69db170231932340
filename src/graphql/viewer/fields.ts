import { z } from 'zod';
import { throttledSignIn } from '#src/access/login-throttle.ts';
import { DomainError } from '#src/domain/errors.ts';
import { updateViewerInput } from '#src/domain/members/member.ts';
import { type SwitchWorkspaceInput, signInInput, switchWorkspaceInput } from '#src/domain/sessions/session.ts';
import { signOut, switchWorkspace } from '#src/services/accounts/sessions.ts';
import { updateViewer } from '#src/services/members/update-members.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { mutation, query } from '../root-fields.ts';
import { WorkspaceType } from '../workspaces/types.ts';
import { SignInPayload, ViewerType } from './types.ts';

query('viewer', {
  type: ViewerType,
  description: 'The caller, their workspace and their permissions. Works with any credential.',
  access: { signedIn: true },
  rest: { method: 'GET', path: '/me' },
  input: z.object({}),
  read: async ({ principal }) => principal,
});

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    description: 'The workspace of the credential, with its members, events, contacts, calls and sales.',
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, context) =>
      context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: caller(context).principal.workspaceId } }),
  }),
);

const SignInInput = builder.inputType('SignInInput', {
  description: 'An email address and its password.',
  validate: signInInput,
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInPayload,
    extensions: { idempotencyKey: 'refused', changes: [] },
    description:
      'Signs in and creates a session. No credential is required. INVALID_SIGN_IN for an unknown email or a wrong password, RATE_LIMIT_EXCEEDED after ten failed attempts within 15 minutes. With the header `X-Slotline-Client: 1`, the session is also stored in a cookie, which is only accepted together with this header, and the session of a previous cookie ends.',
    args: { input: t.arg({ type: SignInInput, required: true, description: 'The credentials to sign in with.' }) },
    resolve: async (_root, { input }, context) => {
      const session = await throttledSignIn(context, {
        ...input,
        address: context.address,
        userAgent: context.userAgent,
      });
      const { sessionCookie } = context;
      if (sessionCookie?.token !== undefined) await signOut(context, { token: sessionCookie.token }, context);
      sessionCookie?.set(session.token);
      return session;
    },
  }),
);

builder.mutationField('signOut', (t) =>
  t.boolean({
    extensions: { idempotencyKey: 'refused', changes: [] },
    description:
      'Ends the session of this request and clears its cookie. Also returns true if there was no session to end.',
    resolve: async (_root, _args, context) => {
      if (context.sessionToken !== undefined) await signOut(context, { token: context.sessionToken }, context);
      context.sessionCookie?.clear();
      return true;
    },
  }),
);

const SwitchWorkspaceInputType = inputTypeOf<SwitchWorkspaceInput>('SwitchWorkspaceInput', switchWorkspaceInput, {
  description: 'The session after switching workspaces.',
});

builder.mutationField('switchWorkspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    extensions: { idempotencyKey: 'refused', changes: [] },
    description:
      'Switches the session to another one of your workspaces, starting with the next request. NOT_FOUND for a workspace that you are not a member of. Only for sessions, of any role.',
    authScopes: { person: true },
    args: { input: t.arg({ type: SwitchWorkspaceInputType, required: true, description: 'The workspace.' }) },
    resolve: async (query, _root, { input }, context) => {
      if (context.sessionToken === undefined) throw new DomainError('FORBIDDEN');
      const { workspaceId } = await switchWorkspace(caller(context), { ...input, token: context.sessionToken });
      return context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } });
    },
  }),
);

mutation('updateViewer', {
  type: ViewerType,
  description:
    'Changes your name and time zone in all your workspaces, and your meeting link and weekly mail in this one. Only for sessions, of any role.',
  access: { person: true },
  changes: ['viewer'],
  input: {
    schema: updateViewerInput,
    description: 'Changes to your own user. Omitted fields stay as they are.',
    argument: 'The changes.',
  },
  perform: updateViewer,
});
