import {
  createOAuthClientInput,
  deleteOAuthClientInput,
  oauthClientInput,
  oauthClientListInput,
  requestOAuthClientApprovalInput,
  rotateOAuthClientSecretInput,
  updateOAuthClientInput,
} from '#src/domain/oauth-clients/input.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  requestOAuthClientApproval,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from '#src/services/oauth-clients/oauth-clients.ts';
import { mutation, query } from '../root-fields.ts';
import {
  IssuedOAuthClientType,
  OAuthClientPageType,
  OAuthClientType,
  OAuthClientTypeEnum,
  OAuthGrantTypeEnum,
} from './types.ts';

const { read, write } = recordPolicies.OAuthClient;
const sessionsOnly = "For owners' and admins' sessions only: an API key cannot manage clients.";
const ownOnly = `NOT_FOUND if there is none of this id in the workspace; FORBIDDEN for a client that another member registered. ${sessionsOnly}`;

query('oauthClients', {
  type: OAuthClientPageType,
  description: `The OAuth clients that the workspace has registered, newest first, those of all members. ${sessionsOnly}`,
  access: read,
  input: oauthClientListInput,
  read: listOAuthClients,
});

query('oauthClient', {
  type: OAuthClientType,
  description: `One OAuth client that the workspace has registered; NOT_FOUND if there is none. ${sessionsOnly}`,
  access: read,
  input: oauthClientInput,
  read: getOAuthClient,
});

mutation('createOAuthClient', {
  hasSecret: true,
  type: IssuedOAuthClientType,
  description: `Registers a third-party application, at most 20 in a workspace. Its secret is shown once. ${sessionsOnly}`,
  access: write,
  input: {
    schema: createOAuthClientInput,
    description: 'A new OAuth client.',
    types: { grantTypes: OAuthGrantTypeEnum, clientType: OAuthClientTypeEnum },
    argument: 'The client.',
  },
  perform: createOAuthClient,
});

mutation('updateOAuthClient', {
  type: OAuthClientType,
  description: `Changes a client that you registered; its type stays. Scopes that are taken away are gone from its tokens at once. ${ownOnly}`,
  access: write,
  input: {
    schema: updateOAuthClientInput,
    description: 'Which OAuth client is changed, and to what. A field that is left out stays as it is.',
    types: { grantTypes: OAuthGrantTypeEnum },
    argument: 'The changes.',
  },
  perform: updateOAuthClient,
});

mutation('deleteOAuthClient', {
  type: OAuthClientType,
  description: `Deletes a client that you registered (an OWNER: any of the workspace), and returns it as it was. Its connections in all workspaces end at once. ${ownOnly}`,
  access: write,
  input: { schema: deleteOAuthClientInput, description: 'Which OAuth client is deleted.', argument: 'The client.' },
  perform: deleteOAuthClient,
});

mutation('rotateOAuthClientSecret', {
  hasSecret: true,
  type: IssuedOAuthClientType,
  description: `Makes a new secret for a confidential client that you registered. The old one counts beside it for an hour, or as long as you choose. While a secret before the old one still counts, that one keeps its time and the old one ends at once, so that a rotation whose answer was lost can be repeated. With 0 hours all others end at once. Connections stay. ${ownOnly}`,
  access: write,
  input: {
    schema: rotateOAuthClientSecretInput,
    description: 'Which OAuth client gets a new secret.',
    argument: 'The client.',
  },
  perform: rotateOAuthClientSecret,
});

mutation('requestOAuthClientApproval', {
  type: OAuthClientType,
  description: `Asks the operator to let members of other workspaces connect a client that you registered; for a client that was rejected, asks again. Changes nothing while the request is open, or once it is approved. ${ownOnly}`,
  access: write,
  input: {
    schema: requestOAuthClientApprovalInput,
    description: 'For which OAuth client approval is requested.',
    argument: 'The client.',
  },
  perform: requestOAuthClientApproval,
});
