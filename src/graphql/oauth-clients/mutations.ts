import {
  type CreateOAuthClientInput,
  createOAuthClientInput,
  deleteOAuthClientInput,
  type OAuthClientIdInput,
  requestOAuthClientApprovalInput,
  rotateOAuthClientSecretInput,
  type UpdateOAuthClientInput,
  updateOAuthClientInput,
} from '#src/domain/oauth-clients/input.ts';
import {
  createOAuthClient,
  deleteOAuthClient,
  requestOAuthClientApproval,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from '#src/services/oauth-clients.ts';
import { inputTypeOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller } from '../context.ts';
import { IssuedOAuthClientType, OAuthClientType, OAuthClientTypeEnum, OAuthGrantTypeEnum } from './types.ts';

const CreateInput = inputTypeOf<CreateOAuthClientInput>('CreateOAuthClientInput', createOAuthClientInput, {
  description: 'A new OAuth client.',
  types: { grantTypes: OAuthGrantTypeEnum, clientType: OAuthClientTypeEnum },
});
const UpdateInput = inputTypeOf<UpdateOAuthClientInput>('UpdateOAuthClientInput', updateOAuthClientInput, {
  description: 'Which OAuth client is changed, and to what. A field that is left out stays as it is.',
  types: { grantTypes: OAuthGrantTypeEnum },
});
const DeleteInput = inputTypeOf<OAuthClientIdInput>('DeleteOAuthClientInput', deleteOAuthClientInput, {
  description: 'Which OAuth client is deleted.',
});
const RotateInput = inputTypeOf<OAuthClientIdInput>('RotateOAuthClientSecretInput', rotateOAuthClientSecretInput, {
  description: 'Which OAuth client is given a new secret.',
});
const ApprovalInput = inputTypeOf<OAuthClientIdInput>(
  'RequestOAuthClientApprovalInput',
  requestOAuthClientApprovalInput,
  { description: 'For which OAuth client approval is asked.' },
);

const sessionsOnly = "For owners' and admins' sessions only: an API key cannot manage clients.";
const ownOnly = `NOT_FOUND if there is none of this id in the workspace; FORBIDDEN for a client that another member registered. ${sessionsOnly}`;

builder.mutationField('createOAuthClient', (t) =>
  t.field({
    type: IssuedOAuthClientType,
    description: `Registers a third-party application, at most 20 in a workspace. Its secret is told once. ${sessionsOnly}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The client.' }) },
    resolve: (_root, { input }, context) => createOAuthClient(caller(context), input),
  }),
);

builder.mutationField('updateOAuthClient', (t) =>
  t.field({
    type: OAuthClientType,
    description: `Changes a client that you registered; its type stays. Scopes that are taken away are gone from its tokens at once. ${ownOnly}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input }, context) => updateOAuthClient(caller(context), input),
  }),
);

builder.mutationField('deleteOAuthClient', (t) =>
  t.field({
    type: OAuthClientType,
    description: `Deletes a client that you registered, as it was. Its connections in all workspaces end at once. ${ownOnly}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The client.' }) },
    resolve: (_root, { input }, context) => deleteOAuthClient(caller(context), input),
  }),
);

builder.mutationField('rotateOAuthClientSecret', (t) =>
  t.field({
    type: IssuedOAuthClientType,
    description: `Makes a new secret for a confidential client that you registered. The old one fails at once; connections stay. ${ownOnly}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: RotateInput, required: true, description: 'The client.' }) },
    resolve: (_root, { input }, context) => rotateOAuthClientSecret(caller(context), input),
  }),
);

builder.mutationField('requestOAuthClientApproval', (t) =>
  t.field({
    type: OAuthClientType,
    description: `Asks the operator to let members of other workspaces connect a client that you registered; one that was rejected is asked for anew. Changes nothing while an answer is due, or once it is approved. ${ownOnly}`,
    authScopes: { developerArea: true },
    args: { input: t.arg({ type: ApprovalInput, required: true, description: 'The client.' }) },
    resolve: (_root, { input }, context) => requestOAuthClientApproval(caller(context), input),
  }),
);
