import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AnswerOperator, DisqualificationRuleKind, InviteeQuestionType } from '../../../gql/event.ts';
import { Checkboxes } from '../../../kit/choice-groups.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { type FormField, operatorOptions, questionTypeOptions } from './form-fields.ts';
import type { Rule } from './rule.ts';
import { optionNamed, ruleOptions } from './rule-fields.ts';
import { countryOptions } from './rule-words.ts';

const kindOptions = optionsOf<DisqualificationRuleKind>({
  ANSWER: 'An answer',
  PHONE_COUNTRY: 'The country of the phone number',
  EMAIL_DOMAIN: 'The domain of the email address',
  FREE_EMAIL: 'An email address from a free provider',
});

/** More options are easier to find in a list. */
const maxTicked = 8;

interface RuleInputsProps {
  readonly rule: Rule;
  readonly fields: readonly FormField[] | undefined;
  readonly onChange: (changed: Partial<Rule>) => void;
  readonly errorOf: (path: string) => ReactNode;
  readonly valuesError: ReactNode;
}

/** The fields of a rule. */
export function RuleInputs({ rule, fields = [], onChange, errorOf, valuesError }: RuleInputsProps) {
  const { kind, questionType, customFieldId, operator, values } = rule;
  const subject = customFieldId === null ? questionType : String(customFieldId);
  const subjects = [
    { group: 'Questions', items: questionTypeOptions },
    {
      group: 'Custom fields',
      items: fields
        .filter(({ id, hidden }) => !hidden || id === customFieldId)
        .map(({ id, name }) => ({ value: String(id), label: name })),
    },
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
      values: [],
    });
  };
  const isTyped = operator === 'CONTAINS';
  const options = isTyped ? undefined : ruleOptions(fields.find(({ id }) => id === customFieldId));
  return (
    <div className="rule-fields">
      <Select
        label="Look at"
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
            label="Question"
            placeholder="Question or field"
            data={subjects}
            value={subject}
            onChange={choose}
            allowDeselect={false}
            searchable
            error={errorOf('.questionType') ?? errorOf('.customFieldId') ?? (subject === null && errorOf(''))}
          />
          <Select
            label="Comparison"
            data={operatorOptions}
            value={operator ?? 'EQUALS'}
            onChange={(chosen) => chosen && onChange({ operator: chosen as AnswerOperator })}
            allowDeselect={false}
            error={errorOf('.operator')}
          />
          {options ? (
            <OptionsInput key={customFieldId} {...input} options={options} />
          ) : (
            <TagsInput label="Texts" placeholder="Type a text and press Enter" acceptValueOnBlur {...input} />
          )}
        </>
      )}
      {kind === 'PHONE_COUNTRY' && <MultiSelect label="Countries" data={countryOptions} searchable {...input} />}
      {kind === 'EMAIL_DOMAIN' && (
        <TagsInput
          label="Domains"
          placeholder="Type a domain such as example.com and press Enter"
          acceptValueOnBlur
          {...input}
        />
      )}
    </div>
  );
}

interface OptionsInputProps {
  readonly options: readonly string[];
  readonly className: string;
  readonly value: string[];
  readonly onChange: (changed: string[]) => void;
  readonly error: ReactNode;
}

/** Options of a field: few to tick, many to choose. One that is gone can be taken out, and put back while this is open. */
function OptionsInput({ options, ...input }: OptionsInputProps) {
  const [gone] = useState(() => input.value.filter((value) => optionNamed(options, value) === undefined));
  const choices = [...options, ...gone];
  const value = [...new Set(input.value.map((each) => optionNamed(options, each) ?? each))];
  return choices.length > maxTicked ? (
    <MultiSelect label="Options" data={choices} searchable {...input} value={value} />
  ) : (
    <Checkboxes
      label="Options"
      choices={choices.map((name) => ({ value: name, label: name }))}
      {...input}
      value={value}
    />
  );
}
