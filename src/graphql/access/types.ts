import type { Principal } from '#src/domain/access/principal.ts';
import { roles } from '#src/domain/access/roles.ts';
import { builder } from '../builder.ts';
import { WorkspaceType } from '../workspaces/types.ts';

export const RoleEnum = builder.enumType('Role', {
  values: roles,
  description: 'What a member may do in a workspace.',
});
const UserType = builder.prismaObject('User', {
  description: 'A person.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'User id.' }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    username: t.exposeString('username', { description: 'First part of the booking links.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
});

export const ViewerType = builder.objectRef<Principal>('Viewer').implement({
  description: 'Who is calling, and what they may do.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      description: 'The user whose credential this is.',
      resolve: (query, { userId }, _args, { db }) =>
        db.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    workspace: t.prismaField({
      type: WorkspaceType,
      description: 'The workspace that the credential is for.',
      resolve: (query, { workspaceId }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } }),
    }),
    role: t.expose('role', { type: RoleEnum, description: "The user's role in the workspace." }),
    scopes: t.stringList({
      description: 'What this credential may do now: its scopes, as far as the role allows them.',
      resolve: ({ scopes }) => [...scopes].sort(),
    }),
  }),
});
