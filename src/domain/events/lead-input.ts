import { getCountries } from 'libphonenumber-js/min';
import { z } from 'zod';
import { contactStatuses } from '#src/domain/contacts/contact.ts';
import { questionTypes } from '#src/domain/event-calls/event-call.ts';
import type { FieldErrorCode } from '#src/domain/field-errors.ts';
import {
  boolean,
  coded,
  customIssue,
  enumeration,
  id,
  link,
  list,
  nonBlank,
  notEmpty,
  text,
  whenFieldsAreValid,
} from '#src/domain/input.ts';
import { asciiDomain } from '#src/lib/network/email-address.ts';
import { answerOperators, type DisqualificationRule, ruleKinds } from './disqualification.ts';
import { type BookableEvent, bookingFlows } from './event.ts';

// The input fields that say what an event does with its leads.

const maxRules = 50;
/** The maximum over all rules of an event: each lead is compared with every value. */
const maxValues = 1_000;

/** ISO 3166-1 alpha-2 codes of the countries that have phone numbers. */
export const phoneCountries: readonly string[] = getCountries();
const countries: ReadonlySet<string> = new Set(phoneCountries);
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i;

export const disqualificationRuleInput = z
  .object(
    {
      kind: enumeration(ruleKinds).describe('What it looks at.'),
      questionType: enumeration(questionTypes)
        .nullish()
        .describe('ANSWER: what answers to invitee questions of this type say. Or else name a custom field.'),
      customFieldId: id().nullish().describe('ANSWER: what the answer to the custom field of this id says.'),
      identifier: text(255)
        .check(notEmpty())
        .nullish()
        .describe(
          'ANSWER: the custom field by its identifier; a CONTACT field comes before a CALL field that has the same one.',
        ),
      operator: enumeration(answerOperators)
        .nullish()
        .describe('ANSWER: whether an answer is one of the values, or has one of them in it.'),
      values: list(nonBlank(255))
        .default([])
        .describe(
          'ANSWER: texts; letter case and outer white space do not matter, options are named. PHONE_COUNTRY: ISO 3166-1 alpha-2 codes. EMAIL_DOMAIN: domains in any script, each with its subdomains. FREE_EMAIL has none.',
        ),
    },
    'Each must be an object with a kind',
  )
  .superRefine(
    (rule, context) => {
      for (const [path, code, message] of problemsOfRule(rule)) context.addIssue(customIssue({ path, code, message }));
    },
    whenFieldsAreValid('kind', 'values'),
  );

export type DisqualificationRuleInput = z.output<typeof disqualificationRuleInput>;

type RuleProblem = readonly [path: PropertyKey[], code: FieldErrorCode, message: string];

function problemsOfRule({ kind, operator, values, ...names }: DisqualificationRuleInput): RuleProblem[] {
  const isAnswer = kind === 'ANSWER';
  const named = Object.values(names).filter((name) => name !== undefined && name !== null).length;
  const fields = 'questionType, customFieldId and identifier';
  const problems: (RuleProblem | false)[] = [
    isAnswer && named !== 1 && [[], 'exactly_one', `Exactly one of ${fields} is required for ANSWER`],
    !isAnswer && named > 0 && [[], 'conflict', `${fields} are only for ANSWER`],
    isAnswer && !operator && [['operator'], 'required', 'Is required for ANSWER'],
    !isAnswer && !!operator && [['operator'], 'conflict', 'Is only for ANSWER'],
    kind === 'FREE_EMAIL' && values.length > 0 && [['values'], 'conflict', 'Must be empty for FREE_EMAIL'],
    kind !== 'FREE_EMAIL' && values.length === 0 && [['values'], 'required', `Must name at least one value`],
    ...values.map((value, index): RuleProblem | false => {
      const message = valueProblem(kind, value);
      return message !== undefined && [['values', index], 'invalid_format', message];
    }),
  ];
  return problems.filter((problem) => problem !== false);
}

function valueProblem(kind: DisqualificationRule['kind'], value: string): string | undefined {
  if (kind === 'PHONE_COUNTRY' && !countries.has(value)) {
    return 'Must be the ISO 3166-1 alpha-2 code of a country with phone numbers';
  }
  return kind === 'EMAIL_DOMAIN' && !domain.test(asciiDomain(value) ?? value)
    ? 'Must be a domain such as example.com'
    : undefined;
}

const rules = list(disqualificationRuleInput, maxRules).refine(
  (each) => each.reduce((count, { values }) => count + values.length, 0) <= maxValues,
  coded('too_many', `Must have at most ${maxValues.toLocaleString('en')} values in all rules together`),
);

export const leadFields = {
  bookingFlow: enumeration(bookingFlows)
    .optional()
    .describe('Whether invitees choose a time before they fill in the form, or after.'),
  isListed: boolean().optional().describe('Whether the page of its member shows it.'),
  bookedStatus: enumeration(contactStatuses)
    .nullish()
    .describe('Status of a contact who books; null: the status stays as it is.'),
  disqualificationRules: rules
    .optional()
    .describe(
      'A lead who meets one of them is not booked, and becomes DISQUALIFIED. At most 50, with 1,000 values in all.',
    ),
  disqualifiedMessage: text(2_000)
    .nullish()
    .describe('What a disqualified lead reads, at most 2,000 characters; null for none.'),
  disqualifiedUrl: link().nullish().describe('Where a disqualified lead is led; null: nowhere.'),
  redirectUrl: link().nullish().describe('Where an invitee who booked is led; null: nowhere.'),
  redirectAnswers: list(text(255).check(notEmpty()), 20)
    .optional()
    .describe(
      'Whose answers go along to redirectUrl: types of invitee questions and identifiers of custom fields, at most 20.',
    ),
};

/** The defaults of these fields for a new event. */
export const newLeadDefaults: Pick<BookableEvent, keyof typeof leadFields> = {
  bookingFlow: 'TIME_FIRST',
  isListed: true,
  bookedStatus: null,
  disqualificationRules: [],
  disqualifiedMessage: null,
  disqualifiedUrl: null,
  redirectUrl: null,
  redirectAnswers: [],
};
