import { phoneCountryOf } from '#src/domain/contacts/phone-countries.ts';
import type { InviteeAnswer, QuestionType } from '#src/domain/custom-fields/answer.ts';
import type { OptionRename } from '#src/domain/custom-fields/options.ts';
import { questionTypes } from '#src/domain/event-calls/event-call.ts';
import { type Invitee, ownAnswer } from '#src/domain/event-calls/invitee.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { comparableText } from '#src/lib/comparable-text.ts';
import { asciiDomain } from '#src/lib/network/email-address.ts';
import { freeMailDomains } from './free-mail.ts';

export const ruleKinds = ['ANSWER', 'PHONE_COUNTRY', 'EMAIL_DOMAIN', 'FREE_EMAIL'] as const;
export const answerOperators = ['EQUALS', 'CONTAINS'] as const;

/** A lead meets a rule if one of the rule's values matches. Fields of other kinds are null, or an empty list. */
export const disqualificationRuleRecord = {
  kind: field.oneOf(ruleKinds, 'What the rule checks.'),
  questionType: field
    .oneOf(questionTypes, 'ANSWER: the rule checks answers to invitee questions of this type.')
    .nullable(),
  customFieldId: field
    .int('ANSWER: the rule checks the answer to this custom field. If the field was deleted, the rule never matches.')
    .nullable(),
  operator: field.oneOf(answerOperators, 'ANSWER: how the answer is compared.').nullable(),
  values: field.strings(
    'The values to match: texts for ANSWER, ISO 3166-1 alpha-2 codes for PHONE_COUNTRY, domains for EMAIL_DOMAIN.',
  ),
};
export interface DisqualificationRule extends RecordOf<typeof disqualificationRuleRecord> {}

/** The text and the redirect for a disqualified lead. Neither reveals which rule the lead met. */
export const disqualifiedRecord = {
  message: field.string('Message for the lead.').nullable(),
  url: field.string('URL to redirect the lead to.').nullable(),
};
export interface Disqualified extends RecordOf<typeof disqualifiedRecord> {}

/** A person who filled in the form of an event, with their answers. */
export interface Lead {
  readonly invitee: Invitee;
  readonly questions: readonly Pick<InviteeAnswer, 'type' | 'answer'>[];
  readonly fields: readonly {
    readonly customFieldId: number;
    readonly identifier: string;
    readonly answer: readonly string[];
  }[];
}

/** True if the lead meets one of the rules. */
export function disqualifies(rules: readonly DisqualificationRule[], lead: Lead): boolean {
  return firstMetRule(rules, lead) !== -1;
}

/** The index of the first rule that the lead meets; -1 if there is none. */
export function firstMetRule(rules: readonly DisqualificationRule[], lead: Lead): number {
  return rules.findIndex((rule) => isMet(rule, lead));
}

function isMet({ kind, questionType, customFieldId, operator, values }: DisqualificationRule, lead: Lead): boolean {
  switch (kind) {
    case 'ANSWER': {
      const answers = questionType === null ? answersToField(lead, customFieldId) : answersOfType(lead, questionType);
      return compares(operator, answers.map(comparableText), values.map(comparableText));
    }
    case 'PHONE_COUNTRY':
      return answersOfType(lead, 'PHONE_NO').some((number) => values.includes(phoneCountryOf(number) ?? ''));
    case 'EMAIL_DOMAIN': {
      const domains = values.map((value) => asciiDomain(value) ?? value.toLowerCase());
      return mailDomainsOf(lead).some((domain) => domains.some((each) => isWithin(domain, each)));
    }
    case 'FREE_EMAIL':
      return mailDomainsOf(lead).some((domain) => freeMailDomains.has(domain));
  }
}

function compares(
  operator: DisqualificationRule['operator'],
  answers: readonly string[],
  values: readonly string[],
): boolean {
  return operator === 'CONTAINS'
    ? answers.some((answer) => values.some((value) => answer.includes(value)))
    : answers.some((answer) => values.includes(answer));
}

/**
 * The rules after options of a custom field were renamed: what disqualified still does. A value that is an old name becomes the
 * new one, all at once, so swapped names stay distinct. A part of names may be part of other options too: it stays, and the new
 * names that no longer have it are added.
 */
export function withRenamedOptions(
  rules: readonly DisqualificationRule[],
  customFieldId: number,
  renamed: readonly OptionRename[],
): DisqualificationRule[] {
  const names = new Map(renamed.map(({ from, to }) => [comparableText(from), to]));
  return rules.map((rule) => {
    if (rule.customFieldId !== customFieldId) return rule;
    if (rule.operator === 'CONTAINS') return { ...rule, values: [...rule.values, ...lostBy(rule.values, renamed)] };
    return { ...rule, values: [...new Set(rule.values.map((value) => names.get(comparableText(value)) ?? value))] };
  });
}

/** The new names of options that had one of these parts in their old name, and have none in the new one. */
function lostBy(parts: readonly string[], renamed: readonly OptionRename[]): string[] {
  const hasPart = (name: string) => parts.some((part) => comparableText(name).includes(comparableText(part)));
  return renamed.filter(({ from, to }) => hasPart(from) && !hasPart(to)).map(({ to }) => to);
}

/** The lead's own field of this type, then the answers to all questions of the type. */
export function answersOfType({ invitee, questions }: Lead, type: QuestionType): string[] {
  const answers = questions.flatMap((each) => (each.type === type ? each.answer : []));
  const own = ownAnswer(type, invitee);
  return own ? [own, ...answers] : answers;
}

function answersToField({ fields }: Lead, customFieldId: number | null): readonly string[] {
  return fields.find((each) => each.customFieldId === customFieldId)?.answer ?? [];
}

function mailDomainsOf(lead: Lead): string[] {
  return answersOfType(lead, 'EMAIL').map((email) => email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
