import type { ClientBase } from 'pg';
import { type LockedField, shareLockFields } from '#src/db/writes/custom-field-answers.ts';
import { invalidInput } from '#src/domain/errors.ts';
import { questionTypes } from '#src/domain/event-calls/event-call.ts';
import type { DisqualificationRule } from '#src/domain/events/disqualification.ts';
import type { CreateEventInput } from '#src/domain/events/input.ts';
import type { DisqualificationRuleInput } from '#src/domain/events/lead-input.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { askable } from './event-lists.ts';

type Input = Pick<CreateEventInput, 'disqualificationRules' | 'redirectAnswers'>;

/** Returns the settings that name custom fields as they are stored. Each field must be one that a form can ask. */
export async function requireLeadSettings(
  client: ClientBase,
  workspaceId: number,
  { disqualificationRules: rules, redirectAnswers }: Input,
): Promise<{ disqualificationRules?: DisqualificationRule[]; redirectAnswers?: string[] }> {
  const fields = await lockNamedFields(client, workspaceId, rules ?? [], redirectAnswers ?? []);
  const stored = rules?.map((rule, index) => storedRule(fields, rule, ['disqualificationRules', index]));
  const problems = [
    ...(stored ?? []).flatMap((each) => ('problem' in each ? each.problem : [])),
    ...redirectProblems(fields, redirectAnswers ?? []),
  ];
  if (problems.length > 0) throw invalidInput(problems);
  return {
    ...(stored && { disqualificationRules: stored.flatMap((each) => ('rule' in each ? each.rule : [])) }),
    ...(redirectAnswers && { redirectAnswers }),
  };
}

async function lockNamedFields(
  client: ClientBase,
  workspaceId: number,
  rules: readonly DisqualificationRuleInput[],
  redirectAnswers: readonly string[],
): Promise<readonly LockedField[]> {
  const ids = rules.flatMap(({ customFieldId }) => customFieldId ?? []);
  const identifiers = [...rules.flatMap(({ identifier }) => identifier ?? []), ...redirectAnswers.filter(isIdentifier)];
  return ids.length + identifiers.length === 0
    ? []
    : shareLockFields(client, workspaceId, { ids, identifiers, userIds: [] });
}

/** The rule as it is stored: it names its field by id. */
export function storedRule(
  fields: readonly LockedField[],
  { kind, questionType, customFieldId, identifier, operator, values }: DisqualificationRuleInput,
  path: Problem['path'],
): { readonly rule: DisqualificationRule } | { readonly problem: Problem } {
  const rule = { kind, questionType: questionType ?? null, customFieldId: null, operator: operator ?? null, values };
  const named = { customFieldId: customFieldId ?? undefined, identifier: identifier ?? undefined };
  if ((named.customFieldId ?? named.identifier) === undefined) return { rule };
  const found = askable(fields, named, path);
  return 'problem' in found ? found : { rule: { ...rule, customFieldId: found.field.id } };
}

function redirectProblems(fields: readonly LockedField[], names: readonly string[]): Problem[] {
  return names.flatMap((name, index): Problem[] => {
    const path = ['redirectAnswers', index];
    if (names.indexOf(name) < index) return [{ path, code: 'duplicate', message: 'Must not occur twice' }];
    if (!isIdentifier(name)) return [];
    const found = askable(fields, { identifier: name }, path);
    if (!('problem' in found)) return [];
    const message = `Must be one of ${questionTypes.join(', ')}, or the identifier of a CONTACT or CALL field`;
    return [{ path, code: found.problem.code, message }];
  });
}

function isIdentifier(name: string): boolean {
  return !questionTypes.some((type) => type === name);
}
