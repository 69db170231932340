import type { Connection } from '#src/domain/connections/connection.ts';
import { logoPath } from '#src/domain/oauth-clients/oauth-client.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';

const ConnectedAppType = builder.objectRef<Connection>('ConnectedApp').implement({
  description: 'A third-party application, as those see it who connect it.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Its client id: `ocl_…`.' }),
    name: t.exposeString('clientName', { description: 'Its name.' }),
    homepageUrl: t.exposeString('homepageUrl', { nullable: true, description: 'Its homepage.' }),
    logoUrl: t.string({
      nullable: true,
      description: 'Where its logo is.',
      resolve: ({ clientId, hasLogo }, _args, { appUrl }) => (hasLogo ? appUrl + logoPath(clientId) : null),
    }),
  }),
});

export const ConnectionType = builder.objectRef<Connection>('Connection').implement({
  description: 'What a member lets an app do in the workspace.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Connection id: `con_…`.' }),
    app: t.field({ type: ConnectedAppType, description: 'The app.', resolve: (connection) => connection }),
    workspace: t.prismaField({
      type: 'Workspace',
      description: 'The workspace that it is connected to.',
      resolve: (query, { workspaceId }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } }),
    }),
    scopes: t.expose('scopes', {
      type: ['String'],
      description:
        "What the app may do now: those of the granted scopes that it is registered for and that the member's role allows.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When access was granted.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the app last used it, to within a minute; null as long as the app has not exchanged its authorization code, and so has no token.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends if the app does not use it before.',
    }),
    accessTokenExpiresAt: t.expose('accessTokenExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When its newest access token expires; null where none is valid, and the app has to refresh it, or to exchange its authorization code, first.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null as long as it lives.',
    }),
  }),
});

export const ConnectionPageType = pageType('connections', ConnectionType, {
  of: 'connections',
  count: 'All that have not ended, also those whose app has not exchanged its authorization code yet.',
});

export const RevokedConnectionsType = builder.objectRef<readonly string[]>('RevokedConnections').implement({
  description: 'Connections that have been ended.',
  fields: (t) => ({
    ids: t.stringList({ description: 'Their ids.', resolve: (ids) => [...ids] }),
    count: t.int({ description: 'How many there were.', resolve: (ids) => ids.length }),
  }),
});
