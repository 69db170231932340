import type { CustomFieldInputType, CustomFieldType } from '#src/db/generated/prisma/enums.ts';
import { contactStage } from '#src/domain/workspaces/workspace.ts';

export interface FieldTemplate {
  name: string;
  identifier: string;
  description: string | null;
  type: CustomFieldType;
  inputType: CustomFieldInputType;
  configuration: Record<string, string | number | boolean>;
  hidden: boolean;
  isSystemField: boolean;
  options: readonly string[];
}

type Given = Pick<FieldTemplate, 'name' | 'identifier' | 'inputType'> & Partial<FieldTemplate>;

function fieldsOf(type: CustomFieldType, fields: Given[]): FieldTemplate[] {
  const usual = { description: null, type, configuration: {}, hidden: false, isSystemField: false, options: [] };
  return fields.map((field) => ({ ...usual, ...field }));
}

/** What every workspace has from birth. */
export const systemFields: readonly FieldTemplate[] = fieldsOf('CONTACT', [{ ...contactStage, isSystemField: true }]);

const contactFields = fieldsOf('CONTACT', [
  {
    name: 'Industry',
    identifier: 'industry',
    inputType: 'SINGLE_SELECT',
    options: ['Software', 'Coaching', 'E-commerce', 'Health', 'Real estate', 'Agency'],
  },
  {
    name: 'Company size',
    identifier: 'company-size',
    description: 'Number of people, the founder included.',
    inputType: 'NUMBER',
    configuration: { min: 1, max: 100_000, step: 1, placeholder: '25' },
  },
  {
    name: 'Monthly revenue',
    identifier: 'monthly-revenue',
    inputType: 'RADIO_BUTTON',
    options: ['Below $10k', '$10k–$50k', '$50k–$250k', 'Above $250k'],
  },
  {
    name: 'Interests',
    identifier: 'interests',
    inputType: 'MULTIPLE_SELECT',
    options: ['Lead generation', 'Sales training', 'Hiring', 'Automation', 'Retention'],
  },
  { name: 'Agreements', identifier: 'agreements', inputType: 'CHECK_BOX', options: ['Newsletter', 'Call recording'] },
  { name: 'Website', identifier: 'website', inputType: 'URL', configuration: { placeholder: 'https://' } },
  { name: 'Second e-mail', identifier: 'second-email', inputType: 'EMAIL' },
  { name: 'Assistant’s phone', identifier: 'assistant-phone', inputType: 'PHONE' },
  {
    name: 'Customer since',
    identifier: 'customer-since',
    inputType: 'DATE',
    configuration: { dateType: 'date', dateTimeFormat: 'YYYY-MM-DD', includedTime: false },
  },
  {
    name: 'Goals',
    identifier: 'goals',
    inputType: 'TEXT_AREA',
    configuration: { placeholder: 'In a year from now …' },
  },
  { name: 'Account manager', identifier: 'account-manager', inputType: 'USER' },
  { name: 'Import reference', identifier: 'import-reference', inputType: 'TEXT', hidden: true },
]);

const callFields = fieldsOf('CALL', [
  { name: 'Call quality', identifier: 'call-quality', inputType: 'RATING', configuration: { maxRating: 5 } },
  { name: 'Next step', identifier: 'next-step', inputType: 'TEXT' },
  { name: 'Recording', identifier: 'recording', inputType: 'URL' },
  { name: 'Also present', identifier: 'also-present', inputType: 'USERS_MULTIPLE' },
  {
    name: 'Decision maker',
    identifier: 'decision-maker',
    inputType: 'SINGLE_SELECT',
    options: ['Present', 'Absent', 'Unknown'],
  },
]);

const otherFields = [
  ...fieldsOf('EVENT', [{ name: 'Campaign', identifier: 'campaign', inputType: 'TEXT' }]),
  ...fieldsOf('DEAL', [
    {
      name: 'Payment plan',
      identifier: 'payment-plan',
      inputType: 'SINGLE_SELECT',
      options: ['Full', 'Three', 'Twelve'],
    },
    { name: 'Expected close', identifier: 'expected-close', inputType: 'DATE' },
  ]),
  ...fieldsOf('USER', [
    {
      name: 'Languages',
      identifier: 'languages',
      inputType: 'MULTIPLE_SELECT',
      options: ['English', 'German', 'Hindi'],
    },
  ]),
];

export const fieldTemplates: readonly FieldTemplate[] = [
  ...systemFields,
  ...contactFields,
  ...callFields,
  ...otherFields,
];
