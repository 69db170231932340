import type { LockedField } from '#src/db/writes/custom-field-answers.ts';
import { DomainError, fieldError, invalidInput } from '#src/domain/errors.ts';
import { inviteeOf } from '#src/domain/event-calls/invitee.ts';
import { type DisqualificationRule, firstMetRule, type Lead } from '#src/domain/events/disqualification.ts';
import type { DisqualificationRuleInput } from '#src/domain/events/lead-input.ts';
import type { MetRule, WhyDisqualifiedInput } from '#src/domain/events/why-disqualified.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import type { CallerContext } from '../context.ts';
import { fieldLookup, findField, requireDistinct, requireValidAnswer } from '../custom-fields/answer-custom-fields.ts';
import { storedRule } from './lead-settings.ts';
import { getEvent } from './read-events.ts';

/** The first rule that a lead with these answers meets; null if they can book. Nothing is stored, and no answer is required. */
export async function explainDisqualified(
  context: CallerContext,
  { eventId, disqualificationRules, ...answers }: WhyDisqualifiedInput,
): Promise<MetRule | null> {
  if (rolePolicies[context.principal.role].rows !== 'all') throw new DomainError('FORBIDDEN');
  const event = await getEvent(context, { eventId });
  const fields = await readFields(context, answers.secondaryQuestionsAnswer, disqualificationRules ?? []);
  const rules = disqualificationRules ? rulesOf(fields, disqualificationRules) : event.disqualificationRules;
  const index = firstMetRule(rules, leadOf(fields, answers));
  const met = rules[index];
  return met ? { index, kind: met.kind } : null;
}

type Answers = Omit<WhyDisqualifiedInput, 'eventId' | 'disqualificationRules'>;

/** Reads the named fields without a lock, because nothing is stored. */
async function readFields(
  { db, principal: { workspaceId } }: CallerContext,
  answers: Answers['secondaryQuestionsAnswer'],
  rules: readonly DisqualificationRuleInput[],
): Promise<LockedField[]> {
  const { ids, identifiers, userIds } = fieldLookup(answers);
  const named = [...identifiers, ...rules.flatMap(({ identifier }) => identifier ?? [])];
  ids.push(...rules.flatMap(({ customFieldId }) => customFieldId ?? []));
  if (ids.length + named.length === 0) return [];
  const [fields, members] = await Promise.all([
    db.prisma.customField.findMany({
      where: { workspaceId, OR: [{ id: { in: ids } }, { identifier: { in: named } }] },
      include: { options: { where: { workspaceId } } },
    }),
    db.prisma.membership.findMany({
      where: { workspaceId, userId: { in: userIds }, removedAt: null },
      select: { userId: true },
    }),
  ]);
  const memberIds = members.map(({ userId }) => userId);
  return fields.map((field) => ({ ...(field as unknown as Omit<LockedField, 'memberIds'>), memberIds }));
}

function rulesOf(
  fields: readonly LockedField[],
  rules: readonly DisqualificationRuleInput[],
): readonly DisqualificationRule[] {
  const stored = rules.map((rule, index) => storedRule(fields, rule, ['disqualificationRules', index]));
  const problems = stored.flatMap((each) => ('problem' in each ? each.problem : []));
  if (problems.length > 0) throw invalidInput(problems);
  return stored.flatMap((each) => ('rule' in each ? each.rule : []));
}

const name = 'secondaryQuestionsAnswer';

function leadOf(fields: readonly LockedField[], answers: Answers): Lead {
  const answered = answers[name].map((each, index) => {
    const path = [name, index, each.customFieldId === undefined ? 'identifier' : 'customFieldId'];
    const field = findField(fields, each, 'CALL');
    if (!field) throw fieldError(path, 'not_found', 'Must be a custom field of the workspace');
    const answer = requireValidAnswer(field, each.answer, [name, index, 'answer']);
    return { customFieldId: field.id, identifier: field.identifier, answer };
  });
  requireDistinct(answered, name);
  return { invitee: inviteeOf(answers), questions: answers.inviteeQuestionAnswers.map(toList), fields: answered };
}

function toList({ type, answer }: Answers['inviteeQuestionAnswers'][number]) {
  return { type, answer };
}
