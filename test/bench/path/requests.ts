import { randomInt } from 'node:crypto';
import type { BenchDatabase } from '../environment/database.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { connectOurs } from '../oauth/connect.ts';

export interface MeasuredRequest {
  readonly name: string;
  send(): Promise<void>;
}

const contactsQuery = '{ contacts(limit: 5) { contacts { email eventCalls { dateTime deals { value } } } } }';

/** The four requests whose path is counted, ready to be sent to the server on this port. */
export async function measuredRequests(database: BenchDatabase, port: number): Promise<MeasuredRequest[]> {
  const chains = await connectOurs(database, port, 1);
  // Each call makes a new key and deletes the one before, so this is the last.
  const { workspaceId, key, contact } = await benchWorkspace(database, 2_000);
  const customFieldId = await textField(database, workspaceId);
  let [refreshToken = ''] = chains.tokens;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await response.text();
    const body = JSON.parse(text);
    if (!response.ok || 'errors' in body) throw new Error(`${path} returned ${response.status}: ${text}`);
    return body;
  };
  const authorization = `Bearer ${key}`;
  const json = (body: object): RequestInit => ({
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bulk = json({ customFieldId, contactIds: [contact.id], answer: ['an answer'] });
  return [
    { name: 'GET /v1/eventCalls', send: () => send('/v1/eventCalls', { headers: { authorization } }) },
    { name: 'POST /v1/fields/answer/bulk', send: () => send('/v1/fields/answer/bulk', bulk) },
    { name: 'GraphQL contacts → eventCalls → deals', send: () => send('/graphql', json({ query: contactsQuery })) },
    {
      name: 'token refresh',
      async send() {
        const grant = { grant_type: 'refresh_token', client_id: chains.clientId, refresh_token: refreshToken };
        // A new address each time, because the endpoint limits the requests of one.
        const headers = { 'x-forwarded-for': `10.0.0.${randomInt(256)}` };
        const pair = await send(chains.path, { method: 'POST', headers, body: new URLSearchParams(grant) });
        refreshToken = pair.refresh_token;
      },
    },
  ];
}

/** The same custom field in each run. */
async function textField({ client }: BenchDatabase, workspaceId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "CustomField" ("workspaceId", "name", "identifier", "type", "inputType")
     VALUES ($1, 'Path bench', 'path-bench', 'CONTACT', 'TEXT')
     ON CONFLICT ("workspaceId", "type", "identifier") DO UPDATE SET "name" = excluded."name" RETURNING "id"`,
    [workspaceId],
  );
  const [field] = rows;
  if (!field) throw new Error('PostgreSQL returned no custom field.');
  return field.id;
}
