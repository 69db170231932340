import type { EventSettingsFragment, InviteeQuestionType } from '../../../gql/event.ts';
import { phoneCountries } from '../../../gql/limits.ts';
import { countryOptionsOf } from '../../../parts/countries.ts';
import type { FormField } from './form-fields.ts';
import type { Rule } from './rule.ts';
import { optionNamed, ruleOptions } from './rule-fields.ts';

export const countryOptions = countryOptionsOf(phoneCountries);

const countryNames = new Map(countryOptions.map(({ value, label }) => [value, label]));

const either = new Intl.ListFormat('en', { type: 'disjunction' });

const subjects: Readonly<Record<InviteeQuestionType, string>> = {
  NAME: 'The name',
  FIRST_NAME: 'The first name',
  LAST_NAME: 'The last name',
  EMAIL: 'The email address',
  PHONE_NO: 'The phone number',
};

/** The rule as a sentence; what is not chosen yet is an ellipsis. */
export function ruleSentence({ kind, questionType, customFieldId, operator, values }: Rule, fields: Fields): string {
  const listed = (names: readonly string[]) => (names.length === 0 ? '…' : either.format(names));
  switch (kind) {
    case 'ANSWER': {
      const subject = questionType ? subjects[questionType] : fieldOf(fields, customFieldId)?.name;
      return `${subject ?? 'The answer'} ${operator === 'CONTAINS' ? 'contains' : 'is'} ${listed(values)}`;
    }
    case 'PHONE_COUNTRY':
      return `The phone number is from ${listed(values.map((code) => countryNames.get(code) ?? code))}`;
    case 'EMAIL_DOMAIN':
      return `The email address is at ${listed(values)}`;
    case 'FREE_EMAIL':
      return 'The email address is from a free provider';
  }
}

interface Outcome {
  readonly disqualifiedUrl: string;
}

/** What happens to a person who meets a rule. */
export function ruleOutcome({ disqualifiedUrl }: Outcome): string {
  const url = disqualifiedUrl.trim();
  return url === '' ? 'show message' : `redirect to ${url.replace(/^https?:\/\//, '').replace(/\/$/, '')}`;
}

type Fields = readonly FormField[] | undefined;

function fieldOf(fields: Fields, customFieldId: number | null): FormField | undefined {
  return fields?.find(({ id }) => id === customFieldId);
}

type Form = Pick<EventSettingsFragment, 'inviteeQuestions' | 'secondaryQuestions'>;

/** Why a rule can never disqualify anybody, or will surprise its author. Empty until the fields are loaded. */
export function ruleWarnings(rule: Rule, fields: Fields, form: Form): string[] {
  const { kind, questionType, customFieldId } = rule;
  const asks = (...types: readonly InviteeQuestionType[]) =>
    form.inviteeQuestions.some((question) => types.includes(question.type));
  const type = kind === 'ANSWER' ? questionType : null;
  if (kind === 'PHONE_COUNTRY' || type === 'PHONE_NO') {
    return asks('PHONE_NO') ? [] : ['The form does not ask for a phone number, so nobody meets this rule.'];
  }
  if (type !== null && type !== 'EMAIL' && !asks('NAME', 'FIRST_NAME', 'LAST_NAME')) {
    return ['The form does not ask for a name, so nobody meets this rule.'];
  }
  return kind !== 'ANSWER' || customFieldId === null || !fields ? [] : fieldWarnings(rule, fields, form);
}

function fieldWarnings({ customFieldId, operator, values }: Rule, fields: readonly FormField[], form: Form): string[] {
  const field = fieldOf(fields, customFieldId);
  if (!field) return ['The field of this rule was deleted, so nobody meets the rule.'];
  const isAsked = form.secondaryQuestions.some((question) => question.customFieldId === customFieldId);
  const options = operator === 'CONTAINS' ? undefined : ruleOptions(field);
  const gone = options ? values.filter((value) => optionNamed(options, value) === undefined) : [];
  return [
    ...(isAsked ? [] : [`The form does not ask for “${field.name}”, so nobody meets this rule.`]),
    ...(field.hidden ? [`The field “${field.name}” is hidden.`] : []),
    ...gone.map((value) => `“${value}” is not an option of “${field.name}” any more.`),
  ];
}
