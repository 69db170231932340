import type { AskingEvent, CustomField, CustomFieldOption } from '#src/domain/custom-fields/custom-field.ts';

/** Of a field `r`; $1 is the workspace. Options come as arrays: with their keys they would cost twice as much to read. */
export const customFieldColumns = `r."id", r."name", r."identifier", r."description", r."type", r."inputType", r."configuration",
  (SELECT json_agg(json_build_array(o."id", o."name", o."color", o."icon", o."displayIndex", o."isDefault", o."isArchived",
      o."category", o."tooltip") ORDER BY o."displayIndex", o."id")
    FROM "CustomFieldOption" o WHERE o."workspaceId" = $1 AND o."customFieldId" = r."id") AS "options",
  r."hidden", r."isSystemField", r."displayIndex", r."createdAt", r."updatedAt"`;

export const askingEvents = `(SELECT json_agg(e) FROM (
    SELECT e."id", e."name", e."linkPrefix" FROM "EventSecondaryQuestion" s
    JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = s."eventId"
    WHERE s."workspaceId" = $1 AND s."customFieldId" = r."id" ORDER BY e."name", e."id") e)`;

type Column<Key extends keyof CustomFieldOption> = CustomFieldOption[Key];
type OptionColumns = [
  ...[Column<'id'>, Column<'name'>, Column<'color'>, Column<'icon'>, Column<'displayIndex'>, Column<'isDefault'>],
  ...[Column<'isArchived'>, Column<'category'>, Column<'tooltip'>],
];

export interface CustomFieldRow extends Omit<CustomField, 'options' | 'events'> {
  options: OptionColumns[] | null;
}

export function customFieldOf(row: CustomFieldRow): CustomField {
  return { ...row, options: (row.options ?? []).map(option) };
}

function option(columns: OptionColumns): CustomFieldOption {
  const [id, name, color, icon, displayIndex, isDefault, isArchived, category, tooltip] = columns;
  return { id, name, color, icon, displayIndex, isDefault, isArchived, category, tooltip };
}

export function askingEventsOf(events: AskingEvent[] | null): Required<Pick<CustomField, 'events'>> {
  return { events: events ?? [] };
}
