import type { Principal } from '#src/domain/principal/policy.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { picturePath } from '#src/domain/workspaces/brand.ts';
import { makerName } from '#src/services/accounts/makers.ts';
import type { SignedIn } from '#src/services/accounts/sessions.ts';
import { findOAuthClient } from '#src/services/oauth-clients/oauth-client-registry.ts';
import { batched } from '../batches.ts';
import { builder, enumType } from '../builder.ts';
import { caller } from '../context.ts';
import type { RestFields } from '../rest-endpoint.ts';
import { WorkspaceType } from '../workspaces/types.ts';

export const RoleEnum = enumType('Role', roles, 'What a member may do in a workspace.');

const PasswordLinkNoticeType = builder
  .objectRef<{ readonly madeAt: Date; readonly madeBy: string | null }>('PasswordLinkNotice')
  .implement({
    description: 'A notice that an owner or admin created a password reset link for you and has seen it.',
    fields: (t) => ({
      madeAt: t.expose('madeAt', {
        type: 'DateTime',
        description: 'When the link was created. It works once and expires in an hour.',
      }),
      madeBy: t.exposeString('madeBy', {
        nullable: true,
        description: 'Name and email address of the person who created it; null if they no longer have an account.',
      }),
    }),
  });

const UserType = builder.prismaObject('User', {
  description: 'A person.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'User id.' }),
    email: t.exposeString('email', { description: 'Email address.' }),
    username: t.exposeString('username', { description: "Username: the first part of the user's booking links." }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was created.' }),
    passwordLinkNotice: t.field({
      type: PasswordLinkNoticeType,
      nullable: true,
      select: { passwordLinkMadeAt: true, passwordLinkMadeBy: true },
      description:
        'A notice about the last password reset link for your account that was shown to someone else because the server does not send email; null if there is none, or after `dismissPasswordLinkNotice`. Only for sessions, otherwise null.',
      resolve: async ({ passwordLinkMadeAt: madeAt, passwordLinkMadeBy: madeBy }, _args, context) => {
        if (madeAt === null || context.principal?.credential !== 'session') return null;
        return { madeAt, madeBy: madeBy === null ? null : await makerName(context, madeBy) };
      },
    }),
  }),
});

interface OwnMembership {
  readonly workspaceId: number;
  readonly name: string;
  readonly role: Principal['role'];
  readonly meetingLink: string | null;
  readonly weeklyMail: boolean;
}

/** One statement reads the versions of the viewer's pictures in all workspaces. */
const pictureVersionOf = batched(async ({ db, principal: { userId } }, workspaceIds: readonly number[]) => {
  const pictures = await db.prisma.picture.findMany({
    where: { userId, workspaceId: { in: [...workspaceIds] } },
    select: { workspaceId: true, version: true },
  });
  return new Map(pictures.map(({ workspaceId, version }) => [workspaceId, version]));
});

const OwnMembershipType = builder.objectRef<OwnMembership>('OwnMembership').implement({
  description: 'A workspace that the viewer is a member of.',
  fields: (t) => ({
    workspaceId: t.exposeInt('workspaceId', { description: 'Workspace id.' }),
    name: t.exposeString('name', { description: 'Name of the workspace.' }),
    role: t.expose('role', { type: RoleEnum, description: "The viewer's role there." }),
    meetingLink: t.exposeString('meetingLink', {
      nullable: true,
      description: "The viewer's meeting link there, for calls of events without a `locationLink`.",
    }),
    weeklyMail: t.exposeBoolean('weeklyMail', {
      description:
        'True if the viewer gets an email with the numbers of the last week there, on Mondays. `updateViewer` switches it on and off.',
    }),
    pictureUrl: t.string({
      nullable: true,
      description:
        "Public URL of the viewer's picture there, which booking pages show; null if there is none. Set it with `PUT /account/picture`, with a square JPG, PNG, WebP or SVG image of at most 2 MB as the body. Remove it with `DELETE`. Only for sessions.",
      resolve: async ({ workspaceId }, _args, context) => {
        const version = await pictureVersionOf(context, workspaceId);
        const { userId } = caller(context).principal;
        return version === undefined ? null : context.appUrl + picturePath(workspaceId, userId, version);
      },
    }),
  }),
});

/** The names of credential kinds in the graph and in `/v1`. */
const credentialNames = { apiKey: 'API_KEY', accessToken: 'ACCESS_TOKEN', session: 'SESSION' } as const;

const CredentialEnum = builder.enumType('Credential', {
  description: 'The kind of credential of a request.',
  values: {
    API_KEY: { description: 'An API key: `service_live_…`.' },
    ACCESS_TOKEN: { description: 'The access token of an app: `service_at_…`.' },
    SESSION: { description: 'The session of a person who signed in: `service_ses_…`.' },
  } as const,
});

const ViewerClientType = builder.objectRef<{ clientId: string; name: string }>('ViewerClient').implement({
  description: 'The app of an access token.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Client id of the app.' }),
    name: t.exposeString('name', { description: 'Name of the app.' }),
  }),
});

export const ViewerType = builder.objectRef<Principal>('Viewer').implement({
  description: 'The caller and their permissions.',
  fields: (t) => ({
    user: t.prismaField({
      type: UserType,
      extensions: { restFields: ['id', 'firstName', 'lastName', 'email'] } satisfies RestFields,
      description: 'The user who owns the credential.',
      resolve: (query, { userId }, _args, { db }) =>
        db.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    workspace: t.prismaField({
      type: WorkspaceType,
      extensions: { restFields: ['id', 'name', 'timeZone'] } satisfies RestFields,
      description: 'The workspace of the credential.',
      resolve: (query, { workspaceId }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } }),
    }),
    role: t.expose('role', { type: RoleEnum, description: "The user's role in the workspace." }),
    scopes: t.stringList({
      description: "The scopes in effect: the scopes of the credential that the user's role allows.",
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
      description: 'The app that acts on behalf of the user; null if there is none, or it has just been deleted.',
      resolve: async ({ clientId }, _args, context) =>
        clientId === undefined ? null : ((await findOAuthClient(context, clientId)) ?? null),
    }),
    memberships: t.field({
      type: [OwnMembershipType],
      extensions: { restFields: [] } satisfies RestFields,
      description:
        'The workspaces that you are a member of, by name. Use `switchWorkspace` to switch. Credentials other than sessions are for a single workspace and list only that one.',
      resolve: async ({ userId, workspaceId, credential }, _args, { db }) => {
        const rows = await db.prisma.membership.findMany({
          where: { userId, removedAt: null, ...(credential === 'session' ? {} : { workspaceId }) },
          select: {
            workspaceId: true,
            role: true,
            meetingLink: true,
            workspace: { select: { name: true } },
            weeklyMails: { select: { id: true } },
          },
          orderBy: [{ workspace: { name: 'asc' } }, { workspaceId: 'asc' }],
        });
        return rows.map(({ workspace: { name }, weeklyMails, ...row }) => {
          return { ...row, name, weeklyMail: weeklyMails.length > 0 };
        });
      },
    }),
  }),
});

export const SignInPayload = builder.objectRef<SignedIn>('SignInPayload').implement({
  description: 'A new session.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description:
        'The session token, shown only in this response. Send it as `Authorization: Bearer service_ses_…`. It expires after 30 days without use, and no later than 90 days after sign-in.',
    }),
    userId: t.exposeInt('userId', { description: 'User id.' }),
    workspaceId: t.exposeInt('workspaceId', { description: 'The workspace of the session.' }),
    passwordIsWeak: t.exposeBoolean('passwordIsWeak', {
      description:
        'True if the password would be rejected as a new password (`too_weak`): ask the user to choose another with `changePassword`. The session itself is not restricted.',
    }),
  }),
});
