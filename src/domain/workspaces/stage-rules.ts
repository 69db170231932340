import { z } from 'zod';
import type { SetOutcome } from '#src/domain/event-calls/event-call.ts';
import { coded, enumeration, id, list } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { contactStage } from './contact-stage.ts';

/** What moves a contact to another stage by itself. */
export const stageTriggers = ['FIRST_BOOKING', 'WON', 'NO_SHOW'] as const;
export type StageTrigger = (typeof stageTriggers)[number];

/** A workspace's own rule. A trigger without one follows the default. */
export const stageRuleRecord = {
  trigger: field.oneOf(stageTriggers, 'What moves the contact.'),
  optionId: field.int('Option id of the stage that the contact moves to; null if it stays where it is.').nullable(),
};
export interface StageRule extends RecordOf<typeof stageRuleRecord> {}

export const stageRuleInput = z.object(
  {
    trigger: enumeration(stageTriggers).describe('What moves the contact.'),
    optionId: id()
      .nullable()
      .describe('Id of an option of the system field `contact-stage`; null to leave the stage as it is.'),
  },
  'Each must be an object with trigger and optionId',
);

/** At most one rule for each trigger. */
export const stageRulesInput = () =>
  list(stageRuleInput, stageTriggers.length).refine(
    (rules) => new Set(rules.map(({ trigger }) => trigger)).size === rules.length,
    coded('duplicate', 'Must not have the same trigger twice'),
  );

export interface Stage {
  readonly id: number;
  readonly name: string;
  readonly isArchived: boolean;
}

/** The stages of a workspace in their order, its own rules, and the present stage of a contact; null if it has none. */
export interface ContactStages {
  readonly stages: readonly Stage[];
  readonly rules: readonly StageRule[];
  readonly present: string | null;
}

/** The stage named so is the default for contacts who are won, in any case of its letters. */
const wonStage = contactStage.options[3].toLowerCase();

/** The stage of a trigger without a rule of the workspace; undefined if the contact stays where it is. */
const defaults: Readonly<Record<StageTrigger, (open: readonly Stage[]) => Stage | undefined>> = {
  FIRST_BOOKING: ([first]) => first,
  WON: (open) => open.find(({ name }) => name.trim().toLowerCase() === wonStage),
  NO_SHOW: () => undefined,
};

/**
 * The stage that the contact moves to; undefined if it stays where it is. A contact only moves forward in the order of the
 * stages. An archived stage takes no contacts: a rule that names one follows the default.
 */
export function nextStage({ stages, rules, present }: ContactStages, trigger: StageTrigger): Stage | undefined {
  const open = stages.filter(({ isArchived }) => !isArchived);
  const rule = rules.find((each) => each.trigger === trigger);
  if (rule?.optionId === null) return undefined;
  const next = open.find(({ id: optionId }) => optionId === rule?.optionId) ?? defaults[trigger](open);
  if (next === undefined || present === null) return next;
  const [from, to] = [stages.findIndex(({ name }) => name === present), stages.indexOf(next)];
  // An answer that names no option was not set by a rule, so it stays.
  return from !== -1 && from < to ? next : undefined;
}

/** What an outcome moves a contact by; undefined for the outcomes without a rule. */
export function triggerOf(call: {
  readonly outcome: SetOutcome | null;
  readonly noSaleReason: string | null;
}): Exclude<StageTrigger, 'FIRST_BOOKING'> | undefined {
  if (call.outcome === 'WON') return 'WON';
  return call.outcome !== null && call.noSaleReason === 'NO_SHOW' ? 'NO_SHOW' : undefined;
}
