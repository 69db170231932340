import type { Database } from '#src/db/database.ts';
import { fixedStatement } from '#src/db/statement.ts';
import type { CustomField } from '#src/domain/custom-fields/custom-field.ts';
import { contactStage } from '#src/domain/workspaces/workspace.ts';
import { type CustomFieldRow, customFieldColumns, customFieldOf } from './columns.ts';

const statement = fixedStatement(
  'customFields.contactStage',
  `SELECT ${customFieldColumns} FROM "CustomField" r WHERE r."workspaceId" = $1
  AND r."type" = '${contactStage.type}' AND r."identifier" = '${contactStage.identifier}' AND r."isSystemField"`,
);

export async function readContactStage(db: Database, workspaceId: number): Promise<CustomField | undefined> {
  const [row] = await db.pipelined.run<CustomFieldRow>(statement, [workspaceId]);
  return row && customFieldOf(row);
}
