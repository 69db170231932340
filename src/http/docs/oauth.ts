import { code, type DocsAddresses } from './page.ts';

const authorize = ({ appUrl }: DocsAddresses) => `${appUrl}/oauth/authorize
  ?response_type=code
  &client_id=ocl_…
  &redirect_uri=https%3A%2F%2Fdialer.example%2Fcallback
  &scope=contacts%3Aread%20eventCalls%3Aread
  &state=af0ifjsldkj
  &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
  &code_challenge_method=S256`;

const register = `mutation {
  createOAuthClient(input: {
    name: "Acme Dialer"
    homepageUrl: "https://dialer.example/"
    redirectUris: ["https://dialer.example/callback"]
    allowedScopes: ["contacts:read", "eventCalls:read"]
    clientType: CONFIDENTIAL
  }) { client { id clientId status } clientSecret }
}`;

const exchange = ({ baseUrl }: DocsAddresses) => `curl -sS ${baseUrl}/v1/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d redirect_uri=https://dialer.example/callback \\
  -d code_verifier="$VERIFIER"`;

const answer = {
  access_token: 'service_at_…',
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: 'service_rt_…',
  scope: 'contacts:read eventCalls:read',
};

const refresh = ({ baseUrl }: DocsAddresses) => `curl -sS ${baseUrl}/v1/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=refresh_token \\
  -d refresh_token="$REFRESH_TOKEN"`;

const revoke = ({ baseUrl }: DocsAddresses) => `curl -sS ${baseUrl}/v1/oauth/revoke \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d token="$REFRESH_TOKEN"`;

export function oauth(addresses: DocsAddresses): string {
  const { baseUrl } = addresses;
  return `An app acts for a user, in the one workspace that the user chooses, without an API key. It uses the
authorization code grant with PKCE and refresh tokens, which every OAuth library supports. Its metadata is at
[/.well-known/oauth-authorization-server](${baseUrl}/.well-known/oauth-authorization-server).

## 1. Register the app

Register its redirect URIs and the scopes that it may request. A **confidential** app has a server that stores a secret, which
is shown once. A **public** app runs in a browser or on a phone: it has no secret, and must use PKCE. Until the app is approved,
only members of the workspace that registered it can connect it.

In GraphQL, with the session of an owner or admin:

${code('graphql', register)}

Upload its logo, which the consent page shows; a square JPG, PNG, WebP or SVG, at most 2 MB:

${code('sh', `curl -sS -X PUT ${baseUrl}/oauth-clients/1/logo -H "Authorization: Bearer $SESSION" --data-binary @logo.png`)}

## 2. Send the user to the consent page

${code('', authorize(addresses))}

Create a new verifier, 43 to 128 random characters, and its challenge for each authorization:

${code(
  'sh',
  `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)`,
)}

\`redirect_uri\` must equal a registered one, character for character. \`scope\` is optional: by default it is all scopes that
the app is registered for. The user signs in, chooses a workspace, and returns to your redirect URI:

| Query parameter | Value |
|---|---|
| \`code\` | the code to exchange; valid once, for 10 minutes |
| \`error\` | instead of the code, when access is not granted: \`access_denied\`, \`invalid_scope\`, … |
| \`state\` | your value, unchanged: compare it |
| \`iss\` | \`${baseUrl}\`: compare it, if your app uses more than one server (RFC 9207) |

## 3. Exchange the code

${code('sh', exchange(addresses))}

${code('json', JSON.stringify(answer, null, 2))}

The secret may be in the body instead, as \`client_id\` and \`client_secret\`; a public app sends only \`client_id\`. The body
may be a form or JSON.

## 4. Call the API

${code('sh', `curl -sS ${baseUrl}/v1/eventCalls -H "Authorization: Bearer $ACCESS_TOKEN"`)}

The token has the granted scopes that the app is still registered for and that the user's role still allows, in the chosen
workspace. Pages of a public app may call from the origins of its redirect URIs. Its calls consume the same
[rate limits](${baseUrl}/docs/rate-limits.md) as calls with API keys.

## 5. Refresh

An access token is valid for an hour. Its refresh token is valid for 30 days, and each refresh returns a new one:

${code('sh', refresh(addresses))}

Store the new refresh token before you use it. When the response is lost, repeat the same request within 30 seconds: it
returns the same pair, as it does to parallel refreshes. A refresh token that is used later than that, or after its
successor has been used, is treated as stolen, and ends the connection.

## 6. Revoke

${code('sh', revoke(addresses))}

Any token ends the whole connection at once. The response is \`200 {}\`, also if there was nothing to end. Users end
connections themselves, with the mutations \`revokeConnection\` and \`revokeAllConnections\`; the next request is then a 401.

## Errors

Errors have \`error\` and \`error_description\` (RFC 6749), and the same text in \`message\`:

${code('json', JSON.stringify({ error: 'invalid_grant', error_description: '…', message: '…' }))}

| Status | \`error\` | Cause |
|---|---|---|
| 400 | \`invalid_request\` | a parameter is missing, repeated, or malformed |
| 400 | \`invalid_grant\` | the code or refresh token is unknown, expired, revoked, already used, or of another app; or the verifier or the redirect_uri differs: send the user to the consent page again |
| 400 | \`invalid_scope\` | the requested scopes exceed those granted, or those that the app is registered for |
| 400 | \`unsupported_grant_type\`, \`unauthorized_client\` | a grant that is not offered, or not to this app |
| 401 | \`invalid_client\` | the app is unknown, or its secret is wrong |
| 403 | \`access_denied\` | at the consent: the app is not approved, and belongs to another workspace |
| 429 | – | too many failed authentications from one address |

Pages in a browser may call the token and revocation endpoints from the origins of a public app's redirect URIs.
`;
}
