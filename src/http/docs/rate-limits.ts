import { rateLimitBody } from '#src/access/rate-limit/headers.ts';
import { code, type Page } from './page.ts';

export const rateLimits: Page = {
  name: 'rate-limits',
  title: 'Rate limits',
  summary: 'How many requests there are, what is told of them, and when to come back.',
  text,
};

const refusal = rateLimitBody({ allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 });

function text(): string {
  return `# Rate limits

Each workspace has 20 requests a second for each endpoint. The operator of a server can raise that for a workspace; what
holds for yours is in the headers of every answer that drew from a window. REST and GraphQL, and all credentials of the workspace, draw from the
same window: a field at \`/graphql\` and its endpoint at \`/v1\` are one.

| Header | Tells |
|---|---|
| \`RateLimit-Limit\` | how many requests a window allows |
| \`RateLimit-Remaining\` | how many are left in it |
| \`RateLimit-Reset\` | when it ends, ISO 8601 |
| \`Retry-After\` | on a 429 only: seconds to wait |

A request too many is a 429, and costs nothing:

${code('json', JSON.stringify(refusal, null, 2))}

Wait \`retryAfter\` seconds and send it again; add some chance to the wait where many clients work at once. The limit is
checked after the credential and before everything else, so requests with wrong input count as well.

An answer that drew from no window tells none: a 401, a 404 of an unknown path, a 405. Without a credential an address may
send 20 new GraphQL documents a second, introspection among them, and guesses at passwords and secrets are counted apart.
`;
}
