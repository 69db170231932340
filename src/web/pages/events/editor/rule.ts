import type { DisqualificationRuleInput, EventSettingsFragment } from '../../../gql/event.ts';

/** What does not belong to its kind is null, or an empty list. */
export type Rule = EventSettingsFragment['disqualificationRules'][number];

/** A rule as it is sent; what belongs to another kind is left out. */
export function ruleInputOf({ kind, questionType, customFieldId, operator, values }: Rule): DisqualificationRuleInput {
  const about = customFieldId === null ? { questionType } : { customFieldId };
  return { kind, ...(kind === 'ANSWER' && { ...about, operator }), values: kind === 'FREE_EMAIL' ? [] : [...values] };
}
