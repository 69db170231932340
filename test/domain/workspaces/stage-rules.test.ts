import { describe, expect, test } from 'vitest';
import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import {
  nextStage,
  type Stage,
  type StageRule,
  type StageTrigger,
  stageRulesInput,
  stageTriggers,
  triggerOf,
} from '#src/domain/workspaces/stage-rules.ts';

const stagesOf = (names: readonly string[], archived: readonly string[] = []): Stage[] =>
  names.map((name, index) => ({ id: index + 1, name, isArchived: archived.includes(name) }));

const stages = stagesOf(contactStage.options);
const ruleFor = (trigger: StageTrigger, name: string | null): StageRule => ({
  trigger,
  optionId: stages.find((stage) => stage.name === name)?.id ?? null,
});

const none = null;
const stays = undefined;

describe('the stage that a contact moves to', () => {
  test.each<[StageTrigger, string | null, string | undefined]>([
    ['FIRST_BOOKING', none, 'Lead'],
    ['FIRST_BOOKING', 'Lead', stays],
    ['FIRST_BOOKING', 'Qualified', stays],
    ['FIRST_BOOKING', 'Lost', stays],
    ['WON', none, 'Customer'],
    ['WON', 'Lead', 'Customer'],
    ['WON', 'Opportunity', 'Customer'],
    ['WON', 'Customer', stays],
    ['WON', 'Lost', stays],
    ['NO_SHOW', none, stays],
    ['NO_SHOW', 'Lead', stays],
  ])('%s from %s is by default %s', (trigger, present, next) => {
    expect(nextStage({ stages, rules: [], present }, trigger)?.name).toBe(next);
  });

  test.each<[StageTrigger, string | null, string | null, string | undefined]>([
    ['FIRST_BOOKING', 'Qualified', none, 'Qualified'],
    ['FIRST_BOOKING', 'Qualified', 'Lead', 'Qualified'],
    ['FIRST_BOOKING', 'Qualified', 'Opportunity', stays],
    ['FIRST_BOOKING', null, none, stays],
    ['WON', 'Lost', 'Customer', 'Lost'],
    ['WON', null, 'Lead', stays],
    ['NO_SHOW', 'Lost', none, 'Lost'],
    ['NO_SHOW', 'Lost', 'Customer', 'Lost'],
    ['NO_SHOW', 'Qualified', 'Customer', stays],
  ])('%s with the rule %s from %s is %s', (trigger, rule, present, next) => {
    expect(nextStage({ stages, rules: [ruleFor(trigger, rule)], present }, trigger)?.name).toBe(next);
  });

  test('is never an earlier one or an archived one, whatever the rule', () => {
    const some = stagesOf(contactStage.options, ['Lead', 'Customer']);
    const choices = [undefined, null, ...some.map(({ id }) => id), 99];
    const presents = [null, 'Unknown', ...contactStage.options];
    const moves = stageTriggers.flatMap((trigger) =>
      choices.flatMap((optionId) =>
        presents.flatMap((present) => {
          const rules = optionId === undefined ? [] : [{ trigger, optionId }];
          const next = nextStage({ stages: some, rules, present }, trigger);
          return next ? [{ next, from: some.findIndex(({ name }) => name === present), present }] : [];
        }),
      ),
    );
    expect(moves.length).toBeGreaterThan(20);
    expect(moves.filter(({ next, from }) => next.isArchived || some.indexOf(next) <= from)).toEqual([]);
    expect(moves.filter(({ present }) => present === 'Unknown')).toEqual([]);
  });

  test('follows the default where the chosen stage is archived or is no stage', () => {
    const some = stagesOf(contactStage.options, ['Qualified', 'Lost']);
    const next = (trigger: StageTrigger, optionId: number) =>
      nextStage({ stages: some, rules: [{ trigger, optionId }], present: null }, trigger)?.name;
    expect([next('FIRST_BOOKING', 2), next('WON', 5), next('NO_SHOW', 5), next('WON', 99)]).toEqual([
      'Lead',
      'Customer',
      undefined,
      'Customer',
    ]);
  });

  test('is by default the first in the present order, and the one that is named Customer now', () => {
    const next = (names: readonly string[], trigger: StageTrigger, archived: readonly string[] = []) =>
      nextStage({ stages: stagesOf(names, archived), rules: [], present: null }, trigger)?.name;
    expect(next(['Qualified', 'Lead'], 'FIRST_BOOKING')).toBe('Qualified');
    expect(next(['Qualified', 'Lead'], 'FIRST_BOOKING', ['Qualified'])).toBe('Lead');
    expect(next(['Lead', ' CUSTOMER '], 'WON')).toBe(' CUSTOMER ');
    expect(next(['Lead', 'Client'], 'WON')).toBeUndefined();
    expect(next(['Lead', 'Customer'], 'WON', ['Customer'])).toBeUndefined();
    expect(next([], 'FIRST_BOOKING')).toBeUndefined();
  });
});

test.each([
  [{ outcome: 'WON', noSaleReason: null }, 'WON'],
  [{ outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' }, 'NO_SHOW'],
  [{ outcome: 'REJECTED', noSaleReason: 'NO_SHOW' }, 'NO_SHOW'],
  [{ outcome: 'NO_SALE', noSaleReason: 'BAD_FIT' }, undefined],
  [{ outcome: 'QUALIFIED', noSaleReason: null }, undefined],
  [{ outcome: null, noSaleReason: null }, undefined],
] as const)('%j is the trigger %s', (call, trigger) => {
  expect(triggerOf(call)).toBe(trigger);
});

test('a trigger has one rule', () => {
  const refused = stageRulesInput().safeParse([ruleFor('WON', 'Lead'), ruleFor('WON', null)]);
  expect(refused.error?.issues).toEqual([
    expect.objectContaining({ message: 'Must not have the same trigger twice', path: [] }),
  ]);
});
