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
const sessionsOnly = 'For sessions only, of whatever role.';

query('connections', {
  type: ConnectionPageType,
  description: `The apps that you have connected to the workspace, newest first, also those whose app has not exchanged its authorization code yet; those that have ended are left out. ${sessionsOnly}`,
  access: read,
  input: connectionListInput,
  read: listConnections,
});

query('connection', {
  type: ConnectionType,
  description: `One connection of yours, also after its end; NOT_FOUND if you have none of this id in the workspace. ${sessionsOnly}`,
  access: read,
  input: connectionInput,
  read: getConnection,
});

mutation('revokeConnection', {
  type: ConnectionType,
  description: `Ends a connection of yours at once: none of its tokens is good any more. One that has ended stays as it is; NOT_FOUND if you have none of this id in the workspace. ${sessionsOnly}`,
  access: write,
  input: { schema: revokeConnectionInput, description: 'Which connection is ended.', argument: 'The connection.' },
  perform: revokeConnection,
});

mutation('revokeAllConnections', {
  type: RevokedConnectionsType,
  description: `Ends all connections that you have with an app in the workspace. None is no error. ${sessionsOnly}`,
  access: write,
  input: {
    schema: revokeAllConnectionsInput,
    description: 'Of which app all connections are ended.',
    argument: 'The app.',
  },
  perform: revokeAllConnections,
});
