import { allScopes, type Scope, scopeSentences } from '#src/domain/access/scopes.ts';
import { code, type DocsAddresses } from './page.ts';

export function authentication({ baseUrl }: DocsAddresses): string {
  return `Every request carries a credential in one header:

${code('http', 'Authorization: Bearer service_…')}

Every credential starts with \`service_\`; treat the rest as opaque. A credential belongs to one user in one workspace, and
never allows more than the user's current role does. A revoked or expired credential fails on the next request.

| Credential | Prefix | For |
|---|---|---|
| API key | \`service_\` | servers that act for one workspace |
| OAuth access token | \`service_at_\` | [apps](${baseUrl}/docs/oauth.md) that act for a user; limited to the granted scopes |
| Session | \`service_ses_\` | people; has every scope that the role allows |

## Scopes

Each endpoint requires one scope: \`<resource>:read\` to read, \`<resource>:write\` to change. Write does not include read.

| Scope | Allows you to |
|---|---|
${allScopes.map(scopeRow).join('\n')}

## Errors

| Status | Body | Cause |
|---|---|---|
| 401 | \`{"message":"API key is required","code":"MISSING_API_KEY"}\` | no header, a scheme other than Bearer, or no \`service_\` prefix |
| 401 | \`{"message":"Invalid API key"}\` | unknown, revoked or malformed |
| 401 | \`{"message":"API key expired"}\` | past its expiry |
| 401 | \`{"message":"Invalid session"}\` | an unknown or ended session |
| 401 | \`{"message":"Session expired"}\` | a session after 30 idle days |
| 401 | \`{"message":"Invalid access token"}\` | an OAuth access token that is unknown or revoked, or whose app or membership is gone |
| 401 | \`{"message":"Access token expired"}\` | an OAuth access token after its hour |
| 403 | \`{"message":"Missing scope: contacts:read","code":"INSUFFICIENT_SCOPE"}\` | the credential lacks the scope |

A 401 and this 403 have a \`WWW-Authenticate\` header (RFC 6750). Of a 401 it names the scope that the endpoint needs, and the
address of the metadata that say where tokens come from (RFC 9728). More than one \`Authorization\` header is a 400.

## Keep keys safe

A key is shown once, when it is created. Store it on a server; give it only the scopes that it needs, and an expiry. The last
6 of its 38 characters are a checksum, so that scanners can recognise a leaked key.
`;
}

function scopeRow(scope: Scope): string {
  const sentence = scopeSentences[scope];
  return `| \`${scope}\` | ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)} |`;
}
