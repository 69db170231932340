import type { BenchDatabase } from '../environment/database.ts';
import { benchWorkspace } from '../environment/workspaces.ts';
import { wireRequest } from '../load/request.ts';

const contacts = 10_000;
const fieldName = 'Bulk bench';
const path = '/v1/fields/answer/bulk';

/** A workspace with 10,000 contacts, and the two ways to write an answer for all of them. */
export async function bulkWorkspace(database: BenchDatabase) {
  const { client } = database;
  const { workspaceId, key } = await benchWorkspace(database, 100_000);
  const contactIds = await idsOf(client, workspaceId);
  const clear = async () => {
    await client.query('DELETE FROM "CustomField" WHERE "workspaceId" = $1 AND "name" = $2', [workspaceId, fieldName]);
  };
  await clear();
  let fields = 0;
  const bodyOf = (customFieldId: number, answer: string) =>
    JSON.stringify({ customFieldId, contactIds, answer: [answer] });
  return {
    clear,
    /** The bytes of the request that answers for all contacts. */
    request: (customFieldId: number, answer: string) => wireRequest({ path, key, body: bodyOf(customFieldId, answer) }),
    /** Creates a field without answers and returns its id. */
    async field(): Promise<number> {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO "CustomField" ("workspaceId", "name", "identifier", "type", "inputType")
         VALUES ($1, $2, $3, 'CONTACT', 'TEXT') RETURNING "id"`,
        [workspaceId, fieldName, `bulk-bench-${fields++}`],
      );
      return rows[0]?.id ?? 0;
    },
    async send(port: number, customFieldId: number, answer: string): Promise<void> {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = bodyOf(customFieldId, answer);
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
    },
    async insert(customFieldId: number, answer: string): Promise<void> {
      await client.query(
        `INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "contactId", "answer")
         SELECT $1, $2, contact, $4 FROM unnest($3::int[]) AS contact
         ON CONFLICT ("workspaceId", "contactId", "customFieldId")
           DO UPDATE SET "answer" = excluded."answer", "updatedAt" = now()`,
        [workspaceId, customFieldId, contactIds, [answer]],
      );
    },
  };
}

async function idsOf(client: BenchDatabase['client'], workspaceId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 ORDER BY "id" LIMIT $2',
    [workspaceId, contacts],
  );
  if (rows.length < contacts) throw new Error(`The workspace has ${rows.length} contacts, not ${contacts}.`);
  return rows.map(({ id }) => id);
}
