import type { FieldTemplate } from './demo-field-templates.ts';
import type { RowWriter } from './row-writer.ts';

const colors = ['gray', 'blue', 'violet', 'green', 'red', 'orange'];

/** Custom fields with their options; tells the ids by identifier. */
export function addFields(
  writer: RowWriter,
  templates: readonly FieldTemplate[],
  createdAt: string,
): Map<string, number> {
  const fields = writer.withIds('CustomField', templates);
  writer.add(
    'CustomField',
    fields.map(({ options: _, ...field }, displayIndex) => {
      return { ...field, displayIndex, createdAt, updatedAt: createdAt };
    }),
  );
  writer.add('CustomFieldOption', fields.flatMap(optionRows));
  return new Map(fields.map(({ identifier, id }) => [identifier, id]));
}

/** Only the contact stage is preset: everybody begins as its first option. */
function optionRows({ id: customFieldId, options, isSystemField }: FieldTemplate & { id: number }) {
  return options.map((name, displayIndex) => {
    const color = colors[displayIndex % colors.length] ?? null;
    return {
      customFieldId,
      name,
      color,
      displayIndex,
      isDefault: isSystemField && displayIndex === 0,
      isArchived: false,
    };
  });
}
