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
const sessionsOnly = 'Only for sessions of owners and admins: an API key cannot manage clients.';
const ownOnly = `NOT_FOUND if the workspace has no client with this id. FORBIDDEN for a client that another member registered. ${sessionsOnly}`;

query('oauthClients', {
  type: OAuthClientPageType,
  description: `The OAuth clients that all members of the workspace have registered, newest first. ${sessionsOnly}`,
  access: read,
  input: oauthClientListInput,
  read: listOAuthClients,
});

query('oauthClient', {
  type: OAuthClientType,
  description: `One OAuth client that the workspace has registered, by id. NOT_FOUND if it does not exist. ${sessionsOnly}`,
  access: read,
  input: oauthClientInput,
  read: getOAuthClient,
});

mutation('createOAuthClient', {
  hasSecret: true,
  type: IssuedOAuthClientType,
  description: `Registers a third-party application. A workspace can register at most 20. The client secret is shown only once. ${sessionsOnly}`,
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
  description: `Changes a client that you registered. Its type cannot change. Removed scopes are immediately removed from its tokens. ${ownOnly}`,
  access: write,
  changes: [],
  input: {
    schema: updateOAuthClientInput,
    description: 'Changes to an OAuth client. Omitted fields stay as they are.',
    types: { grantTypes: OAuthGrantTypeEnum },
    argument: 'The changes.',
  },
  perform: updateOAuthClient,
});

mutation('deleteOAuthClient', {
  type: OAuthClientType,
  description: `Deletes a client that you registered (an OWNER can delete any client of the workspace) and returns its last state. Its connections in all workspaces end immediately. ${ownOnly}`,
  access: write,
  changes: ['oauthClients', 'connections'],
  input: { schema: deleteOAuthClientInput, description: 'The OAuth client to delete.', argument: 'The client.' },
  perform: deleteOAuthClient,
});

mutation('rotateOAuthClientSecret', {
  hasSecret: true,
  type: IssuedOAuthClientType,
  description: `Creates a new secret for a confidential client that you registered. The old secret stays valid for an hour, or as long as you choose. If an even older secret is still valid, it stays valid for its remaining time and the old secret ends immediately, so that you can repeat a rotation whose response was lost. With 0 hours, all other secrets end immediately. Connections stay. ${ownOnly}`,
  access: write,
  changes: [],
  input: {
    schema: rotateOAuthClientSecretInput,
    description: 'The OAuth client that gets a new secret, and how long the old one stays valid.',
    argument: 'The client.',
  },
  perform: rotateOAuthClientSecret,
});

mutation('requestOAuthClientApproval', {
  type: OAuthClientType,
  description: `Asks the operator to let members of other workspaces connect a client that you registered. For a rejected client, it asks again. It has no effect while a request is open or after the client is approved. ${ownOnly}`,
  access: write,
  changes: [],
  input: {
    schema: requestOAuthClientApprovalInput,
    description: 'The OAuth client to request approval for.',
    argument: 'The client.',
  },
  perform: requestOAuthClientApproval,
});
