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

A response without a window has no such headers: a 401, a 404 of an unknown path, a 405. Without a credential, an address
may send 20 new GraphQL documents a second, including introspection. Failed sign-ins and client authentications have limits
of their own.
`;
}
