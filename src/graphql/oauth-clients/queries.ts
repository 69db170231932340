import { oauthClientListInput } from '#src/domain/oauth-clients/input.ts';
import { listOAuthClients } from '#src/services/oauth-clients.ts';
import { argumentsOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { OAuthClientPageType } from './types.ts';

builder.queryField('oauthClients', (t) =>
  t.field({
    type: OAuthClientPageType,
    description:
      "The OAuth clients that the workspace has registered, newest first, those of all members. For owners' and admins' sessions only.",
    authScopes: { developerArea: true },
    args: t.validate(argumentsOf(t.arg, oauthClientListInput), withoutNulls(oauthClientListInput)),
    resolve: (_root, args, context) => listOAuthClients(caller(context), parsed(oauthClientListInput, args)),
  }),
);
