import type { Answer, Body, TestApp } from './app.ts';

/** The defaults of a client's registration. */
export const oauthClientDraft = {
  name: 'Acme Dialer',
  homepageUrl: null as string | null,
  redirectUris: ['https://acme.example/callback'],
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  allowedScopes: ['contacts:read', 'deals:read'],
  clientType: 'CONFIDENTIAL',
};

export const oauthClientFields =
  'id userId clientId name homepageUrl logoUrl redirectUris grantTypes allowedScopes clientType status approvalRequestedAt previousSecretUntil createdAt updatedAt';

type Change = (id: number, credential?: string) => Promise<Answer>;

/** The mutations of the Developer area, sent with a session. */
export interface OAuthClients {
  create(input?: object, credential?: string): Promise<Answer>;
  /** Registers a client, which must succeed. Returns the payload. */
  made(input?: object): Promise<{ client: Body; clientSecret: string }>;
  update(id: number, changes: object, credential?: string): Promise<Answer>;
  updated(id: number, changes: object): Promise<Body>;
  rotate(id: number, credential?: string, input?: object): Promise<Answer>;
  readonly remove: Change;
  readonly requestApproval: Change;
  list(args?: string, credential?: string): Promise<Answer>;
}

export function oauthClients(app: TestApp, session: string): OAuthClients {
  const issued = `client { ${oauthClientFields} } clientSecret`;
  const mutate = (name: string, input: object, credential = session, fields = oauthClientFields) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    return app.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, credential, { input });
  };
  const create: OAuthClients['create'] = (input = {}, credential) =>
    mutate('createOAuthClient', { ...oauthClientDraft, ...input }, credential, issued);
  const update: OAuthClients['update'] = (id, changes, credential) =>
    mutate('updateOAuthClient', { id, ...changes }, credential);
  return {
    create,
    made: async (input) => (await create(input)).body.data.createOAuthClient,
    update,
    updated: async (id, changes) => (await update(id, changes)).body.data.updateOAuthClient,
    rotate: (id, credential, input = {}) => mutate('rotateOAuthClientSecret', { id, ...input }, credential, issued),
    remove: (id, credential) => mutate('deleteOAuthClient', { id }, credential),
    requestApproval: (id, credential) => mutate('requestOAuthClientApproval', { id }, credential),
    list: (args = '', credential = session) =>
      app.graphql(`{ oauthClients${args} { count oauthClients { ${oauthClientFields} } } }`, credential),
  };
}
