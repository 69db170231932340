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
  description: 'Who is calling, for which workspace, and what they may do. Any credential will do.',
  access: { signedIn: true },
  rest: { method: 'GET', path: '/me' },
  input: z.object({}),
  read: async ({ principal }) => principal,
});

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    description:
      'The workspace that the credential is for, and the way to its members, events, contacts, calls and sales.',
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, context) =>
      context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: caller(context).principal.workspaceId } }),
  }),
);

const SignInInput = builder.inputType('SignInInput', {
  description: 'An e-mail address and its password.',
  validate: signInInput,
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInPayload,
    extensions: { idempotencyKey: 'refused' },
    description:
      'Begins a session. Needs no credential; INVALID_SIGN_IN for an unknown e-mail and for a wrong password, RATE_LIMIT_EXCEEDED after ten of them in a quarter of an hour. With the header `X-Slotline-Client: 1` the session is also stored in a cookie, which counts only together with that header, and the session of the cookie before ends.',
    args: { input: t.arg({ type: SignInInput, required: true, description: 'Who signs in.' }) },
    resolve: async (_root, { input }, context) => {
      const session = await throttledSignIn(context, {
        ...input,
        address: context.address,
        userAgent: context.userAgent,
      });
      const { sessionCookie } = context;
      if (sessionCookie?.token !== undefined) await signOut(context, { token: sessionCookie.token });
      sessionCookie?.set(session.token);
      return session;
    },
  }),
);

builder.mutationField('signOut', (t) =>
  t.boolean({
    extensions: { idempotencyKey: 'refused' },
    description: 'Ends the session that this request came with, and its cookie. True also when there was none to end.',
    resolve: async (_root, _args, context) => {
      if (context.sessionToken !== undefined) await signOut(context, { token: context.sessionToken });
      context.sessionCookie?.clear();
      return true;
    },
  }),
);

const SwitchWorkspaceInputType = inputTypeOf<SwitchWorkspaceInput>('SwitchWorkspaceInput', switchWorkspaceInput, {
  description: 'Where a session goes on.',
});

builder.mutationField('switchWorkspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    extensions: { idempotencyKey: 'refused' },
    description:
      'From the next request on, the session acts in another workspace of yours. NOT_FOUND for one that you are no member of. For sessions only, of whatever role.',
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
    'Changes your name and your time zone, in every workspace that you are a member of. For sessions only, of whatever role.',
  access: { person: true },
  input: {
    schema: updateViewerInput,
    description: 'Changes to your own user. What is left out stays as it is.',
    argument: 'The changes.',
  },
  perform: updateViewer,
});
