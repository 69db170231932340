import { Group, NativeSelect, Select, Text, TextInput } from '@mantine/core';
import type { FormRulesRecord } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { MemberChoicesDocument } from '../../gql/choices.ts';
import { type GoalRowFragment, SetGoalDocument, type SetGoalMutationVariables } from '../../gql/goals.ts';
import { monthText } from '../../kit/days.ts';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { optionsOf } from '../../kit/options.ts';
import { CurrencySelect } from '../../parts/currency-select.tsx';
import { memberName } from '../../parts/members.ts';
import { amountProblem, amountToEdit, typedAmount } from '../../parts/money.ts';
import { type GoalNumber, goalTitles, isAmount } from './goal-texts.ts';

interface Values extends Record<string, unknown> {
  /** A user id, or the team. */
  readonly whose: string;
  readonly number: string;
  readonly currency: string;
  readonly target: string;
}

const team = 'team';

function targetProblem(target: string, { number, currency }: Values): string | null {
  if (isAmount(number)) return amountProblem(target, currency);
  return /^[1-9]\d{0,8}$/.test(target.trim()) ? null : 'Enter a whole number of calls, such as 40';
}

const validate: FormRulesRecord<Values> = { target: targetProblem };

function inputOf({ whose, number, currency, target }: Values, month: string): SetGoalMutationVariables {
  const code = isAmount(number) ? currency : null;
  const value = code === null ? target.trim() : (typedAmount(target, code) ?? target);
  const userId = whose === team ? null : Number(whose);
  return { input: { month, userId, number: number as GoalNumber, currency: code, target: value } };
}

interface GoalDialogsProps {
  readonly adding: DialogAbout<{ readonly month: string }>;
  readonly editing: DialogAbout<{ readonly goal: GoalRowFragment; readonly name: string }>;
}

export function GoalDialogs({ adding, editing }: GoalDialogsProps) {
  return (
    <>
      <NewGoalDialog {...adding} />
      <EditGoalDialog {...editing} />
    </>
  );
}

function NewGoalDialog(dialog: GoalDialogsProps['adding']) {
  return (
    <ActDialog
      {...dialog}
      title={({ month }) => `A goal for ${monthText(month)}`}
      action="Set the goal"
      document={SetGoalDocument}
      draft={({ month }) => `goal:${month}`}
      initialValues={(): Values => ({ whose: team, number: 'BOOKED', currency: 'USD', target: '' })}
      validate={validate}
      variables={(values, { month }) => inputOf(values, month)}
      onDone={() => notifyDone('The goal is set')}
    >
      {(form) => (
        <>
          <WhoseSelect {...form.getInputProps('whose')} />
          <Group align="flex-start" grow>
            <NativeSelect label="Number" data={optionsOf(goalTitles)} {...form.getInputProps('number')} />
            {isAmount(form.values.number) && <CurrencySelect {...form.getInputProps('currency')} />}
          </Group>
          <TextInput label="Goal" inputMode="decimal" autoComplete="off" {...form.getInputProps('target')} />
          <Text size="sm" c="dimmed">
            A goal of the same number for the same month replaces the one that is there.
            {form.values.whose === team && ' Everybody in the workspace sees where the team stands.'}
          </Text>
        </>
      )}
    </ActDialog>
  );
}

function EditGoalDialog(dialog: GoalDialogsProps['editing']) {
  return (
    <ActDialog
      {...dialog}
      title={({ goal, name }) => `${name}: ${goalTitles[goal.number]} in ${monthText(goal.month)}`}
      action="Change the goal"
      document={SetGoalDocument}
      initialValues={({ goal: { userId, number, currency, target } }): Values => ({
        whose: userId === null ? team : String(userId),
        number,
        currency: currency ?? '',
        target: currency === null ? String(Number(target)) : amountToEdit(target, currency),
      })}
      validate={validate}
      variables={(values, { goal }) => inputOf(values, goal.month)}
      onDone={() => notifyDone('The goal is changed')}
    >
      {(form, { goal }) => (
        <TextInput
          label={goal.currency === null ? 'Goal' : `Goal in ${goal.currency}`}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('target')}
        />
      )}
    </ActDialog>
  );
}

const searchAfterMs = 250;

interface WhoseSelectProps {
  readonly value?: string;
  readonly onChange: (value: string) => void;
  readonly error?: React.ReactNode;
}

/** The team, or one of its members, whom the server searches where its first page does not have all. */
function WhoseSelect({ value = team, onChange, error }: WhoseSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchAfterMs);
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const isChosenName = known.get(value) === search;
  const sought = isChosenName || search === 'Team' ? '' : search;
  const [{ data }] = useQuery({ query: MemberChoicesDocument, variables: sought === '' ? {} : { search: sought } });
  const found = new Map((data?.users?.users ?? []).map((member) => [String(member.id), memberName(member)]));
  const shown = new Map([...known].filter(([id]) => id === value));
  return (
    <Select
      label="For"
      data={[
        { value: team, label: 'Team' },
        ...[...shown, ...[...found].filter(([id]) => !shown.has(id))].map(([id, label]) => ({ value: id, label })),
      ]}
      value={value}
      onChange={(chosen) => {
        setKnown(found);
        onChange(chosen ?? team);
      }}
      onSearchChange={setTyped}
      searchable
      allowDeselect={false}
      error={error}
      nothingFoundMessage="Nobody found"
    />
  );
}
