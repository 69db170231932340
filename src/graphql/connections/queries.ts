import { connectionListInput } from '#src/domain/connections/connection.ts';
import { listConnections } from '#src/services/connections.ts';
import { argumentsOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { ConnectionPageType } from './types.ts';

builder.queryField('connections', (t) =>
  t.field({
    type: ConnectionPageType,
    description:
      'The apps that you have connected to the workspace, newest first; those that have ended are left out. For sessions only, of whatever role.',
    authScopes: { person: true },
    args: t.validate(argumentsOf(t.arg, connectionListInput), withoutNulls(connectionListInput)),
    resolve: (_root, args, context) => listConnections(caller(context), parsed(connectionListInput, args)),
  }),
);
