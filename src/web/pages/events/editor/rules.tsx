import { MultiSelect, Select, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnswerOperator, DisqualificationRuleKind, InviteeQuestionType } from '../../../gql/event.ts';
import { phoneCountries } from '../../../gql/limits.ts';
import { optionsOf } from '../../../kit/options.ts';
import { countryOptionsOf } from '../../../parts/countries.ts';
import { type FormField, questionTypeOptions } from './form-fields.ts';
import { AddRow, RowList, type Rows } from './row-list.tsx';
import type { Rule } from './rule.ts';

const countryOptions = countryOptionsOf(phoneCountries);

const kindOptions = optionsOf<DisqualificationRuleKind>({
  ANSWER: 'An answer says',
  PHONE_COUNTRY: 'The phone number is of',
  EMAIL_DOMAIN: 'The email address is at',
  FREE_EMAIL: 'The email address is of a free provider',
});

const operatorOptions = optionsOf<AnswerOperator>({ EQUALS: 'is one of', CONTAINS: 'contains one of' });

const newRule: Rule = { kind: 'ANSWER', questionType: null, customFieldId: null, operator: 'EQUALS', values: [] };
const maxRules = 50;

interface RulesInputProps {
  readonly form: Rows & { readonly setFieldValue: (path: string, rule: Rule) => void };
  readonly rules: readonly Rule[];
  readonly fields: readonly FormField[];
  readonly errorOf: (path: string) => ReactNode;
  readonly errorWithin: (path: string) => ReactNode;
}

const path = 'disqualificationRules';

/** Who is not booked. One rule is enough. */
export function RulesInput({ form, rules, fields, errorOf, errorWithin }: RulesInputProps) {
  return (
    <RowList
      title="Who is disqualified"
      hint="A lead who meets one of these rules cannot book, and does not read why."
      {...{ form, path, rows: rules }}
      nameOf={(_, index) => `rule ${index + 1}`}
      className="rules"
      error={errorOf(path)}
      add={rules.length < maxRules && <AddRow onClick={() => form.insertListItem(path, newRule)}>Add a rule</AddRow>}
    >
      {(rule, index) => (
        <RuleFields
          rule={rule}
          fields={fields}
          onChange={(changed) => form.setFieldValue(`${path}.${index}`, { ...rule, ...changed })}
          errorOf={(field) => errorOf(`${path}.${index}${field}`)}
          valuesError={errorWithin(`${path}.${index}.values`)}
        />
      )}
    </RowList>
  );
}

interface RuleFieldsProps {
  readonly rule: Rule;
  readonly fields: readonly FormField[];
  readonly onChange: (changed: Partial<Rule>) => void;
  readonly errorOf: (path: string) => ReactNode;
  readonly valuesError: ReactNode;
}

function RuleFields({ rule, fields, onChange, errorOf, valuesError }: RuleFieldsProps) {
  const { kind, questionType, customFieldId, operator, values } = rule;
  const subject = customFieldId === null ? questionType : String(customFieldId);
  const subjects = [
    { group: 'Questions', items: questionTypeOptions },
    { group: 'Custom fields', items: fields.map(({ id, name }) => ({ value: String(id), label: name })) },
  ];
  const input = {
    className: 'rule-values',
    value: [...values],
    onChange: (changed: string[]) => onChange({ values: changed }),
    error: valuesError,
  };
  const choose = (chosen: string | null) => {
    const isField = chosen !== null && /^\d+$/.test(chosen);
    onChange({
      customFieldId: isField ? Number(chosen) : null,
      questionType: isField ? null : (chosen as InviteeQuestionType | null),
    });
  };
  return (
    <div className="rule-fields">
      <Select
        aria-label="What the rule looks at"
        className={kind === 'ANSWER' ? undefined : 'rule-values'}
        data={kindOptions}
        value={kind}
        onChange={(chosen) => chosen && onChange({ kind: chosen as DisqualificationRuleKind, values: [] })}
        allowDeselect={false}
        error={errorOf('.kind')}
      />
      {kind === 'ANSWER' && (
        <>
          <Select
            aria-label="Whose answer"
            placeholder="Question or field"
            data={subjects}
            value={subject}
            onChange={choose}
            allowDeselect={false}
            searchable
            error={errorOf('.questionType') ?? errorOf('.customFieldId') ?? (subject === null && errorOf(''))}
          />
          <Select
            aria-label="How it compares"
            data={operatorOptions}
            value={operator ?? 'EQUALS'}
            onChange={(chosen) => chosen && onChange({ operator: chosen as AnswerOperator })}
            allowDeselect={false}
            error={errorOf('.operator')}
          />
          <TagsInput aria-label="Texts" placeholder="Texts, each with Enter" acceptValueOnBlur {...input} />
        </>
      )}
      {kind === 'PHONE_COUNTRY' && (
        <MultiSelect aria-label="Countries" placeholder="Countries" data={countryOptions} searchable {...input} />
      )}
      {kind === 'EMAIL_DOMAIN' && (
        <TagsInput
          aria-label="Domains"
          placeholder="Domains such as example.com, each with Enter"
          acceptValueOnBlur
          {...input}
        />
      )}
    </div>
  );
}
