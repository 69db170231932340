import type { Principal } from '#src/domain/access/principal.ts';
import { DomainError } from '#src/domain/errors.ts';
import { type SwitchWorkspaceInput, switchWorkspaceInput } from '#src/domain/sessions/session.ts';
import { switchWorkspace } from '#src/services/sessions.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { WorkspaceType } from '../workspaces/types.ts';
import { RoleEnum, ViewerType } from './types.ts';

const OwnMembershipType = builder
  .objectRef<{ workspaceId: number; name: string; role: Principal['role'] }>('OwnMembership')
  .implement({
    description: 'A workspace that the viewer is a member of.',
    fields: (t) => ({
      workspaceId: t.exposeInt('workspaceId', { description: 'Workspace id.' }),
      name: t.exposeString('name', { description: 'Name of the workspace.' }),
      role: t.expose('role', { type: RoleEnum, description: "The viewer's role there." }),
    }),
  });

builder.objectField(ViewerType, 'memberships', (t) =>
  t.field({
    type: [OwnMembershipType],
    description:
      'The workspaces that you are a member of, by name: `switchWorkspace` goes on in another. Other credentials than sessions are for one workspace, and are told of that one.',
    resolve: async ({ userId, workspaceId, credential }, _args, { db }) => {
      const rows = await db.prisma.membership.findMany({
        where: { userId, ...(credential === 'session' ? {} : { workspaceId }) },
        select: { workspaceId: true, role: true, workspace: { select: { name: true } } },
        orderBy: [{ workspace: { name: 'asc' } }, { workspaceId: 'asc' }],
      });
      return rows.map(({ workspace: { name }, ...row }) => ({ ...row, name }));
    },
  }),
);

const SwitchWorkspaceInputType = inputTypeOf<SwitchWorkspaceInput>('SwitchWorkspaceInput', switchWorkspaceInput, {
  description: 'Where a session goes on.',
});

builder.mutationField('switchWorkspace', (t) =>
  t.prismaField({
    type: WorkspaceType,
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
