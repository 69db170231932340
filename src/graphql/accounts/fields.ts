import {
  type OwnWorkspaceInput,
  ownWorkspaceInput,
  passwordLinkNoticeInput,
  passwordResetLinkInput,
} from '#src/domain/accounts/input.ts';
import { createInvitationInput, revokeInvitationInput } from '#src/domain/invitations/invitation.ts';
import { createInvitation, listInvitations, revokeInvitation } from '#src/services/accounts/invitations.ts';
import { createPasswordResetLink, dismissLinkNotice } from '#src/services/accounts/password-reset.ts';
import { createOwnWorkspace } from '#src/services/accounts/sign-up.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { mutation } from '../root-fields.ts';
import { RoleEnum, ViewerType } from '../viewer/types.ts';
import { WorkspaceType } from '../workspaces/types.ts';
import { CreatedInvitationType, InvitationType, PasswordResetLinkType, ServerType } from './types.ts';

const access = { developerArea: true } as const;
const sessionsOnly = 'Only for sessions of owners and admins.';

builder.queryField('server', (t) =>
  t.field({
    type: ServerType,
    description: 'What this server offers. No credential is required.',
    resolve: (_root, _args, context) => context,
  }),
);

builder.queryField('invitations', (t) =>
  t.field({
    type: [InvitationType],
    description: `The open invitations of the workspace, newest first, at most 50. ${sessionsOnly}`,
    authScopes: access,
    resolve: (_root, _args, context) => listInvitations(caller(context)),
  }),
);

mutation('createInvitation', {
  hasSecret: true,
  type: CreatedInvitationType,
  description: `Invites someone to the workspace with a link that works once and expires in 7 days. It replaces an open invitation for the same address. The link is sent by email, or returned in the response if the server does not send email. At most 50 invitations can be open, and at most 5 per hour can be created for one address. Only an owner can invite an owner. ${sessionsOnly}`,
  access,
  input: {
    schema: createInvitationInput,
    description: 'The person to invite.',
    types: { role: RoleEnum },
    argument: 'The invitation.',
  },
  perform: async (who, input) => {
    await who.accountLimits.count({ workspace: String(who.principal.workspaceId), email: input.email });
    return createInvitation(who, input);
  },
});

mutation('revokeInvitation', {
  type: InvitationType,
  description: `Revokes an invitation, so that its link no longer works. NOT_FOUND if it does not exist or was accepted. Only an owner can revoke the invitation of an owner. ${sessionsOnly}`,
  access,
  input: { schema: revokeInvitationInput, description: 'The invitation to revoke.', argument: 'The invitation.' },
  perform: revokeInvitation,
});

mutation('createPasswordResetLink', {
  hasSecret: true,
  type: PasswordResetLinkType,
  description: `Creates a link for a member to choose a new password. The link works once, expires in an hour and replaces earlier links. It is sent to the member by email, which states your name. If the server does not send email, the link is returned in the response and the member sees a \`passwordLinkNotice\`. FORBIDDEN for a member who also belongs to other workspaces, and for an owner unless you are one: the message names the operator's command. ${sessionsOnly}`,
  access,
  changes: [],
  input: {
    name: 'PasswordResetLinkInput',
    schema: passwordResetLinkInput,
    description: 'The member whose password is reset.',
    argument: 'The member.',
  },
  perform: async (who, input) => {
    const { workspaceId } = who.principal;
    await who.accountLimits.count({ workspace: String(workspaceId), member: `${workspaceId} ${input.userId}` });
    return createPasswordResetLink(who, input);
  },
});

mutation('dismissPasswordLinkNotice', {
  refusesKey: true,
  type: ViewerType,
  description:
    'Dismisses the `passwordLinkNotice` of your user after you have read it. Only for sessions, of any role.',
  access: { person: true },
  changes: [],
  input: {
    name: 'PasswordLinkNoticeInput',
    schema: passwordLinkNoticeInput,
    description: 'The notice to dismiss.',
    argument: 'The notice.',
  },
  perform: async (who, input) => {
    await dismissLinkNotice(who, input);
    return who.principal;
  },
});

const CreateWorkspaceInputType = inputTypeOf<OwnWorkspaceInput>('CreateWorkspaceInput', ownWorkspaceInput, {
  description: 'A new workspace.',
});

builder.mutationField('createWorkspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
    extensions: { idempotencyKey: 'refused', changes: [] },
    description:
      'Creates another workspace, which you own. Use `switchWorkspace` to switch to it. You can own at most 20 workspaces. FORBIDDEN if `server { signUp }` is false. Only for sessions, of any role.',
    authScopes: { person: true },
    args: { input: t.arg({ type: CreateWorkspaceInputType, required: true, description: 'The workspace.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { workspaceId } = await createOwnWorkspace({ ...caller(context), signUp: context.signUp }, input);
      return context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } });
    },
  }),
);
