import { z } from 'zod';
import { inviteeFields } from '#src/domain/event-calls/booking.ts';
import { id } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { ruleKinds } from './disqualification.ts';
import { leadFields } from './lead-input.ts';

/** The rule that disqualifies a lead. */
export const metRuleRecord = {
  index: field.int('Position of the rule in disqualificationRules, from 0.'),
  kind: field.oneOf(ruleKinds, 'What the rule checks.'),
};
export interface MetRule extends RecordOf<typeof metRuleRecord> {}

const { language: _, ...leadAnswers } = inviteeFields;

export const whyDisqualifiedInput = z.object({
  eventId: id().describe('Event id.'),
  ...leadAnswers,
  disqualificationRules: leadFields.disqualificationRules.describe(
    'The rules to check, so that they can be tried before they are saved. Default: the rules of the event.',
  ),
});

export type WhyDisqualifiedInput = z.output<typeof whyDisqualifiedInput>;
