import { Alert, Button, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useClient } from 'urql';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { type Problem, problemOf } from '../../../app/problem.ts';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { WhyDisqualifiedDocument, type WhyDisqualifiedQueryVariables } from '../../../gql/rules.ts';
import { ProblemNote } from '../../../kit/messages.tsx';
import { AnswerControl } from '../../../parts/answers/control.tsx';
import type { FormField } from './form-fields.ts';
import { type Rule, ruleInputOf } from './rule.ts';
import { ruleSentence } from './rule-words.ts';

interface TryRulesProps {
  readonly event: EventSettingsFragment;
  /** As they are in the form: saved or not. */
  readonly values: {
    readonly disqualificationRules: readonly Rule[];
    readonly disqualifiedMessage: string;
    readonly disqualifiedUrl: string;
  };
  readonly fields: readonly FormField[] | undefined;
}

/** The questions of the event as a sample form, and what the rules make of its answers. Nothing is stored. */
export function TryRules(props: TryRulesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The button is gone, and with it the focus.
  useEffect(() => {
    if (isOpen) title.current?.focus();
  }, [isOpen]);
  if (props.values.disqualificationRules.length === 0) return null;
  if (!isOpen) {
    return (
      <div>
        <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
          Try it
        </Button>
      </div>
    );
  }
  return (
    <section aria-labelledby={titleId} className="try-rules">
      <Title order={3} size="h6" id={titleId} ref={title} tabIndex={-1}>
        Try it
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Answer as a lead would. The rules above are checked as they are now, also before you save them.
      </Text>
      <SampleForm {...props} />
    </section>
  );
}

/** Types of custom fields whose answers name members. Booking forms leave them out. */
const memberTypes: ReadonlySet<string> = new Set(['USER', 'USERS_MULTIPLE']);

/** What the server said of a sample. */
interface Checked {
  readonly sample: WhyDisqualifiedQueryVariables;
  /** The first rule that the answers meet. */
  readonly index: number | undefined;
  readonly problem: Problem | undefined;
}

function SampleForm({ event, values, fields = [] }: TryRulesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [chosen, setChosen] = useState<Readonly<Record<string, string[]>>>({});
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const [last, setLast] = useState<Checked>();
  const asked = event.secondaryQuestions.flatMap(({ customFieldId }) => {
    const field = fields.find(({ id }) => id === customFieldId);
    return field && !memberTypes.has(field.inputType) ? field : [];
  });
  const answered = event.inviteeQuestions.filter(({ id }) => typed[id]?.trim());
  const sample: WhyDisqualifiedQueryVariables = {
    eventId: event.id,
    inviteeQuestionAnswers: answered.map(({ id, type }) => {
      const answer = typed[id]?.trim() ?? '';
      return { type, answer: type === 'PHONE_NO' ? dialledNumber(answer) : answer };
    }),
    secondaryQuestionsAnswer: asked.map(({ id }) => ({ customFieldId: id, answer: chosen[id] ?? [] })),
    disqualificationRules: values.disqualificationRules.map(ruleInputOf),
  };
  // Once an answer or a rule is another, the result says nothing.
  const checked = JSON.stringify(last?.sample) === JSON.stringify(sample) ? last : undefined;
  const problem = checked?.problem;
  const check = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const { data, error } = await client
      .query(WhyDisqualifiedDocument, sample, { requestPolicy: 'network-only' })
      .toPromise();
    setIsBusy(false);
    setLast({ sample, index: data?.whyDisqualified?.index, problem: error && problemOf(error) });
  };
  const errorAt = (list: keyof WhyDisqualifiedQueryVariables, index: number) =>
    index !== -1 && Object.entries(problem?.fields ?? {}).find(([path]) => path.startsWith(`${list}[${index}]`))?.[1];
  const isFieldProblem = Object.keys(problem?.fields ?? {}).some((path) => !path.startsWith('disqualificationRules'));
  // Enter must not save the section, whose form is around this one.
  const checkByKey = (event: KeyboardEvent) => {
    const { target, key, nativeEvent } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    if (target.ariaHasPopup === 'listbox') return;
    event.preventDefault();
    void check();
  };
  return (
    <Stack gap="sm" onKeyDown={checkByKey}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {event.inviteeQuestions.map((question) => (
          <TextInput
            key={question.id}
            label={question.statement}
            type={question.type === 'EMAIL' ? 'email' : question.type === 'PHONE_NO' ? 'tel' : 'text'}
            autoComplete="off"
            maxLength={255}
            value={typed[question.id] ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [question.id]: value }))}
            error={errorAt('inviteeQuestionAnswers', answered.indexOf(question))}
          />
        ))}
        {asked.map((field, index) => (
          <AnswerControl
            key={field.id}
            field={field}
            answer={chosen[field.id] ?? []}
            onChange={(answer) => setChosen((before) => ({ ...before, [field.id]: answer }))}
            members={[]}
            error={errorAt('secondaryQuestionsAnswer', index)}
          />
        ))}
      </SimpleGrid>
      <div>
        <Button type="button" variant="light" size="sm" loading={isBusy} onClick={check}>
          Check these answers
        </Button>
      </div>
      <ProblemNote problem={isFieldProblem ? undefined : problem} />
      {checked && !problem && <Verdict index={checked.index} values={values} fields={fields} />}
    </Stack>
  );
}

interface VerdictProps extends Pick<TryRulesProps, 'values' | 'fields'>, Pick<Checked, 'index'> {}

function Verdict({ index, values, fields }: VerdictProps) {
  const rule = index === undefined ? undefined : values.disqualificationRules[index];
  const url = values.disqualifiedUrl.trim();
  return (
    <Alert role="status" color={rule ? 'orange' : 'teal'}>
      <Text size="sm" fw={500}>
        {rule ? `Disqualified by rule ${Number(index) + 1}: ${ruleSentence(rule, fields)}` : 'This person can book'}
      </Text>
      {rule && (
        <Text size="sm" className="breaks as-typed">
          {url !== '' && `They are redirected to ${url}`}
          {url === '' && `They read: “${values.disqualifiedMessage.trim() || defaultMessage}”`}
        </Text>
      )}
    </Alert>
  );
}

/** What a lead reads in English where the event has no message of its own. */
const defaultMessage = 'Thank you for your answers. This call is not the right fit for you, so nothing was booked.';
