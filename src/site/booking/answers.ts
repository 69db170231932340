import type { InviteeAnswer } from '#src/domain/custom-fields/answer.ts';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { westernDigits, withoutFullWidth, withoutInvisible } from '#src/lib/pasted-text.ts';
import { type FormField, typedIn } from './fields.ts';
import type { TypedPhones } from './phones.ts';

/** The answers of a form as input of a booking, and their fields, in the same order. */
export interface FormAnswers {
  readonly input: {
    readonly email?: string;
    readonly inviteeQuestionAnswers: Pick<InviteeAnswer, 'type' | 'answer'>[];
    readonly secondaryQuestionsAnswer: { readonly identifier: string; readonly answer: string[] }[];
  };
  /** All fields of the form. */
  readonly fields: readonly FormField[];
  readonly inviteeFields: readonly FormField[];
  readonly customFields: readonly FormField[];
  /** Required fields that nothing was typed into. */
  readonly missing: readonly FormField[];
  readonly phones: TypedPhones;
}

/** The zone and the locale in which values were entered. */
interface TypedIn {
  readonly timeZone: string;
  readonly locale: string;
  readonly phones: TypedPhones;
}

export function answersOf(fields: readonly FormField[], typed: URLSearchParams, where: TypedIn): FormAnswers {
  const filled = fields.flatMap((field) => {
    const values = typedIn(field, typed);
    return values.length === 0 ? [] : [{ field, values: values.map((value) => plainValue(field, value, where)) }];
  });
  const invitee = filled.flatMap(({ field, values: [answer = ''] }) =>
    'type' in field.asks && !field.asks.isOwn ? [{ field, item: { type: field.asks.type, answer } }] : [],
  );
  const custom = filled.flatMap(({ field, values: answer }) =>
    'identifier' in field.asks ? [{ field, item: { identifier: field.asks.identifier, answer } }] : [],
  );
  const own = filled.find(({ field }) => 'type' in field.asks && field.asks.isOwn);
  return {
    input: {
      ...(own && { email: own.values[0] as string }),
      inviteeQuestionAnswers: invitee.map(({ item }) => item),
      secondaryQuestionsAnswer: custom.map(({ item }) => item),
    },
    fields,
    inviteeFields: invitee.map(({ field }) => field),
    customFields: custom.map(({ field }) => field),
    missing: fields.filter((field) => field.required && !filled.some((each) => each.field === field)),
    phones: where.phones,
  };
}

/** The value as it is stored: phone numbers without separators, and instants in UTC. */
function plainValue({ name, control }: FormField, value: string, { timeZone, locale, phones }: TypedIn): string {
  if (control.kind === 'number') return plainNumber(value, locale);
  if (control.kind !== 'line') return value;
  if (control.type === 'tel') return phones.get(name)?.reading?.number ?? dialledNumber(value);
  if (control.type === 'date') return plainDigits(value);
  return control.type === 'datetime-local' ? instantOf(plainDigits(value), timeZone) : value;
}

/** Keyboards of other scripts write digits of their own, and texts of two directions have invisible marks. */
function plainDigits(value: string): string {
  return westernDigits(withoutFullWidth(withoutInvisible(value)));
}

function instantOf(value: string, timeZone: string): string {
  try {
    return Temporal.PlainDateTime.from(value).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return value;
  }
}

/** Converts a number from the locale's notation to a plain decimal; otherwise returns it as entered. */
function plainNumber(value: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', numberingSystem: 'latn' });
  const parts = format.formatToParts(12_345.6);
  const mark = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [mark('group'), mark('decimal')];
  // Arabic keyboards have marks of their own, which mean the same in every locale.
  const marked = plainDigits(value).replaceAll('٬', group).replaceAll('٫', decimal);
  const [whole = '', fraction, ...more] = marked.replace(/\s/g, ' ').split(decimal);
  const [first = '', ...thousands] = whole.split(/\s/.test(group) ? ' ' : group);
  const isGrouped = /^-?\d{1,3}$/.test(first) && thousands.every((digits) => /^\d{3}$/.test(digits));
  if (more.length > 0 || (thousands.length > 0 && !isGrouped)) return value;
  return [first + thousands.join(''), ...(fraction === undefined ? [] : [fraction])].join('.');
}
