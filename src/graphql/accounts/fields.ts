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
const sessionsOnly = "For owners' and admins' sessions only.";

builder.queryField('server', (t) =>
  t.field({
    type: ServerType,
    description: 'What this server offers. Needs no credential.',
    resolve: (_root, _args, context) => context,
  }),
);

builder.queryField('invitations', (t) =>
  t.field({
    type: [InvitationType],
    description: `The invitations of the workspace that can be accepted, newest first, at most 50. ${sessionsOnly}`,
    authScopes: access,
    resolve: (_root, _args, context) => listInvitations(caller(context)),
  }),
);

mutation('createInvitation', {
  hasSecret: true,
  type: CreatedInvitationType,
  description: `Invites somebody to the workspace by a link that works once, for 7 days, and replaces an open invitation of the same address. It goes by e-mail where the server sends e-mail; else the response has it. At most 50 are open, and 5 an hour are made for one address. Only an owner invites an owner. ${sessionsOnly}`,
  access,
  input: {
    schema: createInvitationInput,
    description: 'Who is invited.',
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
  description: `Takes back an invitation: its link works no more. NOT_FOUND if there is none of this id, or it was accepted. Only an owner takes back that of an owner. ${sessionsOnly}`,
  access,
  input: { schema: revokeInvitationInput, description: 'Which invitation is taken back.', argument: 'The invitation.' },
  perform: revokeInvitation,
});

mutation('createPasswordResetLink', {
  hasSecret: true,
  type: PasswordResetLinkType,
  description: `Makes a link with which a member chooses a new password; it works once, for an hour, and ends earlier ones. It goes to the member by e-mail, which names you; where the server sends no e-mail the response has it, and the member is shown a \`passwordLinkNotice\`. FORBIDDEN for a member of other workspaces too, and for an owner unless you are one: the message names the operator's command. ${sessionsOnly}`,
  access,
  input: {
    name: 'PasswordResetLinkInput',
    schema: passwordResetLinkInput,
    description: 'Whose password is reset.',
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
    'Removes the `passwordLinkNotice` of your user, once you have read it. For sessions only, of whatever role.',
  access: { person: true },
  input: {
    name: 'PasswordLinkNoticeInput',
    schema: passwordLinkNoticeInput,
    description: 'Which notice was read.',
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
    extensions: { idempotencyKey: 'refused' },
    description:
      'Makes another workspace, of which you are the owner; `switchWorkspace` goes on in it. You may own at most 20. FORBIDDEN where `server { signUp }` is false. For sessions only, of whatever role.',
    authScopes: { person: true },
    args: { input: t.arg({ type: CreateWorkspaceInputType, required: true, description: 'The workspace.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { workspaceId } = await createOwnWorkspace({ ...caller(context), signUp: context.signUp }, input);
      return context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } });
    },
  }),
);
