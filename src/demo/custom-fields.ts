import { contactStage } from '#src/domain/workspaces/workspace.ts';
import type { FieldTemplate } from './plan.ts';
import type { Made, RowWriter } from './row-writer.ts';

type TypedField = Pick<FieldTemplate, 'name' | 'identifier' | 'inputType'> & Partial<FieldTemplate>;

function fieldsOf(type: FieldTemplate['type'], fields: TypedField[]): FieldTemplate[] {
  const common = { description: null, type, configuration: {}, hidden: false, isSystemField: false, options: [] };
  return fields.map((field) => ({ ...common, ...field }));
}

export const fieldOptions = {
  industry: ['Software', 'Coaching', 'E-commerce', 'Health', 'Real estate', 'Agency'],
  revenue: ['Below $10k', '$10k–$50k', '$50k–$250k', 'Above $250k'],
  interests: ['Lead generation', 'Sales training', 'Hiring', 'Automation', 'Retention'],
  agreements: ['Newsletter', 'Call recording'],
  decisionMaker: ['Present', 'Absent', 'Unknown'],
  plan: ['Full', 'Three', 'Twelve'],
  languages: ['English', 'German', 'Hindi'],
};
const companySize = { min: 1, max: 100_000, step: 1, placeholder: '25' };
const dateOnly = { dateType: 'date', dateTimeFormat: 'YYYY-MM-DD', includedTime: false };
const goalsHint = { placeholder: 'In a year from now …' };

/** Every workspace has these from the start. */
export const systemFields: readonly FieldTemplate[] = fieldsOf('CONTACT', [{ ...contactStage, isSystemField: true }]);

/** One field of every input type at least, and of every object that can have fields. */
export const detailedFields: readonly FieldTemplate[] = [
  ...systemFields,
  ...fieldsOf('CONTACT', [
    { name: 'Industry', identifier: 'industry', inputType: 'SINGLE_SELECT', options: fieldOptions.industry },
    {
      ...{ name: 'Company size', identifier: 'company-size', inputType: 'NUMBER', configuration: companySize },
      description: 'Number of people, the founder included.',
    },
    {
      name: 'Monthly revenue',
      identifier: 'monthly-revenue',
      inputType: 'RADIO_BUTTON',
      options: fieldOptions.revenue,
    },
    { name: 'Interests', identifier: 'interests', inputType: 'MULTIPLE_SELECT', options: fieldOptions.interests },
    { name: 'Agreements', identifier: 'agreements', inputType: 'CHECK_BOX', options: fieldOptions.agreements },
    { name: 'Website', identifier: 'website', inputType: 'URL', configuration: { placeholder: 'https://' } },
    { name: 'Second e-mail', identifier: 'second-email', inputType: 'EMAIL' },
    { name: 'Assistant’s phone', identifier: 'assistant-phone', inputType: 'PHONE' },
    { name: 'Customer since', identifier: 'customer-since', inputType: 'DATE', configuration: dateOnly },
    { name: 'Goals', identifier: 'goals', inputType: 'TEXT_AREA', configuration: goalsHint },
    { name: 'Account manager', identifier: 'account-manager', inputType: 'USER' },
    { name: 'Import reference', identifier: 'import-reference', inputType: 'TEXT', hidden: true },
  ]),
  ...fieldsOf('CALL', [
    { name: 'Call quality', identifier: 'call-quality', inputType: 'RATING', configuration: { maxRating: 5 } },
    { name: 'Next step', identifier: 'next-step', inputType: 'TEXT' },
    { name: 'Recording', identifier: 'recording', inputType: 'URL' },
    { name: 'Also present', identifier: 'also-present', inputType: 'USERS_MULTIPLE' },
    {
      name: 'Decision maker',
      identifier: 'decision-maker',
      inputType: 'SINGLE_SELECT',
      options: fieldOptions.decisionMaker,
    },
  ]),
  ...fieldsOf('EVENT', [{ name: 'Campaign', identifier: 'campaign', inputType: 'TEXT' }]),
  ...fieldsOf('DEAL', [
    { name: 'Payment plan', identifier: 'payment-plan', inputType: 'SINGLE_SELECT', options: fieldOptions.plan },
    { name: 'Expected close', identifier: 'expected-close', inputType: 'DATE' },
  ]),
  ...fieldsOf('USER', [
    { name: 'Languages', identifier: 'languages', inputType: 'MULTIPLE_SELECT', options: fieldOptions.languages },
  ]),
];

const colors = ['gray', 'blue', 'violet', 'green', 'red', 'orange'];

/** Adds custom fields with their options and returns the ids by identifier. */
export function addFields(writer: RowWriter, templates: readonly FieldTemplate[], createdAt: string) {
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

/** Only the contact stage has a default: everybody begins at its first option. */
function optionRows({ id: customFieldId, options: names, isSystemField }: Made<FieldTemplate>) {
  return names.map((name, displayIndex) => {
    const isDefault = isSystemField && displayIndex === 0;
    const color = colors[displayIndex % colors.length] ?? null;
    return { customFieldId, name, color, displayIndex, isDefault, isArchived: false };
  });
}
