import { Button, MultiSelect, Select, TagsInput, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnswerOperator, DisqualificationRuleKind, InviteeQuestionType } from '../../../gql/event.ts';
import { PlusIcon } from '../../../kit/icons.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { countryOptions } from './countries.ts';
import { FieldError } from './field-error.tsx';
import type { FormField } from './form-fields.ts';
import { ListButtons } from './list-buttons.tsx';
import { questionTypeOptions } from './question-types.ts';
import type { Rule } from './rule.ts';

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
  readonly rules: readonly Rule[];
  readonly onChange: (rules: Rule[]) => void;
  readonly fields: readonly FormField[];
  readonly errorOf: (path: string) => ReactNode;
  readonly errorWithin: (path: string) => ReactNode;
}

/** Who is not booked. One rule is enough. */
export function RulesInput({ rules, onChange, fields, errorOf, errorWithin }: RulesInputProps) {
  return (
    <section aria-labelledby="rules">
      <Title order={3} size="h6" id="rules">
        Who is disqualified
      </Title>
      <Text size="sm" c="dimmed">
        A lead who meets one of these rules cannot book, and does not read why.
      </Text>
      <ol className="rules">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule that is typed has nothing else that stays.
          <li key={index} aria-label={`Rule ${index + 1}`}>
            <RuleFields
              rule={rule}
              fields={fields}
              onChange={(changed) => onChange(rules.with(index, { ...rule, ...changed }))}
              errorOf={(path) => errorOf(`disqualificationRules.${index}${path}`)}
              valuesError={errorWithin(`disqualificationRules.${index}.values`)}
            />
            <ListButtons
              name={`rule ${index + 1}`}
              index={index}
              count={rules.length}
              onRemove={() => onChange(rules.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <FieldError>{errorOf('disqualificationRules')}</FieldError>
      {rules.length < maxRules && (
        <Button
          variant="default"
          size="xs"
          mt={4}
          leftSection={<PlusIcon size={16} />}
          onClick={() => onChange([...rules, newRule])}
        >
          Add a rule
        </Button>
      )}
    </section>
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
