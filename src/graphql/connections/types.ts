import { type Connection, connectionRecord } from '#src/domain/connections/connection.ts';
import { logoPath } from '#src/domain/oauth-clients/oauth-client.ts';
import { builder } from '../builder.ts';
import type { Keyed } from '../changes.ts';
import { pageType } from '../page-type.ts';
import { recordType } from '../record-types.ts';

const ConnectedAppType = builder.objectRef<Connection>('ConnectedApp').implement({
  description: 'A third-party application, as seen by the people who connect it.',
  extensions: { keyField: 'clientId' } satisfies Keyed,
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Client id of the app: `ocl_…`.' }),
    name: t.exposeString('clientName', { description: 'Name of the app.' }),
    homepageUrl: t.exposeString('homepageUrl', { nullable: true, description: 'Homepage of the app.' }),
    logoUrl: t.string({
      nullable: true,
      description: "URL of the app's logo; null if it has none.",
      resolve: ({ clientId, hasLogo }, _args, { appUrl }) => (hasLogo ? appUrl + logoPath(clientId) : null),
    }),
  }),
});

export const ConnectionType = recordType('Connection', connectionRecord, {
  description: "A member's grant of access to the workspace for an app.",
  others: (t) => ({
    app: t.field({ type: ConnectedAppType, description: 'The app.', resolve: (connection) => connection }),
    workspace: t.prismaField({
      type: 'Workspace',
      description: 'The workspace that the app is connected to.',
      resolve: (query, { workspaceId }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: workspaceId } }),
    }),
  }),
});

export const ConnectionPageType = pageType('connections', ConnectionType, {
  of: 'connections',
  count: 'Total number of active connections, including those whose app has not exchanged its authorization code yet.',
});

export const RevokedConnectionsType = builder.objectRef<readonly string[]>('RevokedConnections').implement({
  description: 'The result of revoking connections.',
  fields: (t) => ({
    ids: t.stringList({ description: 'Ids of the revoked connections.', resolve: (ids) => [...ids] }),
    count: t.int({ description: 'Number of revoked connections.', resolve: (ids) => ids.length }),
  }),
});
