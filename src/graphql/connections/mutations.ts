import {
  type RevokeAllConnectionsInput,
  type RevokeConnectionInput,
  revokeAllConnectionsInput,
  revokeConnectionInput,
} from '#src/domain/connections/connection.ts';
import { revokeAllConnections, revokeConnection } from '#src/services/connections.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { ConnectionType, RevokedConnectionsType } from './types.ts';

const RevokeConnectionInputType = inputTypeOf<RevokeConnectionInput>('RevokeConnectionInput', revokeConnectionInput, {
  description: 'Which connection is ended.',
});
const RevokeAllConnectionsInputType = inputTypeOf<RevokeAllConnectionsInput>(
  'RevokeAllConnectionsInput',
  revokeAllConnectionsInput,
  { description: 'Of which app all connections are ended.' },
);

builder.mutationField('revokeConnection', (t) =>
  t.field({
    type: ConnectionType,
    description:
      'Ends a connection of yours at once: none of its tokens is good any more. One that has ended stays as it is; NOT_FOUND if you have none of this id in the workspace. For sessions only, of whatever role.',
    authScopes: { person: true },
    args: { input: t.arg({ type: RevokeConnectionInputType, required: true, description: 'The connection.' }) },
    resolve: (_root, { input }, context) => revokeConnection(caller(context), input),
  }),
);

builder.mutationField('revokeAllConnections', (t) =>
  t.field({
    type: RevokedConnectionsType,
    description:
      'Ends all connections that you have with an app in the workspace. None is no error. For sessions only, of whatever role.',
    authScopes: { person: true },
    args: { input: t.arg({ type: RevokeAllConnectionsInputType, required: true, description: 'The app.' }) },
    resolve: (_root, { input }, context) => revokeAllConnections(caller(context), input),
  }),
);
