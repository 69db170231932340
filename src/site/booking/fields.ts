import type { QuestionType } from '#src/domain/custom-fields/answer.ts';
import { maxTextLength } from '#src/domain/custom-fields/answer.ts';
import { defaultMaxRating, type InputType, includesTime } from '#src/domain/custom-fields/custom-field.ts';
import type { BookingPageEvent } from '#src/domain/event-calls/public-booking.ts';
import { defaultInviteeQuestions, phoneQuestion } from '#src/domain/events/input.ts';
import type { PlusKind } from '#src/lib/network/query-plus.ts';
import type { Texts } from './texts/texts.ts';

/** The control that answers a question. */
export type Control =
  | { readonly kind: 'line'; readonly type: 'text' | 'email' | 'tel' | 'url' | 'date' | 'datetime-local' }
  | { readonly kind: 'number' | 'lines' }
  | { readonly kind: 'select'; readonly options: readonly string[] }
  | { readonly kind: 'radios'; readonly options: readonly string[] }
  | { readonly kind: 'checkboxes'; readonly options: readonly string[]; readonly isConsent: boolean };

/** A question of the form. */
export interface FormField {
  /** The name of its input, and of the query parameter that prefills it. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly required: boolean;
  readonly maxLength: number;
  readonly autocomplete: string;
  readonly control: Control;
  /** The subject of the question: the invitee, or a custom field by its identifier. */
  readonly asks:
    | { readonly type: QuestionType; readonly isOwn?: true }
    | { readonly identifier: string; readonly inputType: InputType };
}

const inviteeInputs: Readonly<
  Record<QuestionType, { name: string; autocomplete: string; type: 'text' | 'email' | 'tel'; text: keyof Texts }>
> = {
  EMAIL: { name: 'email', autocomplete: 'email', type: 'email', text: 'email' },
  PHONE_NO: { name: 'phoneNumber', autocomplete: 'tel', type: 'tel', text: 'phoneNumber' },
  NAME: { name: 'name', autocomplete: 'name', type: 'text', text: 'name' },
  FIRST_NAME: { name: 'firstName', autocomplete: 'given-name', type: 'text', text: 'firstName' },
  LAST_NAME: { name: 'lastName', autocomplete: 'family-name', type: 'text', text: 'lastName' },
};

/** The questions of an event in order. A booking needs a contact address: if the event asks for none, one is added. */
export function fieldsOf(event: BookingPageEvent, texts: Texts): FormField[] {
  const counts = new Map<QuestionType, number>();
  const invitee = event.inviteeQuestions.map((question) => {
    const count = (counts.get(question.type) ?? 0) + 1;
    counts.set(question.type, count);
    return inviteeField(question, count, texts);
  });
  return [...reachable(invitee, texts), ...event.secondaryQuestions.map((question) => customField(question))];
}

type InviteeQuestion = BookingPageEvent['inviteeQuestions'][number];

/** Our default questions are shown in the visitor's language. */
const ownQuestions = [...defaultInviteeQuestions, phoneQuestion];

function inviteeField({ type, statement, required }: InviteeQuestion, count: number, texts: Texts): FormField {
  const { name, autocomplete, text, ...input } = inviteeInputs[type];
  const isOurs = ownQuestions.some((each) => each.type === type && each.statement === statement);
  return {
    name: count === 1 ? name : `${name}.${count}`,
    label: isOurs ? (texts[text] as string) : statement,
    hint: type === 'PHONE_NO' ? texts.phoneHint : undefined,
    required,
    maxLength: 255,
    autocomplete,
    control: { kind: 'line', type: input.type },
    asks: { type },
  };
}

function reachable(fields: readonly FormField[], texts: Texts): FormField[] {
  const isAddress = ({ asks }: FormField) => 'type' in asks && (asks.type === 'EMAIL' || asks.type === 'PHONE_NO');
  if (fields.some((field) => field.required && isAddress(field))) return [...fields];
  const optional = fields.find(isAddress);
  if (optional) return fields.map((field) => (field === optional ? { ...field, required: true } : field));
  const question = { type: 'EMAIL', statement: texts.email, required: true } as const;
  return [...fields, { ...inviteeField(question, 1, texts), asks: { type: 'EMAIL', isOwn: true } }];
}

type SecondaryQuestion = BookingPageEvent['secondaryQuestions'][number];

function customField(question: SecondaryQuestion): FormField {
  const { identifier, name, description, required, configuration } = question;
  const inputType = question.inputType as InputType;
  return {
    name: `answer.${identifier}`,
    label: name,
    hint: description ?? undefined,
    placeholder: configuration.placeholder,
    required,
    maxLength: lengths[inputType] ?? 1_000,
    autocomplete: 'off',
    control: controlOf(inputType, question),
    asks: { identifier, inputType },
  };
}

const lengths: Partial<Record<InputType, number>> = { TEXT_AREA: maxTextLength, URL: 2_048, EMAIL: 255, PHONE: 64 };

function controlOf(inputType: InputType, { options, configuration, isConsent }: SecondaryQuestion): Control {
  const { maxRating = defaultMaxRating } = configuration;
  switch (inputType) {
    case 'TEXT_AREA':
      return { kind: 'lines' };
    case 'NUMBER':
      return { kind: 'number' };
    case 'DATE':
      return { kind: 'line', type: includesTime(configuration) ? 'datetime-local' : 'date' };
    case 'URL':
      return { kind: 'line', type: 'url' };
    case 'EMAIL':
      return { kind: 'line', type: 'email' };
    case 'PHONE':
      return { kind: 'line', type: 'tel' };
    case 'SINGLE_SELECT':
      return { kind: 'select', options };
    case 'RADIO_BUTTON':
      return { kind: 'radios', options };
    case 'MULTIPLE_SELECT':
    case 'CHECK_BOX':
      return { kind: 'checkboxes', options, isConsent };
    case 'RATING':
      return { kind: 'radios', options: Array.from({ length: maxRating }, (_, index) => String(index + 1)) };
    case 'TEXT':
    case 'USER':
    case 'USERS_MULTIPLE':
      return { kind: 'line', type: 'text' };
  }
}

/** The kinds of the fields by input name; these keep a `+` in a link. */
export function plusKindsOf(fields: readonly FormField[]): (name: string) => PlusKind | undefined {
  const kinds = { email: 'email', tel: 'phone number' } as const;
  const types = new Map(fields.map(({ name, control }) => [name, control.kind === 'line' ? control.type : '']));
  return (name) => kinds[types.get(name) as keyof typeof kinds];
}

/** The maximum number of name-value pairs that a form sends for these questions, with every box ticked. */
export function maxPairsOf(fields: readonly FormField[]): number {
  const pairs = fields.map((field) => {
    if (field.control.kind === 'checkboxes') return field.control.options.length;
    // With its country, and the number that was shown.
    return isPhone(field) ? 3 : 1;
  });
  return pairs.reduce((sum, each) => sum + each, 0);
}

export function isPhone({ control }: Pick<FormField, 'control'>): boolean {
  return control.kind === 'line' && control.type === 'tel';
}

/** The values of a field: several only if several can be chosen. Empty values count as absent. */
export function typedIn({ name, control }: Pick<FormField, 'name' | 'control'>, typed: URLSearchParams): string[] {
  const values = typed.getAll(name).map((value) => (control.kind === 'lines' ? value : value.trim()));
  const filled = values.filter((value) => value.trim() !== '');
  return control.kind === 'checkboxes' ? filled : filled.slice(-1);
}
