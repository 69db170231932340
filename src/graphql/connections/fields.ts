import {
  connectionInput,
  connectionListInput,
  revokeAllConnectionsInput,
  revokeConnectionInput,
} from '#src/domain/connections/connection.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  getConnection,
  listConnections,
  revokeAllConnections,
  revokeConnection,
} from '#src/services/oauth-clients/connections.ts';
import { mutation, query } from '../root-fields.ts';
import { ConnectionPageType, ConnectionType, RevokedConnectionsType } from './types.ts';

const { read, write } = recordPolicies.Connection;
const sessionsOnly = 'Only for sessions, of any role.';

query('connections', {
  type: ConnectionPageType,
  description: `Your active connections of apps to the workspace, newest first, including those whose app has not exchanged its authorization code yet. ${sessionsOnly}`,
  access: read,
  input: connectionListInput,
  read: listConnections,
});

query('connection', {
  type: ConnectionType,
  description: `One of your connections by id, even after it has ended. NOT_FOUND if you have no connection with this id in the workspace. ${sessionsOnly}`,
  access: read,
  input: connectionInput,
  read: getConnection,
});

mutation('revokeConnection', {
  type: ConnectionType,
  description: `Revokes one of your connections immediately: none of its tokens is valid any more. Revoking a connection again has no effect. NOT_FOUND if you have no connection with this id in the workspace. ${sessionsOnly}`,
  access: write,
  changes: ['connections', 'oauthClients', 'webhooks'],
  input: { schema: revokeConnectionInput, description: 'The connection to revoke.', argument: 'The connection.' },
  perform: revokeConnection,
});

mutation('revokeAllConnections', {
  type: RevokedConnectionsType,
  description: `Revokes all your connections to an app in the workspace. Having none is not an error. ${sessionsOnly}`,
  access: write,
  changes: ['connections', 'oauthClients', 'webhooks'],
  input: {
    schema: revokeAllConnectionsInput,
    description: 'The app whose connections are revoked.',
    argument: 'The app.',
  },
  perform: revokeAllConnections,
});
