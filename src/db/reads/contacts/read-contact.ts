import type { Database } from '#src/db/database.ts';
import { fixedStatement } from '#src/db/statement.ts';
import type { ContactDetail } from '#src/domain/contacts/contact.ts';
import { contactColumns } from './read-contacts.ts';

const detail = (condition: string) => `SELECT ${contactColumns},
    (SELECT json_agg(json_build_object('customFieldId', a."customFieldId", 'identifier', f."identifier", 'name', f."name",
        'inputType', f."inputType", 'answer', a."answer") ORDER BY f."displayIndex", f."id")
      FROM "CustomFieldAnswer" a JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = a."customFieldId"
      WHERE a."workspaceId" = $1 AND a."contactId" = r."id") AS "customFieldAnswers"
  FROM "Contact" r WHERE r."workspaceId" = $1 AND ${condition}`;

const byId = fixedStatement('contacts.detailById', detail('r."id" = $2'));
const byEmail = fixedStatement('contacts.detailByEmail', detail('lower(r."email") = lower($2)'));

type DetailRow = Omit<ContactDetail, 'customFieldAnswers'> & {
  customFieldAnswers: ContactDetail['customFieldAnswers'] | null;
};

export async function readContact(
  db: Database,
  workspaceId: number,
  which: { contactId?: number; email?: string },
): Promise<ContactDetail | undefined> {
  const [row] =
    which.contactId === undefined
      ? await db.pipelined.run<DetailRow>(byEmail, [workspaceId, which.email])
      : await db.pipelined.run<DetailRow>(byId, [workspaceId, which.contactId]);
  return row && { ...row, customFieldAnswers: row.customFieldAnswers ?? [] };
}
