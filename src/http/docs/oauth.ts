import { example, programs } from './example.ts';
import { Variable } from './literals.ts';
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

/** A request of the app itself, with its id and secret. */
const ofApp = (url: string, form: Readonly<Record<string, string | Variable>>) =>
  example({ url, credential: 'client', form });

const verifier = {
  sh: `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)
echo "$VERIFIER $CHALLENGE"`,
  ts: `import { createHash, randomBytes } from 'node:crypto';

const verifier = randomBytes(32).toString('hex');
const challenge = createHash('sha256').update(verifier).digest('base64url');
console.log(verifier, challenge);`,
  python: `import base64, hashlib, secrets

verifier = secrets.token_hex(32)
digest = hashlib.sha256(verifier.encode()).digest()
challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
print(verifier, challenge)`,
};

const answer = {
  access_token: 'service_at_…',
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: 'service_rt_…',
  scope: 'contacts:read eventCalls:read',
};

export function oauth(addresses: DocsAddresses): string {
  const { baseUrl } = addresses;
  return `An app acts for a user, in the one workspace that the user chooses, without an API key. It uses the
authorization code grant with PKCE and refresh tokens, which every OAuth library supports. Its metadata is at
[/.well-known/oauth-authorization-server](${baseUrl}/.well-known/oauth-authorization-server). A client that knows only the
address of the API, such as an agent, starts without a token: the 401 names in \`WWW-Authenticate\` the metadata of the
resource (RFC 9728), which lead to this server, and the scope that the endpoint needs:

${code('http', `WWW-Authenticate: Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/v1", scope="eventCalls:read"`)}

## 1. Register the app

Register its redirect URIs and the scopes that it may request. A **confidential** app has a server that stores a secret, which
is shown once. A **public** app runs in a browser or on a phone: it has no secret, and must use PKCE. Until the app is approved,
only members of the workspace that registered it can connect it.

In [Settings → Developer](${baseUrl}/docs/web-application.md#register-an-app), or in GraphQL with the session of an owner or admin:

${code('graphql', register)}

Upload its logo, which the consent page shows; a square JPG, PNG, WebP or SVG, at most 2 MB:

${example({ method: 'PUT', url: `${baseUrl}/oauth-clients/1/logo`, credential: 'SESSION', file: 'logo.png' })}

## 2. Send the user to the consent page

${code('', authorize(addresses))}

Create a new verifier, 43 to 128 random characters, and its challenge for each authorization:

${programs(verifier)}

\`redirect_uri\` must equal a registered one, character for character. \`scope\` is optional: by default it is all scopes that
the app is registered for. The user signs in, chooses a workspace, and returns to your redirect URI:

| Query parameter | Value |
|---|---|
| \`code\` | the code to exchange; valid once, for 10 minutes |
| \`error\` | instead of the code, when access is not granted: \`access_denied\`, \`invalid_scope\`, … |
| \`state\` | your value, unchanged: compare it |
| \`iss\` | \`${baseUrl}\`: compare it, if your app uses more than one server (RFC 9207) |

A \`resource\` (RFC 8707) is optional. Where there is one, in the authorization or at the token endpoint, it must name this
API: \`${baseUrl}\`, or one of its parts \`${baseUrl}/v1\` and \`${baseUrl}/graphql\`. The token is good for all of them.

## 3. Exchange the code

${ofApp(`${baseUrl}/v1/oauth/token`, {
  grant_type: 'authorization_code',
  code: new Variable('CODE'),
  redirect_uri: 'https://dialer.example/callback',
  code_verifier: new Variable('VERIFIER'),
})}

${code('json', JSON.stringify(answer, null, 2))}

The secret may be in the body instead, as \`client_id\` and \`client_secret\`; a public app sends only \`client_id\`. The body
may be a form or JSON.

## 4. Call the API

${example({ url: `${baseUrl}/v1/eventCalls`, credential: 'ACCESS_TOKEN' })}

The token has the granted scopes that the app is still registered for and that the user's role still allows, in the chosen
workspace. Pages of a public app may call from the origins of its redirect URIs. Its calls consume the same
[rate limits](${baseUrl}/docs/rate-limits.md) as calls with API keys.

## 5. Refresh

An access token is valid for an hour. Its refresh token is valid for 30 days, and each refresh returns a new one:

${ofApp(`${baseUrl}/v1/oauth/token`, { grant_type: 'refresh_token', refresh_token: new Variable('REFRESH_TOKEN') })}

Store the new refresh token before you use it. When the response is lost, repeat the same request within 30 seconds: it
returns the same pair, as it does to parallel refreshes. A refresh token that is used later than that, or after its
successor has been used, is treated as stolen, and ends the connection.

A user may connect an app ten times in a workspace; the next connection ends the oldest.

## 6. Revoke

${ofApp(`${baseUrl}/v1/oauth/revoke`, { token: new Variable('REFRESH_TOKEN') })}

Any token ends the whole connection at once. The response is \`200 {}\`, also if there was nothing to end. Users end
connections themselves, in [Settings](${baseUrl}/docs/web-application.md#connected-apps) or with the mutations \`revokeConnection\` and \`revokeAllConnections\`; the next request is then a 401.

[Try the flow](${baseUrl}/docs/web-application.md#try-the-flow) in Settings shows each of these requests with its response.

## Errors

Errors have \`error\` and \`error_description\` (RFC 6749), and the same text in \`message\`:

${code('json', JSON.stringify({ error: 'invalid_grant', error_description: '…', message: '…' }))}

| Status | \`error\` | Cause |
|---|---|---|
| 400 | \`invalid_request\` | a parameter is missing, repeated, or malformed |
| 400 | \`invalid_grant\` | the code or refresh token is unknown, expired, revoked, already used, or of another app; or the verifier or the redirect_uri differs: send the user to the consent page again |
| 400 | \`invalid_scope\` | the requested scopes exceed those granted, or those that the app is registered for |
| 400 | \`invalid_target\` | \`resource\` does not name this API |
| 400 | \`unsupported_grant_type\`, \`unauthorized_client\` | a grant that is not offered, or not to this app |
| 401 | \`invalid_client\` | the app is unknown, or its secret is wrong |
| 403 | \`access_denied\` | at the consent: the app is not approved, and belongs to another workspace |
| 429 | \`too_many_requests\` | more than 20 requests a second of the app from one address, or too many with a wrong secret: repeat the request after \`retryAfter\` seconds; the code or refresh token was not used |

Pages in a browser may call the token and revocation endpoints from the origins of a public app's redirect URIs.
`;
}
