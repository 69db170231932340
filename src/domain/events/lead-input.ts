import { z } from 'zod';
import { contactStatuses } from '#src/domain/contacts/contact.ts';
import { phoneCountries } from '#src/domain/contacts/phone-countries.ts';
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

const countries: ReadonlySet<string> = new Set(phoneCountries);
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i;

export const disqualificationRuleInput = z
  .object(
    {
      kind: enumeration(ruleKinds).describe('What the rule checks.'),
      questionType: enumeration(questionTypes)
        .nullish()
        .describe('ANSWER: check answers to invitee questions of this type. Alternatively, name a custom field.'),
      customFieldId: id().nullish().describe('ANSWER: check the answer to the custom field with this id.'),
      identifier: text(255)
        .check(notEmpty())
        .nullish()
        .describe(
          'ANSWER: check the answer to the custom field with this identifier. If a CONTACT field and a CALL field share it, the CONTACT field is used.',
        ),
      operator: enumeration(answerOperators)
        .nullish()
        .describe('ANSWER: how the answer is compared: it equals one of the values, or contains one of them.'),
      values: list(nonBlank(255))
        .default([])
        .describe(
          'The values to match. ANSWER: texts, compared without regard to case and surrounding white space; options by name. PHONE_COUNTRY: ISO 3166-1 alpha-2 codes. EMAIL_DOMAIN: domains in any script, including their subdomains. FREE_EMAIL: no values.',
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
    !isAnswer && named > 0 && [[], 'conflict', `${fields} are only allowed for ANSWER`],
    isAnswer && !operator && [['operator'], 'required', 'Is required for ANSWER'],
    !isAnswer && !!operator && [['operator'], 'conflict', 'Is only allowed for ANSWER'],
    kind === 'FREE_EMAIL' && values.length > 0 && [['values'], 'conflict', 'Must be empty for FREE_EMAIL'],
    kind !== 'FREE_EMAIL' && values.length === 0 && [['values'], 'required', `Must have at least one value`],
    ...values.map((value, index): RuleProblem | false => {
      const message = valueProblem(kind, value);
      return message !== undefined && [['values', index], 'invalid_format', message];
    }),
  ];
  return problems.filter((problem) => problem !== false);
}

function valueProblem(kind: DisqualificationRule['kind'], value: string): string | undefined {
  if (kind === 'PHONE_COUNTRY' && !countries.has(value)) {
    return 'Must be the ISO 3166-1 alpha-2 code of a country with its own phone numbers';
  }
  return kind === 'EMAIL_DOMAIN' && !domain.test(asciiDomain(value) ?? value)
    ? 'Must be a domain such as example.com'
    : undefined;
}

const rules = list(disqualificationRuleInput, maxRules).refine(
  (each) => each.reduce((count, { values }) => count + values.length, 0) <= maxValues,
  coded('too_many', `Must have at most ${maxValues.toLocaleString('en')} values across all rules`),
);

export const leadFields = {
  bookingFlow: enumeration(bookingFlows)
    .optional()
    .describe('Order of the booking page: invitees choose a time before or after they fill in the form.'),
  isListed: boolean()
    .optional()
    .describe('True to list the event on the public pages of the member and of the workspace.'),
  bookedStatus: enumeration(contactStatuses)
    .nullish()
    .describe('The contact status to set after booking; null to leave the status unchanged.'),
  disqualificationRules: rules
    .optional()
    .describe(
      'Disqualification rules. A lead who matches one of them cannot book and becomes DISQUALIFIED. At most 50 rules, with at most 1,000 values in total.',
    ),
  disqualifiedMessage: text(2_000)
    .nullish()
    .describe('Message for a disqualified lead, at most 2,000 characters; null for none.'),
  disqualifiedUrl: link().nullish().describe('Where a disqualified lead is redirected; null for no redirect.'),
  redirectUrl: link().nullish().describe('Where the invitee is redirected after booking; null for no redirect.'),
  redirectAnswers: list(text(255).check(notEmpty()), 20)
    .optional()
    .describe(
      'The answers to add to redirectUrl: types of invitee questions and identifiers of custom fields, at most 20.',
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
