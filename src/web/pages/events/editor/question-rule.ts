import { comparableText } from '#src/lib/comparable-text.ts';
import type { EditableFieldFragment } from '../../../gql/custom-fields.ts';
import type { AnswerOperator } from '../../../gql/event.ts';
import { maxRatingLimit } from '../../../gql/limits.ts';
import type { KindName } from '../../../parts/custom-fields/kinds.ts';
import { type FieldValues, fieldValuesOf, takesOptions } from '../../../parts/custom-fields/values.ts';
import type { Rule } from './rule.ts';

/** What the form of a question says: its field, and how this event asks for it. */
export type QuestionValues = FieldValues & {
  required: boolean;
  /** The keys of the options that disqualify. */
  disqualifying: readonly string[];
  operator: AnswerOperator;
  /** The texts that disqualify, for a kind without options. */
  ruleValues: readonly string[];
};

export const noRule = { disqualifying: [], operator: 'EQUALS', ruleValues: [] } as const;

/** An answer that disqualifies is ticked. */
export interface Answer {
  readonly key: string;
  readonly name: string;
}

/** The answers of a kind that has few; undefined where any text may be an answer. */
export function answersOf({ kind, options, maxRating }: FieldValues): readonly Answer[] | undefined {
  if (kind === 'rating') {
    // What is typed may be no rating yet.
    const length = Math.min(maxRatingLimit, Math.max(0, Number(maxRating) || 0));
    return Array.from({ length }, (_, index) => ({ key: `${index + 1}`, name: `${index + 1}` }));
  }
  if (!takesOptions(kind)) return undefined;
  return options.filter(({ isArchived, name }) => !isArchived && name.trim() !== '');
}

/** Nobody disqualifies by a day, nor by a consent: where it is required, it must be given. */
export function canDisqualify(kind: KindName): boolean {
  return kind !== 'date' && kind !== 'consent';
}

const isOf = (rule: Rule, customFieldId: number) => rule.kind === 'ANSWER' && rule.customFieldId === customFieldId;

const includes = (values: readonly string[], name: string) =>
  values.some((value) => comparableText(value) === comparableText(name));

/** The rule of the event about the field, as the form shows it. */
export function questionValuesOf(
  field: EditableFieldFragment,
  required: boolean,
  rules: readonly Rule[],
): QuestionValues {
  const values = fieldValuesOf(field);
  const own = rules.filter((rule) => isOf(rule, field.id));
  const answers = answersOf(values);
  const named = own.filter(({ operator }) => operator === 'EQUALS').flatMap((rule) => rule.values);
  const [first] = own;
  return {
    ...values,
    required,
    disqualifying: (answers ?? []).filter(({ name }) => includes(named, name)).map(({ key }) => key),
    operator: first?.operator ?? 'EQUALS',
    ruleValues: answers || !first ? [] : first.values,
  };
}

interface Changed {
  readonly customFieldId: number;
  readonly values: QuestionValues;
  /** The field before it was changed; absent where it is new. */
  readonly stored?: EditableFieldFragment | undefined;
}

/** The rules of the event after the form of a question. Those that the form does not show stay. */
export function rulesAfter(rules: readonly Rule[], { customFieldId, values, stored }: Changed): readonly Rule[] {
  if (!canDisqualify(values.kind)) return rules;
  const answers = answersOf(values);
  const isShown = answers
    ? (rule: Rule) => isOf(rule, customFieldId) && rule.operator === 'EQUALS'
    : (rule: Rule) => rule === rules.find((each) => isOf(each, customFieldId));
  const shown = rules.filter(isShown);
  const place = shown[0] ? rules.indexOf(shown[0]) : rules.length;
  const known = [...(stored && answers ? (answersOf(fieldValuesOf(stored)) ?? []) : []), ...(answers ?? [])];
  const unlisted = answers
    ? shown.flatMap((rule) => rule.values).filter((value) => !known.some(({ name }) => includes([value], name)))
    : [];
  const ticked = (answers ?? []).filter(({ key }) => values.disqualifying.includes(key)).map(({ name }) => name.trim());
  const named = answers ? [...ticked, ...unlisted] : values.ruleValues;
  const operator = answers ? 'EQUALS' : values.operator;
  const rule: Rule = { kind: 'ANSWER', questionType: null, customFieldId, operator, values: [...named] };
  const others = (part: readonly Rule[]) => part.filter((each) => !isShown(each));
  return [...others(rules.slice(0, place)), ...(named.length > 0 ? [rule] : []), ...others(rules.slice(place))];
}

/** "Disqualifies if “Student”, or contains “free”"; undefined without a rule. */
export function ruleText(rules: readonly Rule[], customFieldId: number): string | undefined {
  const list = new Intl.ListFormat('en', { type: 'disjunction' });
  const texts = rules
    .filter((rule) => isOf(rule, customFieldId))
    .map(({ operator, values }) => {
      const named = list.format(values.map((value) => `“${value}”`));
      return operator === 'CONTAINS' ? `contains ${named}` : named;
    });
  return texts.length === 0 ? undefined : `Disqualifies if ${texts.join(', or ')}`;
}
