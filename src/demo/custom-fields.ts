import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import type { GeneratedCall } from './calls.ts';
import { type GeneratedContact, type History, previewId, stageOf } from './contacts.ts';
import type { FieldTemplate } from './plan.ts';
import { type Random, seededRandom } from './random.ts';
import type { WithId } from './row-writer.ts';
import type { Team } from './team.ts';
import { goals, mailName, nextSteps } from './texts.ts';
import { iso, isoDate } from './wall-clock.ts';

const industries = ['Software', 'Coaching', 'E-commerce', 'Health', 'Real estate', 'Agency'];
const revenues = ['Below $10k', '$10k–$50k', '$50k–$250k', 'Above $250k'];
const interests = ['Lead generation', 'Sales training', 'Hiring', 'Automation', 'Retention'];
const agreements = ['Newsletter', 'Call recording'];
const decisionMaker = ['Present', 'Absent', 'Unknown'];
const companySize = { min: 1, max: 100_000, step: 1, placeholder: '25' };
const dateOnly = { dateType: 'date', dateTimeFormat: 'YYYY-MM-DD', includedTime: false };

/** The fields that every workspace has from the start. */
export const systemFields = [
  field(contactStage.type, contactStage.name, contactStage.identifier, contactStage.inputType, {
    options: contactStage.options,
    isSystemField: true,
  }),
];

/** At least one field of every input type and of every object type. */
export const detailedFields: readonly FieldTemplate[] = [
  ...systemFields,
  field('CONTACT', 'Industry', 'industry', 'SINGLE_SELECT', { options: industries }),
  field('CONTACT', 'Company size', 'company-size', 'NUMBER', {
    configuration: companySize,
    description: 'Number of people, the founder included.',
  }),
  field('CONTACT', 'Monthly revenue', 'monthly-revenue', 'RADIO_BUTTON', { options: revenues }),
  field('CONTACT', 'Interests', 'interests', 'MULTIPLE_SELECT', { options: interests }),
  field('CONTACT', 'Agreements', 'agreements', 'CHECK_BOX', { options: agreements }),
  field('CONTACT', 'Website', 'website', 'URL', { configuration: { placeholder: 'https://' } }),
  field('CONTACT', 'Second email', 'second-email', 'EMAIL'),
  field('CONTACT', 'Assistant’s phone', 'assistant-phone', 'PHONE'),
  field('CONTACT', 'Customer since', 'customer-since', 'DATE', { configuration: dateOnly }),
  field('CONTACT', 'Goals', 'goals', 'TEXT_AREA', { configuration: { placeholder: 'In a year from now …' } }),
  field('CONTACT', 'Account manager', 'account-manager', 'USER'),
  field('CONTACT', 'Import reference', 'import-reference', 'TEXT', { hidden: true }),
  field('CALL', 'Call quality', 'call-quality', 'RATING', { configuration: { maxRating: 5 } }),
  field('CALL', 'Next step', 'next-step', 'TEXT'),
  field('CALL', 'Recording', 'recording', 'URL'),
  field('CALL', 'Also present', 'also-present', 'USERS_MULTIPLE'),
  field('CALL', 'Decision maker', 'decision-maker', 'SINGLE_SELECT', { options: decisionMaker }),
  field('EVENT', 'Campaign', 'campaign', 'TEXT'),
  field('DEAL', 'Payment plan', 'payment-plan', 'SINGLE_SELECT', { options: ['Full', 'Three', 'Twelve'] }),
  field('DEAL', 'Expected close', 'expected-close', 'DATE'),
  field('USER', 'Languages', 'languages', 'MULTIPLE_SELECT', { options: ['English', 'German', 'Hindi'] }),
];

function field(
  type: FieldTemplate['type'],
  name: string,
  identifier: string,
  inputType: FieldTemplate['inputType'],
  others: Partial<FieldTemplate> = {},
): FieldTemplate {
  const common = { description: null, configuration: {}, hidden: false, isSystemField: false, options: [] };
  return { ...common, type, name, identifier, inputType, ...others };
}

type Answers = Record<string, string[] | undefined>;

/** The answers of a contact to some of the fields. */
export function contactAnswers(contact: WithId<GeneratedContact>, history: History | undefined, team: Team) {
  const random = seededRandom(0xf1e1d + contact.index);
  const name = mailName(contact.lastName);
  const some = <Item>(items: readonly Item[]) => items.filter((_, index) => index === 0 || random.chance(0.45));
  const answers: Answers = {
    'contact-stage': [stageOf(history)],
    industry: sometimes(random, 0.4, () => [random.pick(industries)]),
    'company-size': sometimes(random, 0.3, () => [String(random.integer(1, 40) ** 2)]),
    'monthly-revenue': sometimes(random, 0.4, () => [random.pick(revenues)]),
    interests: sometimes(random, 0.25, () => some(interests)),
    agreements: sometimes(random, 0.25, () => some(agreements)),
    website: sometimes(random, 0.2, () => [`https://www.${name}-group.example`]),
    'second-email': sometimes(random, 0.1, () => [`office@${name}-group.example`]),
    'assistant-phone': sometimes(random, 0.1, () => [`+1415555019${random.integer(0, 9)}`]),
    'customer-since': history?.firstWinMs ? [isoDate(history.firstWinMs)] : undefined,
    goals: sometimes(random, 0.2, () => [random.pick(goals)]),
    'account-manager': sometimes(random, 0.2, () => [String(random.pick(team.sellerIds))]),
    'import-reference': sometimes(random, 0.1, () => [`IMP-${random.integer(1000, 9999)}`]),
  };
  return answerRows(answers, team, { contactId: contact.id, eventCallId: null, answeredMs: contact.joinedMs });
}

/** The answers that closers enter after a call. */
export function callAnswers({ id: eventCallId, index, outcome, updatedMs }: WithId<GeneratedCall>, team: Team) {
  if (!outcome) return [];
  const random = seededRandom(0xca11f + index);
  const answers: Answers = {
    'call-quality': sometimes(random, 0.12, () => [String(random.integer(1, 5))]),
    'next-step': sometimes(random, 0.06, () => [random.pick(nextSteps)]),
    recording: sometimes(random, 0.05, () => [`https://recordings.example/${previewId('call', index)}`]),
    'also-present': sometimes(random, 0.04, () => team.setterIds.map(String)),
    'decision-maker': sometimes(random, 0.06, () => [random.pick(decisionMaker)]),
  };
  return answerRows(answers, team, { contactId: null, eventCallId, answeredMs: updatedMs });
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
