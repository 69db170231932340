import { Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { DownIcon, UpIcon, WarningIcon } from '../../../kit/icons.tsx';
import { type FormField, useAllFields } from './form-fields.ts';
import { AddRow, RowList, type Rows } from './row-list.tsx';
import type { Rule } from './rule.ts';
import { RuleInputs } from './rule-inputs.tsx';
import { ruleOutcome, ruleSentence, ruleWarnings } from './rule-words.ts';
import { TryRules } from './try-rules.tsx';

const newRule: Rule = { kind: 'ANSWER', questionType: null, customFieldId: null, operator: 'EQUALS', values: [] };
const maxRules = 50;

interface RulesInputProps {
  readonly event: EventSettingsFragment;
  readonly form: Rows & { readonly setFieldValue: (path: string, rule: Rule) => void };
  readonly values: {
    readonly disqualificationRules: readonly Rule[];
    readonly disqualifiedMessage: string;
    readonly disqualifiedUrl: string;
  };
  readonly errorOf: (path: string) => ReactNode;
  readonly errorWithin: (path: string) => ReactNode;
  /** What happens to people who meet a rule: fields below the rules. */
  readonly children: ReactNode;
}

const path = 'disqualificationRules';

/** Who is not booked, in sentences, and what they read. One rule is enough. */
export function RulesInput({ event, form, values, errorOf, errorWithin, children }: RulesInputProps) {
  const fields = useAllFields();
  const [opened, setOpened] = useState<number>();
  const rules = values.disqualificationRules;
  const add = () => {
    form.insertListItem(path, newRule);
    setOpened(rules.length);
  };
  const remove: Rows['removeListItem'] = (...row) => {
    form.removeListItem(...row);
    setOpened(undefined);
  };
  return (
    <>
      <RowList
        title="Who is disqualified"
        hint="A lead who meets one of these rules cannot book and does not see why."
        form={{ ...form, removeListItem: remove }}
        {...{ path, rows: rules }}
        nameOf={(_, index) => `rule ${index + 1}`}
        className="rules"
        error={errorOf(path)}
        add={rules.length < maxRules && <AddRow onClick={add}>Add a rule</AddRow>}
      >
        {(rule, index) => (
          <RuleRow
            {...{ rule, fields }}
            outcome={ruleOutcome(values)}
            warnings={ruleWarnings(rule, fields, event)}
            // What the server refuses is shown at its field.
            isOpen={opened === index || Boolean(errorWithin(`${path}.${index}`))}
            onToggle={() => setOpened(opened === index ? undefined : index)}
            onChange={(changed) => form.setFieldValue(`${path}.${index}`, { ...rule, ...changed })}
            errorOf={(field) => errorOf(`${path}.${index}${field}`)}
            valuesError={errorWithin(`${path}.${index}.values`)}
          />
        )}
      </RowList>
      {children}
      <TryRules {...{ event, values, fields }} />
    </>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly fields: readonly FormField[] | undefined;
  readonly outcome: string;
  readonly warnings: readonly string[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (changed: Partial<Rule>) => void;
  readonly errorOf: (path: string) => ReactNode;
  readonly valuesError: ReactNode;
}

/** A sentence that opens the fields of its rule. */
function RuleRow({ rule, fields, outcome, warnings, isOpen, onToggle, ...inputs }: RuleRowProps) {
  const inputsId = useId();
  return (
    <div>
      <UnstyledButton
        className="rule-sentence"
        aria-expanded={isOpen}
        aria-controls={isOpen ? inputsId : undefined}
        onClick={onToggle}
      >
        <span>
          {ruleSentence(rule, fields)}{' '}
          <Text component="span" inherit c="dimmed">
            → {outcome}
          </Text>
        </span>
        {isOpen ? <UpIcon size={16} /> : <DownIcon size={16} />}
      </UnstyledButton>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" className="rule-warning">
          <WarningIcon size={16} /> {warning}
        </Text>
      ))}
      {isOpen && (
        <div id={inputsId}>
          <RuleInputs {...inputs} {...{ rule, fields }} />
        </div>
      )}
    </div>
  );
}
