import { example } from './example.ts';
import { Variable } from './literals.ts';
import { code, type DocsAddresses } from './page.ts';

const signIn = `mutation ($input: SignInInput!) { signIn(input: $input) { token } }`;
const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id lastFour } secret } }`;

export function apiKeys({ baseUrl, appUrl }: DocsAddresses): string {
  return `An API key acts for one member of one workspace. Owners and admins make keys, in one of these ways.

## On a server that you try out

The first start of a server outside production makes a demo workspace with a key. It is printed by the server, and stored in
a file:

${code('sh', 'KEY=$(cat data/demo-api-key)')}

GraphiQL at [${baseUrl}/graphql](${baseUrl}/graphql) has this key filled in already.

## In Settings

[Settings → Developer → API keys](${appUrl}/settings/developer/api-keys) creates, rotates and revokes keys:
[the web application](${baseUrl}/docs/web-application.md#api-keys).

## In GraphiQL

1. Sign in, and open [${baseUrl}/graphql](${baseUrl}/graphql): it says above its tabs as whom it works.
2. Run the mutation below. Choose only the scopes that your program needs, and an \`expiresAt\` if you can.
3. Copy the \`secret\`: it is shown this once.

${code(
  'graphql',
  `mutation {
  createApiKey(input: { name: "CRM sync", scopes: ["contacts:read", "eventCalls:read"] }) {
    apiKey { id lastFour scopes }
    secret
  }
}`,
)}

## From a program

Sign in. \`token\` is a session, which begins with \`service_ses_\`:

${example({
  url: `${baseUrl}/graphql`,
  credential: 'none',
  json: {
    query: signIn,
    variables: { input: { email: new Variable('EMAIL'), password: new Variable('PASSWORD') } },
  },
})}

Make the key with the session:

${example({
  url: `${baseUrl}/graphql`,
  credential: 'SESSION',
  json: { query: create, variables: { input: { name: 'CRM sync', scopes: ['contacts:read', 'eventCalls:read'] } } },
})}

## As the operator

On the machine of the server, for any member of any workspace:

${code('sh', 'npm run -s cli -- key create --workspace 1 --user 1 --scopes contacts:read --expires-in 90d')}

## Replace, revoke

\`rotateApiKey\` makes a new key with the same name and scopes; the old one stays valid for a day, or for \`overlapSeconds\`.
\`revokeApiKey\` ends a key: the next request with it is a 401. \`apiKeys\` lists them with the time of their last use. An
API key itself can see and change no keys.

An app for many workspaces should not ask its users for keys: it uses [OAuth 2.0](${baseUrl}/docs/oauth.md). People sign in at
[${appUrl}/sign-in](${appUrl}/sign-in).
`;
}
