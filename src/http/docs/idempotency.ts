import { example } from './example.ts';
import type { DocsAddresses } from './page.ts';

export function idempotency({ baseUrl }: DocsAddresses): string {
  return `When a response is lost, you cannot know whether the request succeeded. Send an \`Idempotency-Key\` with every POST that
creates a record; then you can safely repeat the request:

${example({
  url: `${baseUrl}/v1/contacts`,
  headers: { 'Idempotency-Key': '6f0f9c1e-3d53-4f0c-9d0c-0a4c2a3a5c57' },
  json: { email: 'ira.cole@example.com' },
})}

A key is 1 to 255 visible ASCII characters; a new UUID for each request is best.

| Request | Response |
|---|---|
| the same key and body, within 24 hours | the first response again, byte for byte, with \`Idempotent-Replayed: true\` |
| the same key with another body, or by another caller | 409, \`IDEMPOTENCY_KEY_REUSED\` |
| the same key while the first request runs | 409, \`IDEMPOTENCY_KEY_IN_USE\`: retry shortly |
| a key that is empty, too long, or sent twice | 400 |

Two bodies are the same if they have the same fields and values, in any order; unknown fields are compared too. A key
belongs to a workspace and an endpoint: the same key elsewhere is another key. The caller is the same if its user, role,
scopes and, for an app, its connection are: a rotated API key replays what it sent before, and nobody gets a response that others were allowed to see. A failed request frees its key. The change
and its response are written together, so that after a crash both exist or neither.

## At /graphql

A key counts for a POST whose document has exactly one mutation field; fields that \`@skip\` and \`@include\` leave out do not
count. The same document (white space apart) and the same variables give the first response again, with the relations below
the mutation as they were then; relations that failed are read again. Another document or other variables are a 409. Several mutation fields with a key are a
400, and nothing is done; queries ignore the header. A key at \`/graphql\` is another key than the same text at \`/v1\`.

Mutations whose answer has a secret (\`createApiKey\`, \`rotateApiKey\`, \`createOAuthClient\`, \`rotateOAuthClientSecret\`), and
those of sessions (\`signIn\`, \`signOut\`, \`switchWorkspace\`), refuse a key with a 400, because their responses are never stored.
\`createWebhook\` and \`rotateWebhookSecret\` take a key: what is stored has their secret encrypted.

Invitees without a credential can send a key with \`createPublicBooking\`, \`reschedulePublicBooking\` and
\`cancelPublicBooking\`, so that a form that is sent twice books once. Their keys have at least 16 characters, because
whoever sends the same key and form gets the same answer; they belong to the workspace of the event.
`;
}
