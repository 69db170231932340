import { type Random, seededRandom } from '#src/lib/random.ts';
import type { DemoCall, KeptCall } from './demo-calls.ts';
import { type History, stageAfter } from './demo-contacts.ts';
import { fieldTemplates } from './demo-field-templates.ts';
import type { Person } from './demo-people.ts';
import { mailName } from './names.ts';
import { goals, nextSteps } from './texts.ts';
import { iso } from './wall-clock.ts';

export interface AnswerContext {
  fieldIds: ReadonlyMap<string, number>;
  /** Who may stand in a field of the type USER. */
  sellerIds: readonly number[];
  setterIds: readonly number[];
}

type Answers = Record<string, string[] | undefined>;

/** Which of the fields a contact has answered, and what. */
export function contactAnswerRows(histories: readonly History[], context: AnswerContext) {
  const random = seededRandom(0xf1e1d);
  return histories.flatMap(({ contact, calls }) =>
    rows(contactAnswers(random, contact, calls, context), context).map((row) => {
      return { contactId: contact.id, eventCallId: null, ...row, ...stamps(contact.joinedMs) };
    }),
  );
}

/** Closers fill these in after a call. */
export function callAnswerRows(calls: readonly KeptCall[], context: AnswerContext) {
  const random = seededRandom(0xca11f);
  return calls.flatMap((call) =>
    (call.outcome ? rows(callAnswers(random, call, context), context) : []).map((row) => {
      return { contactId: null, eventCallId: call.id, ...row, ...stamps(call.updatedMs) };
    }),
  );
}

function contactAnswers(random: Random, person: Person, calls: readonly DemoCall[], context: AnswerContext): Answers {
  const sometimes = (share: number, answer: () => string[]) => (random.chance(share) ? answer() : undefined);
  const name = mailName(person.lastName);
  const stage = stageAfter(calls);
  return {
    'contact-stage': [stage],
    industry: sometimes(0.4, () => [random.pick(optionsOf('industry'))]),
    'company-size': sometimes(0.3, () => [String(random.integer(1, 40) ** 2)]),
    'monthly-revenue': sometimes(0.4, () => [random.pick(optionsOf('monthly-revenue'))]),
    interests: sometimes(0.25, () => optionsOf('interests').filter((_, index) => index === 0 || random.chance(0.4))),
    agreements: sometimes(0.25, () => optionsOf('agreements').filter((_, index) => index === 0 || random.chance(0.5))),
    website: sometimes(0.2, () => [`https://www.${name}-group.example`]),
    'second-email': sometimes(0.1, () => [`office@${name}-group.example`]),
    'assistant-phone': sometimes(0.1, () => [`+1415555019${random.integer(0, 9)}`]),
    'customer-since': stage === 'Customer' ? [iso(firstWin(calls)).slice(0, 10)] : undefined,
    goals: sometimes(0.2, () => [random.pick(goals)]),
    'account-manager': sometimes(0.2, () => [String(random.pick(context.sellerIds))]),
    'import-reference': sometimes(0.1, () => [`IMP-${random.integer(1000, 9999)}`]),
  };
}

function callAnswers(random: Random, call: DemoCall, { setterIds }: AnswerContext): Answers {
  const sometimes = (share: number, answer: () => string[]) => (random.chance(share) ? answer() : undefined);
  return {
    'call-quality': sometimes(0.12, () => [String(random.integer(1, 5))]),
    'next-step': sometimes(0.06, () => [random.pick(nextSteps)]),
    recording: sometimes(0.05, () => [`https://recordings.example/${call.previewId}`]),
    'also-present': sometimes(0.04, () => setterIds.map(String)),
    'decision-maker': sometimes(0.06, () => [random.pick(optionsOf('decision-maker'))]),
  };
}

function rows(answers: Answers, { fieldIds }: AnswerContext) {
  return Object.entries(answers).flatMap(([identifier, answer]) => {
    const customFieldId = fieldIds.get(identifier);
    return answer && customFieldId !== undefined ? { customFieldId, answer } : [];
  });
}

const options = new Map(fieldTemplates.map((field) => [field.identifier, field.options]));

/** Options are answered by their names. */
function optionsOf(identifier: string): string[] {
  return [...(options.get(identifier) ?? [])];
}

function firstWin(calls: readonly DemoCall[]): number {
  return Math.min(...calls.filter(({ outcome }) => outcome === 'WON').map(({ endMs }) => endMs));
}

function stamps(ms: number) {
  return { createdAt: iso(ms), updatedAt: iso(ms) };
}
