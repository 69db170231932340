import { requestRetentionDays } from '#src/domain/api-requests/api-request.ts';
import { type Advice, documentAdvice, documentLimitRemedy, errorAdvice } from '#src/domain/error-advice.ts';
import { type ErrorCode, errorTable } from '#src/domain/errors.ts';
import { type DocumentLimit, documentLimits } from '#src/graphql/limits/document-limits.ts';
import type { DocsAddresses } from './page.ts';

export function troubleshooting({ baseUrl }: DocsAddresses): string {
  return `What each error means, and what helps. [Errors](${baseUrl}/docs/errors.md) has the bodies. Where the operator's help is needed,
name the \`X-Request-Id\` of the response. Owners and admins find the call by it in
[Settings → Developer → Requests](${baseUrl}/docs/web-application.md#requests).

## The log of requests

The server keeps the calls with API keys and with access tokens of apps for ${requestRetentionDays} days: when they came, method, route, status,
duration, request id, address and \`User-Agent\`; the code and the text of the error; of a refused input the paths and codes of
its fields; of a GraphQL document the name of its operation and its root fields. It keeps no bodies, no queries, and none of the
values in them. A call appears about a second after its response.

Owners and admins read it in the web application, and their sessions by GraphQL:

\`\`\`graphql
{
  requests(status: ["403"], limit: 5) {
    requests { time method route requestId errorCode errorMessage apiKeyName clientName }
  }
}
\`\`\`

- **Many calls:** of each key or connection, 10 calls a second with the same status and error code are kept by each server; of
  more, a random 10. \`represents\` says for how many calls an entry stands. An error is not lost among calls that succeed.
- **A 401** is there if the key was revoked or has expired, or the access token has expired. It is not there if the credential
  is unknown, if its member has left, or if the connection of the app has ended: then nobody knows whose it was.
- **Not there:** calls of the web application and other sessions, calls without a credential, unknown paths and methods
  (404 and 405, which are decided before the credential is read), and the endpoints of OAuth.
- **Outages:** while the database is away, entries wait; if it takes too long, the oldest are lost.

${Object.entries(errorTable).map(errorSection).join('\n')}
## Of GraphQL alone

| \`extensions.code\` | Cause | What to do |
|---|---|---|
${[...Object.entries(documentAdvice), ...Object.entries(documentLimits).map(limitAdvice)].map(row).join('\n')}
`;
}

function errorSection([code, { status, message }]: [string, { status: number; message: string }]): string {
  const { cause, remedy } = errorAdvice[code as ErrorCode];
  return `## ${code}

Status ${status}, “${message}”.

**Cause.** ${cause}

**What to do.** ${remedy}
`;
}

function limitAdvice([code, { limit, counts }]: [string, (typeof documentLimits)[DocumentLimit]]): [string, Advice] {
  return [code, { cause: `More than ${limit.toLocaleString('en')} ${counts}.`, remedy: documentLimitRemedy }];
}

function row([code, { cause, remedy }]: [string, Advice]): string {
  return `| \`${code}\` | ${cause} | ${remedy} |`;
}
