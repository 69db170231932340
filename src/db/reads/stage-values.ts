import type { Database } from '#src/db/database.ts';
import { dynamicStatement } from '#src/db/statement.ts';
import type { StageValue } from '#src/domain/contacts/contact-lists.ts';
import type { OwnRows } from '#src/domain/principal/policy.ts';
import { type ContactFilters, contactConditions } from './contacts.ts';
import { ownedBy, Values } from './list.ts';
import { amountSql } from './record-reader.ts';

interface StageValuesQuery {
  readonly workspaceId: number;
  /** The field that is the stage of a contact. */
  readonly fieldId: number;
  readonly filters: ContactFilters;
  /** The deals that the caller sees, if not all. */
  readonly visible: OwnRows | undefined;
}

interface Row extends StageValue {
  readonly found: boolean;
  /** The name of the stage; null for contacts without one. */
  readonly stage: string | null;
}

/** What the deals of the matching contacts are worth, by the stage of the contact, which is null without one: the largest first. */
export async function readStageValues(
  db: Database,
  { workspaceId, fieldId, filters, visible }: StageValuesQuery,
): Promise<ReadonlyMap<string | null, StageValue[]>> {
  const values = new Values();
  values.add(workspaceId, 'int');
  const field = values.add(fieldId, 'int');
  const conditions = ['d."workspaceId" = $1', ...ownedBy('d', values, visible), ...contactConditions(values, filters)];
  const text = `SELECT h."nonce", s."currency" IS NOT NULL AS "found", s."stage", s."currency", s."dealCount",
      ${amountSql('s."value"')} AS "value"
    FROM (SELECT ${values.nonce()}) h LEFT JOIN (
      SELECT a."answer"[1] AS "stage", d."currency", count(*)::int AS "dealCount", sum(d."value") AS "value"
      FROM "Deal" d JOIN "Contact" r ON r."workspaceId" = $1 AND r."id" = d."contactId"
      LEFT JOIN "CustomFieldAnswer" a ON a."workspaceId" = $1 AND a."contactId" = r."id" AND a."customFieldId" = ${field}
      WHERE ${conditions.join(' AND ')}
      GROUP BY a."answer"[1], d."currency"
    ) s ON true ORDER BY s."value" DESC, s."currency"`;
  const isCommon = filters.searchWords === undefined;
  const rows = await db.run<Row>(
    dynamicStatement('contacts.stageValues', text, { isCommon, cost: 'grows' }),
    values.list,
  );
  const byStage = new Map<string | null, StageValue[]>();
  for (const { found, stage, currency, dealCount, value } of rows) {
    if (found) byStage.set(stage, [...(byStage.get(stage) ?? []), { currency, dealCount, value }]);
  }
  return byStage;
}
