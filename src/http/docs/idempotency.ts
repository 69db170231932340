import { code, type DocsAddresses } from './page.ts';

export function idempotency({ baseUrl }: DocsAddresses): string {
  return `When a response is lost, you cannot know whether the request succeeded. Send an \`Idempotency-Key\` with every POST that
creates a record; then you can safely repeat the request:

${code(
  'sh',
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 6f0f9c1e-3d53-4f0c-9d0c-0a4c2a3a5c57' \\
  -d '{"email": "ira.cole@example.com"}' ${baseUrl}/v1/contacts`,
)}

A key is 1 to 255 visible ASCII characters; a new UUID for each request is best.

| Request | Response |
|---|---|
| the same key and body, within 24 hours | the first response again, byte for byte, with \`Idempotent-Replayed: true\` |
| the same key with another body | 409, \`IDEMPOTENCY_KEY_REUSED\` |
| the same key while the first request runs | 409, \`IDEMPOTENCY_KEY_IN_USE\`: retry shortly |
| a key that is empty, too long, or sent twice | 400 |

Two bodies are the same if they have the same fields and values, in any order; unknown fields are compared too. A key
belongs to a workspace and an endpoint: the same key elsewhere is another key. A failed request frees its key. The change
and its response are written together, so that after a crash both exist or neither. Keys apply to \`/v1\`; \`/graphql\`
ignores them.
`;
}
