import { programs } from './example.ts';
import { environment } from './literals.ts';
import type { DocsAddresses } from './page.ts';

const shell = (
  url: string,
) => `# --retry repeats a 429 and a 503 after the time in Retry-After. A write needs an Idempotency-Key for it.
curl --retry 5 '${url}' -H "Authorization: Bearer $KEY"`;

const typescript = (url: string) => `import { setTimeout as wait } from 'node:timers/promises';

async function fetchWithRetry(url: string, init: RequestInit, tries = 5): Promise<Response> {
  const response = await fetch(url, init);
  // After a 503 nobody knows whether a write was done: only its key makes it safe to repeat.
  const isSafe = (init.method ?? 'GET') === 'GET' || new Headers(init.headers).has('Idempotency-Key');
  const isTemporary = response.status === 429 || (response.status === 503 && isSafe);
  if (!isTemporary || tries <= 1) return response;
  const seconds = Number(response.headers.get('Retry-After') ?? 1);
  // Up to a second more, so that clients that were refused together do not return together.
  await wait((seconds + Math.random()) * 1000);
  return fetchWithRetry(url, init, tries - 1);
}

const response = await fetchWithRetry('${url}', {
  headers: { Authorization: \`Bearer \${${environment}.KEY}\` },
});
console.log(response.status, await response.json());`;

const python = (url: string) => `import json, os, random, time, urllib.error, urllib.request

def open_with_retry(request, tries=5):
    # After a 503 nobody knows whether a write was done: only its key makes it safe to repeat.
    is_safe = request.get_method() == "GET" or request.has_header("Idempotency-key")
    while True:
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            tries -= 1
            is_temporary = error.code == 429 or (error.code == 503 and is_safe)
            if not is_temporary or tries == 0:
                raise
            # Up to a second more, so that clients that were refused together do not return together.
            time.sleep(float(error.headers.get("Retry-After", 1)) + random.random())

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['KEY']}"},
)
with open_with_retry(request) as response:
    print(response.status, json.load(response))`;

export function retries({ baseUrl }: DocsAddresses): string {
  const url = `${baseUrl}/v1/eventCalls`;
  return `A 429 (too many requests) and a 503 (the service is away for a moment) say in \`Retry-After\` how many seconds to wait. A request
that got a 429 has changed nothing. 503 after a write: its fate is unknown, because the database may have gone away after it
stored the change; repeat it only with an [\`Idempotency-Key\`](${baseUrl}/docs/idempotency.md).

${programs({ sh: shell(url), ts: typescript(url), python: python(url) })}

## What to repeat

| Response | Repeat? |
|---|---|
| 429 | yes, after \`Retry-After\` |
| 503 | a GET always, after \`Retry-After\`; a write only with its \`Idempotency-Key\` |
| no response, or 500 | a GET always; a write only with its \`Idempotency-Key\`; at most a few times, with growing pauses |
| 409 \`IDEMPOTENCY_KEY_IN_USE\` | yes, after a second: the first request still runs |
| other 4xx | no: the same request gets the same answer. See [what to do about each error](${baseUrl}/docs/troubleshooting.md) |

A refresh of an OAuth token whose response was lost may be repeated within 30 seconds: it returns the same pair of tokens.

## Stay below the limit

\`RateLimit-Remaining\` says how many requests are left in the window, and \`RateLimit-Reset\` when it ends: a program that works
through a long list waits there instead of running into a 429. One GraphQL document instead of twenty requests for related
records helps more. See [rate limits](${baseUrl}/docs/rate-limits.md).
`;
}
