import { scopeSentences } from '#src/domain/access/scopes.ts';
import { code, type DocsAddresses, type Page } from './page.ts';

export const authentication: Page = {
  name: 'authentication',
  title: 'Authentication',
  summary: 'Credentials, scopes, and what a request without them is told.',
  text,
};

function text({ baseUrl }: DocsAddresses): string {
  return `# Authentication

Every request carries a credential in one header:

${code('http', 'Authorization: Bearer service_…')}

Every credential begins with \`service_\`. Take the rest as opaque. A credential belongs to one user in one workspace, and
never allows more than the user's role does at that moment. A revoked or expired one fails on the very next request.

| Credential | Begins with | For |
|---|---|---|
| API key | \`service_\` | servers that work for one workspace |
| OAuth access token | \`service_at_\` | [apps](${baseUrl}/docs/oauth.md) that act for a user; limited to what was granted |
| Session | \`service_ses_\` | people; carries every scope that the role allows |

## Scopes

Each endpoint needs one scope: \`<resource>:read\` to look, \`<resource>:write\` to change. To write does not imply to read.

| Scope | Allows to |
|---|---|
${Object.entries(scopeSentences).map(scopeRow).join('\n')}

## When it does not work

| Status | Body | Because |
|---|---|---|
| 401 | \`{"message":"API key is required","code":"MISSING_API_KEY"}\` | no header, another scheme than Bearer, or no \`service_\` |
| 401 | \`{"message":"Invalid API key"}\` | unknown, revoked or malformed |
| 401 | \`{"message":"API key expired"}\` | past its expiry |
| 401 | \`{"message":"Invalid session"}\` | a session that is unknown or was ended |
| 401 | \`{"message":"Session expired"}\` | a session after 30 idle days |
| 401 | \`{"message":"Invalid access token"}\` | an OAuth access token that is unknown or revoked, or whose app or membership is gone |
| 401 | \`{"message":"Access token expired"}\` | an OAuth access token after its hour |
| 403 | \`{"message":"Missing scope: contacts:read","code":"INSUFFICIENT_SCOPE"}\` | the credential lacks the scope |

A 401 and such a 403 carry \`WWW-Authenticate\`, as RFC 6750 says. More than one \`Authorization\` is a 400.

## Keeping keys safe

A key is shown once, when it is made. Keep it on a server; give it only the scopes that it needs, and an expiry. The last
6 of its 38 characters are a checksum, so that scanners can tell a leaked key from other text.
`;
}

function scopeRow([scope, sentence]: [string, string]): string {
  return `| \`${scope}\` | ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)} |`;
}
