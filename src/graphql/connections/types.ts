import { type Connection, connectionRecord } from '#src/domain/connections/connection.ts';
import { logoPath } from '#src/domain/oauth-clients/oauth-client.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordType } from '../record-types.ts';

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

export const ConnectionType = recordType('Connection', connectionRecord, {
  description: 'What a member lets an app do in the workspace.',
  others: (t) => ({
    app: t.field({ type: ConnectedAppType, description: 'The app.', resolve: (connection) => connection }),
    workspace: t.prismaField({
      type: 'Workspace',
      description: 'The workspace that it is connected to.',
      resolve: (query, { workspaceId }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } }),
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
