import { type Random, seededRandom } from '#src/lib/random.ts';
import type { GeneratedCall } from './calls.ts';
import { type History, type Person, previewId, stageOf } from './contacts.ts';
import { fieldOptions } from './custom-fields.ts';
import type { Made } from './row-writer.ts';
import type { Team } from './team.ts';
import { goals, mailName, nextSteps } from './texts.ts';
import { iso, isoDate } from './wall-clock.ts';

type Answers = Record<string, string[] | undefined>;

/** Which of the fields a contact has answered, and what. */
export function contactAnswers({ id: contactId, ...person }: Made<Person>, history: History | undefined, team: Team) {
  const random = seededRandom(0xf1e1d + person.index);
  const name = mailName(person.lastName);
  const some = <Item>(items: readonly Item[]) => items.filter((_, index) => index === 0 || random.chance(0.45));
  const answers: Answers = {
    'contact-stage': [stageOf(history)],
    industry: sometimes(random, 0.4, () => [random.pick(fieldOptions.industry)]),
    'company-size': sometimes(random, 0.3, () => [String(random.integer(1, 40) ** 2)]),
    'monthly-revenue': sometimes(random, 0.4, () => [random.pick(fieldOptions.revenue)]),
    interests: sometimes(random, 0.25, () => some(fieldOptions.interests)),
    agreements: sometimes(random, 0.25, () => some(fieldOptions.agreements)),
    website: sometimes(random, 0.2, () => [`https://www.${name}-group.example`]),
    'second-email': sometimes(random, 0.1, () => [`office@${name}-group.example`]),
    'assistant-phone': sometimes(random, 0.1, () => [`+1415555019${random.integer(0, 9)}`]),
    'customer-since': history?.firstWinMs ? [isoDate(history.firstWinMs)] : undefined,
    goals: sometimes(random, 0.2, () => [random.pick(goals)]),
    'account-manager': sometimes(random, 0.2, () => [String(random.pick(team.sellerIds))]),
    'import-reference': sometimes(random, 0.1, () => [`IMP-${random.integer(1000, 9999)}`]),
  };
  return answerRows(answers, team, { contactId, eventCallId: null, answeredMs: person.joinedMs });
}

/** Closers fill these in after a call. */
export function callAnswers({ id: eventCallId, ...call }: Made<GeneratedCall>, team: Team) {
  if (!call.outcome) return [];
  const random = seededRandom(0xca11f + call.index);
  const answers: Answers = {
    'call-quality': sometimes(random, 0.12, () => [String(random.integer(1, 5))]),
    'next-step': sometimes(random, 0.06, () => [random.pick(nextSteps)]),
    recording: sometimes(random, 0.05, () => [`https://recordings.example/${previewId('call', call.index)}`]),
    'also-present': sometimes(random, 0.04, () => team.setterIds.map(String)),
    'decision-maker': sometimes(random, 0.06, () => [random.pick(fieldOptions.decisionMaker)]),
  };
  return answerRows(answers, team, { contactId: null, eventCallId, answeredMs: call.updatedMs });
}

function sometimes(random: Random, probability: number, answer: () => string[]): string[] | undefined {
  return random.chance(probability) ? answer() : undefined;
}

function answerRows(
  answers: Answers,
  { fieldIds }: Team,
  { answeredMs, ...target }: { contactId: number | null; eventCallId: number | null; answeredMs: number },
) {
  const answeredAt = iso(answeredMs);
  return Object.entries(answers).flatMap(([identifier, answer]) => {
    const customFieldId = fieldIds.get(identifier);
    if (!answer || customFieldId === undefined) return [];
    return { ...target, customFieldId, answer, createdAt: answeredAt, updatedAt: answeredAt };
  });
}
