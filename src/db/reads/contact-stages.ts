import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import type { ContactStages } from '#src/domain/workspaces/stage-rules.ts';
import { preparedStatement, queryConfig } from '../statement.ts';

/** The stages of a workspace, and the id of the system field that has them as options. */
export interface StagesOfContact extends ContactStages {
  readonly fieldId: number;
}

/** SQL that is true for the field `f` if it is the system field of stages. */
const isStageField = `f."type" = '${contactStage.type}' AND f."identifier" = '${contactStage.identifier}' AND f."isSystemField"`;

/** SQL for the stages of the workspace $1 and that of a contact `c` as JSON; null if the workspace has no field of stages. */
const stagesOfContact = `(SELECT json_build_object('fieldId', f."id", 'rules', w."stageRules",
    'present', a."answer"[1], 'stages', coalesce((
      SELECT json_agg(json_build_object('id', o."id", 'name', o."name", 'isArchived', o."isArchived") ORDER BY o."displayIndex", o."id")
      FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = f."id"), '[]'))
  FROM "CustomField" f JOIN "Workspace" w ON w."id" = $1
  LEFT JOIN "CustomFieldAnswer" a ON a."workspaceId" = $1 AND a."customFieldId" = f."id" AND a."contactId" = c."id"
  WHERE f."workspaceId" = $1 AND ${isStageField})`;

/** Reads the ids of the stages of a workspace that are not archived. */
export async function readOpenStageIds(client: ClientBase, workspaceId: number): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT o."id" FROM "CustomField" f JOIN "CustomFieldOption" o ON o."workspaceId" = $1 AND o."customFieldId" = f."id"
     WHERE f."workspaceId" = $1 AND ${isStageField} AND NOT o."isArchived"`,
    [workspaceId],
  );
  return new Set(rows.map(({ id }) => id));
}

const statement = preparedStatement(
  'contacts.stages',
  `SELECT ${stagesOfContact} AS "stages", w."assignsHostAsOwner" FROM "Contact" c JOIN "Workspace" w ON w."id" = $1
   WHERE c."workspaceId" = $1 AND c."id" = $2`,
);

export interface RulesForContact {
  readonly stages: StagesOfContact | null;
  readonly assignsHostAsOwner: boolean;
}

/** Reads the rules of the workspace for a locked contact. */
export async function readRulesForContact(client: ClientBase, key: RecordKey): Promise<RulesForContact> {
  const { rows } = await client.query<RulesForContact>(queryConfig(statement, [...key]));
  return rows[0] as RulesForContact;
}
