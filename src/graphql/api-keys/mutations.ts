import {
  type IssueApiKeyInput,
  issueApiKeyInput,
  type RevokeApiKeyInput,
  type RotateApiKeyInput,
  revokeApiKeyInput,
  rotateApiKeyInput,
} from '#src/domain/api-keys/api-key.ts';
import { issueApiKey, revokeApiKey, rotateApiKey } from '#src/services/api-keys.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { ApiKeyType, IssuedApiKeyType } from './types.ts';

const CreateApiKeyInputType = inputTypeOf<IssueApiKeyInput>('CreateApiKeyInput', issueApiKeyInput, {
  description: 'A new API key.',
  types: { expiresAt: 'DateTime' },
});
const RotateApiKeyInputType = inputTypeOf<RotateApiKeyInput>('RotateApiKeyInput', rotateApiKeyInput, {
  description: 'Which key is replaced, and how soon the old one ends.',
  types: { expiresAt: 'DateTime' },
});
const RevokeApiKeyInputType = inputTypeOf<RevokeApiKeyInput>('RevokeApiKeyInput', revokeApiKeyInput, {
  description: 'Which key is revoked.',
});

const whoMay = "For owners' and admins' sessions only: an API key cannot manage keys.";

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: IssuedApiKeyType,
    description: `Makes an API key that acts as you, in this workspace, which has at most 100 that are active. The key is told once. ${whoMay}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: CreateApiKeyInputType, required: true, description: 'The key.' }) },
    resolve: (_root, { input }, context) => issueApiKey(caller(context), input),
  }),
);

builder.mutationField('rotateApiKey', (t) =>
  t.field({
    type: IssuedApiKeyType,
    description: `Makes a new key with the name and the scopes of one of your own; the old one goes on for the overlap, so that nothing stands still meanwhile. NOT_FOUND if there is none of this id in the workspace; FORBIDDEN for the key of another member, which can be revoked. ${whoMay}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: RotateApiKeyInputType, required: true, description: 'The key and the overlap.' }) },
    resolve: (_root, { input }, context) => rotateApiKey(caller(context), input),
  }),
);

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: ApiKeyType,
    description: `Ends a key of any member at once: its next request fails. One that is revoked already stays as it is; NOT_FOUND if there is none of this id in the workspace. ${whoMay}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: RevokeApiKeyInputType, required: true, description: 'The key.' }) },
    resolve: (_root, { input }, context) => revokeApiKey(caller(context), input),
  }),
);
