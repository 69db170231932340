import { rateLimitBody } from '#src/access/rate-limit/limiter.ts';
import { code } from './page.ts';

const refusal = rateLimitBody({ allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 });

export function rateLimits(): string {
  return `Each workspace may send 20 requests a second to each endpoint. The operator of a server can raise the limit of a workspace;
the headers of every rate-limited response have yours. REST and GraphQL, and all credentials of the workspace, consume the
same window: a field at \`/graphql\` and its endpoint at \`/v1\` are one.

| Header | Value |
|---|---|
| \`RateLimit-Limit\` | the number of requests that a window allows |
| \`RateLimit-Remaining\` | the number that remains in the window |
| \`RateLimit-Reset\` | the end of the window, ISO 8601 |
| \`Retry-After\` | on a 429 or 503 only: seconds to wait |

A request over the limit is a 429, and consumes nothing:

${code('json', JSON.stringify(refusal, null, 2))}

Wait \`retryAfter\` seconds and retry; add random jitter where many clients run in parallel. The limit is checked after the
credential and before everything else, so requests with invalid input count too.

## The cost of GraphQL documents

A GraphQL document also costs what it makes the server do, and a workspace may spend 10,000 a second on its documents; the
operator can raise it. An object costs 1. A list costs its items as often as its \`limit\` says, whether or not there are so
many. A nested list of records costs 5 more, and the items of the pages before its own. Fields without a selection are free.
REST costs nothing of it.

| Header | In \`extensions.cost\` | Value |
|---|---|---|
| \`X-GraphQL-Cost\` | \`requested\`, \`maximum\` | the cost of this document, and the maximum of any document |
| \`X-GraphQL-Cost-Limit\` | \`limit\` | what the workspace may spend a second |
| \`X-GraphQL-Cost-Remaining\` | \`remaining\` | what it may still spend this second |
| \`X-GraphQL-Cost-Reset\` | \`resetAt\` | the end of the second, ISO 8601 |

A document that costs more than what remains is a 429 with the code \`RATE_LIMIT_EXCEEDED\` and \`limit.points\` as above. It is not
executed and costs nothing: a cheaper one may still pass. Ask for smaller pages, or wait.

A response without a window has no such headers: a 401, a 404 of an unknown path, a 405.

## Without a credential of a workspace

| What | Limit |
|---|---|
| \`/v1/oauth/token\`, \`/v1/oauth/revoke\` | 20 requests a second of one app from one address, each; and 100 a second from one address of all apps that have not presented a valid secret or token from there, refused requests included. Their 429 also has \`error\` and \`error_description\` |
| GraphQL documents | 20 new documents a second from one address, including introspection |
| Wrong passwords and client secrets | 10 in 15 minutes and 50 a day on one account from one address; 100 in 15 minutes on one account, and 1,000 from one address |

An address of IPv6 is its /64. Wrong passwords and secrets also count for its /56 and its /48, with twice and four times these
limits. Somebody who has signed in from an address before is not locked out there by the attempts of others.
`;
}
