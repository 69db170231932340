import type { AskingEvent, CustomField } from '#src/domain/custom-fields/custom-field.ts';

/** Of a field `r`; $1 is the workspace. */
export const customFieldColumns = `r."id", r."name", r."identifier", r."description", r."type", r."inputType", r."configuration",
  (SELECT json_agg(o) FROM (
    SELECT "id", "name", "color", "icon", "displayIndex", "isDefault", "isArchived", "category", "tooltip"
    FROM "CustomFieldOption" WHERE "workspaceId" = $1 AND "customFieldId" = r."id" ORDER BY "displayIndex", "id") o) AS "options",
  r."hidden", r."isSystemField", r."displayIndex", r."createdAt", r."updatedAt"`;

export const askingEvents = `(SELECT json_agg(e) FROM (
    SELECT e."id", e."name", e."linkPrefix" FROM "EventSecondaryQuestion" s
    JOIN "Event" e ON e."workspaceId" = $1 AND e."id" = s."eventId"
    WHERE s."workspaceId" = $1 AND s."customFieldId" = r."id" ORDER BY e."name", e."id") e)`;

export interface CustomFieldRow extends Omit<CustomField, 'options' | 'events'> {
  options: CustomField['options'] | null;
}

export function customFieldOf(row: CustomFieldRow): CustomField {
  return { ...row, options: row.options ?? [] };
}

export function askingEventsOf(events: AskingEvent[] | null): Required<Pick<CustomField, 'events'>> {
  return { events: events ?? [] };
}
