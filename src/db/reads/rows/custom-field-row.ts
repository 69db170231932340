import type { Prisma } from '#src/db/generated/prisma/client.ts';
import type { CustomField, CustomFieldConfiguration } from '#src/domain/custom-fields/custom-field.ts';

const option = {
  ...{ id: true, name: true, color: true, icon: true, displayIndex: true, isDefault: true, isArchived: true },
  ...{ category: true, tooltip: true },
} as const;

/** What a field's record takes from other tables. */
export const customFieldParts = {
  options: { select: option, orderBy: [{ displayIndex: 'asc' }, { id: 'asc' }] },
} as const satisfies Prisma.CustomFieldInclude;

export type CustomFieldRow = Prisma.CustomFieldGetPayload<{ include: typeof customFieldParts }>;

/** The record of a field that was browsed to: the same as the lists read it. */
export function customFieldOfRow(row: CustomFieldRow): CustomField {
  const { id, name, identifier, description, type, inputType, options, hidden, isSystemField, displayIndex } = row;
  return {
    ...{ id, name, identifier, description, type, inputType, options, hidden, isSystemField, displayIndex },
    configuration: row.configuration as CustomFieldConfiguration,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
