import type { Principal } from '#src/domain/principal/policy.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { makerName } from '#src/services/accounts/makers.ts';
import type { SignedIn } from '#src/services/accounts/sessions.ts';
import { findOAuthClient } from '#src/services/oauth-clients/oauth-client-registry.ts';
import { builder, enumType } from '../builder.ts';
import type { RestFields } from '../rest-endpoint.ts';
import { WorkspaceType } from '../workspaces/types.ts';

export const RoleEnum = enumType('Role', roles, 'What a member may do in a workspace.');

const PasswordLinkNoticeType = builder
  .objectRef<{ readonly madeAt: Date; readonly madeBy: string | null }>('PasswordLinkNotice')
  .implement({
    description: 'An owner or admin made a link with which your password can be reset, and was shown it.',
    fields: (t) => ({
      madeAt: t.expose('madeAt', { type: 'DateTime', description: 'When it was made. It works once, for an hour.' }),
      madeBy: t.exposeString('madeBy', {
        nullable: true,
        description: 'Name and e-mail address of who made it; null where they have no account any more.',
      }),
    }),
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
    passwordLinkNotice: t.field({
      type: PasswordLinkNoticeType,
      nullable: true,
      select: { passwordLinkMadeAt: true, passwordLinkMadeBy: true },
      description:
        'The last link to reset your password that somebody else was shown, because the server sends no e-mail; null where there was none since `dismissPasswordLinkNotice`. For sessions only, else null.',
      resolve: async ({ passwordLinkMadeAt: madeAt, passwordLinkMadeBy: madeBy }, _args, context) => {
        if (madeAt === null || context.principal?.credential !== 'session') return null;
        return { madeAt, madeBy: madeBy === null ? null : await makerName(context, madeBy) };
      },
    }),
  }),
});

const OwnMembershipType = builder
  .objectRef<{ workspaceId: number; name: string; role: Principal['role']; meetingLink: string | null }>(
    'OwnMembership',
  )
  .implement({
    description: 'A workspace that the viewer is a member of.',
    fields: (t) => ({
      workspaceId: t.exposeInt('workspaceId', { description: 'Workspace id.' }),
      name: t.exposeString('name', { description: 'Name of the workspace.' }),
      role: t.expose('role', { type: RoleEnum, description: "The viewer's role there." }),
      meetingLink: t.exposeString('meetingLink', {
        nullable: true,
        description: 'Where the viewer takes calls of events without a `locationLink` there.',
      }),
    }),
  });

/** The names of credential kinds in the graph and in `/v1`. */
const credentialNames = { apiKey: 'API_KEY', accessToken: 'ACCESS_TOKEN', session: 'SESSION' } as const;

const CredentialEnum = builder.enumType('Credential', {
  description: 'What a request shows to say who calls.',
  values: {
    API_KEY: { description: 'An API key: `service_live_…`.' },
    ACCESS_TOKEN: { description: 'The access token of an app: `service_at_…`.' },
    SESSION: { description: 'The session of a person who signed in: `service_ses_…`.' },
  } as const,
});

const ViewerClientType = builder.objectRef<{ clientId: string; name: string }>('ViewerClient').implement({
  description: 'The app of an access token.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Its client id.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

export const ViewerType = builder.objectRef<Principal>('Viewer').implement({
  description: 'Who is calling, and what they may do.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      extensions: { restFields: ['id', 'firstName', 'lastName', 'email'] } satisfies RestFields,
      description: 'The user whose credential this is.',
      resolve: (query, { userId }, _args, { db }) =>
        db.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    workspace: t.prismaField({
      type: WorkspaceType,
      extensions: { restFields: ['id', 'name', 'timeZone'] } satisfies RestFields,
      description: 'The workspace that the credential is for.',
      resolve: (query, { workspaceId }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } }),
    }),
    role: t.expose('role', { type: RoleEnum, description: "The user's role in the workspace." }),
    scopes: t.stringList({
      description: 'What this credential may do now: its scopes, as far as the role allows them.',
      resolve: ({ scopes }) => [...scopes].sort(),
    }),
    credential: t.field({
      type: CredentialEnum,
      description: 'The kind of this credential.',
      resolve: ({ credential }) => credentialNames[credential],
    }),
    client: t.field({
      type: ViewerClientType,
      nullable: true,
      description:
        'The app that calls on behalf of the user; null where no app does, or where it has just been deleted.',
      resolve: async ({ clientId }, _args, context) =>
        clientId === undefined ? null : ((await findOAuthClient(context, clientId)) ?? null),
    }),
    memberships: t.field({
      type: [OwnMembershipType],
      extensions: { restFields: [] } satisfies RestFields,
      description:
        'The workspaces that you are a member of, by name: `switchWorkspace` goes on in another. Credentials other than sessions are for one workspace, and list that one.',
      resolve: async ({ userId, workspaceId, credential }, _args, { db }) => {
        const rows = await db.prisma.membership.findMany({
          where: { userId, removedAt: null, ...(credential === 'session' ? {} : { workspaceId }) },
          select: { workspaceId: true, role: true, meetingLink: true, workspace: { select: { name: true } } },
          orderBy: [{ workspace: { name: 'asc' } }, { workspaceId: 'asc' }],
        });
        return rows.map(({ workspace: { name }, ...row }) => ({ ...row, name }));
      },
    }),
  }),
});

export const SignInPayload = builder.objectRef<SignedIn>('SignInPayload').implement({
  description: 'A new session.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'The session, shown once: send it as `Authorization: Bearer service_ses_…`. It ends after 30 days without use, and 90 days after the sign-in.',
    }),
    userId: t.exposeInt('userId', { description: 'User id.' }),
    workspaceId: t.exposeInt('workspaceId', { description: 'The workspace that the session is for.' }),
    passwordIsWeak: t.exposeBoolean('passwordIsWeak', {
      description:
        'True if the password would be refused as a new one (`too_weak`): ask its owner to choose another, with `changePassword`. The session is as good as any.',
    }),
  }),
});
