import { code, type DocsAddresses, type Page } from './page.ts';

export const idempotency: Page = {
  name: 'idempotency',
  title: 'Idempotency',
  summary: 'How to send a request again without doing it twice.',
  text,
};

function text({ baseUrl }: DocsAddresses): string {
  return `# Idempotency

When an answer is lost, you cannot know whether the request was done. Send an \`Idempotency-Key\` with every POST that
creates something, and it is safe to send it again:

${code(
  'sh',
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 6f0f9c1e-3d53-4f0c-9d0c-0a4c2a3a5c57' \\
  -d '{"email": "ira.cole@example.com"}' ${baseUrl}/v1/contacts`,
)}

A key is any 1 to 255 visible ASCII characters; a UUID made for the one request is best.

| What comes | What it is told |
|---|---|
| the same key and body, within 24 hours | the first answer again, to the letter, with \`Idempotent-Replayed: true\` |
| the same key with another body | 409, \`IDEMPOTENCY_KEY_REUSED\` |
| the same key while the first request runs | 409, \`IDEMPOTENCY_KEY_IN_USE\`: try again shortly |
| a key that is empty, too long, or sent twice | 400 |

A body is the same when it says the same, in whatever order its fields come; fields that the endpoint does not know
count as well. Keys belong to a workspace and an endpoint:
the same key elsewhere is another key. A request that failed leaves its key free. The change and the answer to repeat are
written together, so that after a crash there are both or neither. Keys count at \`/v1\`; \`/graphql\` does not look at them.
`;
}
