import { apiKeyListInput } from '#src/domain/api-keys/api-key.ts';
import { listApiKeys } from '#src/services/api-keys.ts';
import { argumentsOf } from '../arguments.ts';
import { pageWithRelations } from '../browsing/with-relations.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { parsed, withoutNulls } from '../validation.ts';
import { apiKeyNoun } from './noun.ts';
import { ApiKeyPageType } from './types.ts';

builder.queryField('apiKeys', (t) =>
  t.field({
    type: ApiKeyPageType,
    description:
      "The API keys of the workspace, newest first, those of all members. For owners' and admins' sessions only: an API key cannot see or manage keys.",
    authScopes: { developerArea: true },
    args: t.validate(argumentsOf(t.arg, apiKeyListInput), withoutNulls(apiKeyListInput)),
    resolve: async (_root, args, context, info) =>
      pageWithRelations(
        await listApiKeys(caller(context), parsed(apiKeyListInput, args)),
        'apiKeys',
        apiKeyNoun,
        context,
        info,
      ),
  }),
);
