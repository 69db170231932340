import type { DomainError } from '#src/domain/errors.ts';
import type { FieldError } from '#src/domain/field-errors.ts';
import type { FormAnswers } from './answers.ts';
import type { FormField } from './fields.ts';
import type { Messages } from './form.ts';
import type { Formats } from './formats.ts';
import { guestsMessage, guestsName } from './guests.ts';
import type { TypedPhone } from './phones.ts';
import { phoneProblemText } from './phones.ts';
import type { Texts } from './texts/texts.ts';

/** The problems of a form, by input and as a whole. */
export interface Problems {
  readonly status: number;
  readonly messages: Messages;
  readonly whole: string | undefined;
  /** The next open times in epoch milliseconds, if the chosen time cannot be booked. */
  readonly nextStarts?: readonly number[] | undefined;
}

/** The required fields that are empty. */
export function missingProblems({ missing }: FormAnswers, texts: Texts): Problems | undefined {
  if (missing.length === 0) return undefined;
  const required = texts.errors.required ?? texts.errors.invalid;
  return {
    status: 400,
    messages: Object.fromEntries(missing.map(({ name }) => [name, required])),
    whole: texts.fixErrors,
  };
}

interface Page {
  readonly texts: Texts;
  readonly formats?: Formats | undefined;
  /** The reason why the time cannot be booked, if that is the error. */
  readonly closedTime?: string | undefined;
  /** The guests as they were typed. */
  readonly guests?: readonly string[];
}

/** The problems of a refused booking, in the page's language and at their inputs. */
export function problemsOf(
  { status, code, details, rate }: Pick<DomainError, 'status' | 'code' | 'details' | 'rate'>,
  answers: FormAnswers | undefined,
  { texts, formats, closedTime, guests = [] }: Page,
): Problems {
  const none = { messages: {}, nextStarts: undefined };
  if (code === 'RATE_LIMIT_EXCEEDED')
    return { status, ...none, whole: waitText(rate?.retryAfterSeconds ?? 1, texts, formats) };
  if (code === 'UNAVAILABLE') return { status, ...none, whole: texts.busy };
  const errors = details?.errors ?? [];
  if (errors.length === 0) return { status, ...none, whole: texts.failed };
  const ofTime = errors.find(({ path }) => path === 'dateTime');
  if (ofTime) {
    const nextStarts = details?.nextAvailable?.map((each) => Date.parse(each));
    return { status, messages: {}, whole: closedTime ?? timeText(ofTime, texts), nextStarts };
  }
  // A form that asks only for a phone number has no field for it.
  const needsEmail = errors.some(({ path, code }) => path === 'email' && code === 'required');
  if (needsEmail) return { status, ...none, messages: emailMessage(answers, texts), whole: texts.needsEmail };
  const ofGuests = errors.filter(({ path }) => path?.startsWith(guestsName));
  const guestsText = guestsMessage(ofGuests, guests, texts);
  const others = errors.filter((error) => !ofGuests.includes(error));
  const placed = others.map((error) => ({ name: fieldAt(error.path ?? '', answers)?.name, error }));
  const messages = placed.flatMap(({ name, error }) => {
    const field = answers && fieldAt(error.path ?? '', answers);
    return name === undefined || !field
      ? []
      : [[name, textOf(error, field, { texts, phone: answers.phones.get(name) })] as const];
  });
  const isPlaced = messages.length === others.length;
  const shown = guestsText === undefined ? messages : [...messages, [guestsName, guestsText] as const];
  return { status, messages: Object.fromEntries(shown), whole: isPlaced ? texts.fixErrors : texts.changedForm };
}

function emailMessage(answers: FormAnswers | undefined, texts: Texts): Messages {
  const name = fieldAt('email', answers)?.name;
  return name === undefined ? {} : { [name]: texts.errors.required ?? texts.errors.invalid };
}

/** The limits of a network or a mailbox last an hour or longer: then a time is clearer than seconds. */
function waitText(seconds: number, texts: Texts, formats: Formats | undefined): string {
  if (seconds < 120 || !formats) return texts.tooMany(seconds);
  return texts.tooManyBookings(formats.duration(Math.ceil(seconds / 60)));
}

function timeText({ code }: FieldError, texts: Texts): string {
  if (code === 'out_of_range') return texts.past;
  return code === 'conflict' ? texts.sameTime : texts.notOpen;
}

/** The field of a path in the service's input. */
function fieldAt(path: string, answers: FormAnswers | undefined): FormField | undefined {
  if (!answers) return undefined;
  const [, list, index] = /^(inviteeQuestionAnswers|secondaryQuestionsAnswer)\[(\d+)\]\.?(?:answer|$)/.exec(path) ?? [];
  if (list === 'inviteeQuestionAnswers') return answers.inviteeFields[Number(index)];
  if (list === 'secondaryQuestionsAnswer') return answers.customFields[Number(index)];
  const type = path === 'email' ? 'EMAIL' : path === 'phoneNumber' ? 'PHONE_NO' : undefined;
  return answers.fields.find(({ asks }) => 'type' in asks && asks.type === type);
}

interface Language {
  readonly texts: Texts;
  /** The number in the field, if it is one for phone numbers. */
  readonly phone: TypedPhone | undefined;
}

function textOf({ code }: FieldError, { control }: FormField, { texts, phone }: Language): string {
  if (code === 'limit_reached') return texts.limitReached;
  const isEmail = control.kind === 'line' && control.type === 'email';
  if (code === 'invalid_characters' && isEmail) return texts.emailLocalPartError;
  if (code === 'invalid_format' && phone) return phoneProblemText(phone, texts);
  const ofForm = code === 'invalid_format' && control.kind === 'line' ? ofType(control.type, texts) : undefined;
  return ofForm ?? texts.errors[code] ?? texts.errors.invalid;
}

function ofType(type: string, texts: Texts): string | undefined {
  switch (type) {
    case 'email':
      return texts.emailError;
    case 'url':
      return texts.linkError;
    case 'date':
    case 'datetime-local':
      return texts.dateError;
    default:
      return undefined;
  }
}
