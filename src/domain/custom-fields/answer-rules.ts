import type { z } from 'zod';
import { email, phoneNumber, text } from '#src/domain/input.ts';
import { compareDecimals, decimal, isStepsAway } from '#src/lib/decimal.ts';
import { isCalendarDay, isInstant } from '#src/lib/time-zones.ts';
import type { AnsweredField } from './answer.ts';
import { type CustomFieldConfiguration, defaultMaxRating, type InputType, includesTime } from './custom-field.ts';

/** One item of an answer in the form in which it is stored, or what is wrong with it. */
type Checked = { readonly value: string } | { readonly problem: string };
type Rule = (item: string) => Checked;

export type CheckedAnswer = { readonly answer: string[] } | { readonly problem: string };

export const maxTextLength = 10_000;
const maxLineLength = 1_000;
const maxUrlLength = 2_048;
const maxNumberLength = 40;

/**
 * Whether an answer fits a field, and the one form in which it is stored. What is stored fits again and stays as it is,
 * so an answer that was read can be sent back. No items: no answer any more, which fits every field.
 */
export function checkAnswer(
  field: AnsweredField,
  items: readonly string[],
  memberIds: ReadonlySet<number>,
): CheckedAnswer {
  if (items.length > 1 && !takesSeveral(field.inputType)) return { problem: 'Must have one item' };
  const rule = ruleOf(field, memberIds);
  const checked = items.map((item): Checked => (item === '' ? { problem: notEmpty } : rule(item)));
  const wrong = checked.find((each) => 'problem' in each);
  if (wrong) return wrong;
  return { answer: [...new Set(checked.flatMap((each) => ('value' in each ? each.value : [])))] };
}

const notEmpty = 'Must have no empty items; a list without items clears the answer';

function takesSeveral(inputType: InputType): boolean {
  return inputType === 'MULTIPLE_SELECT' || inputType === 'CHECK_BOX' || inputType === 'USERS_MULTIPLE';
}

function ruleOf({ inputType, configuration, options }: AnsweredField, memberIds: ReadonlySet<number>): Rule {
  switch (inputType) {
    case 'TEXT':
      return line;
    case 'TEXT_AREA':
      return fitting(text(maxTextLength));
    case 'NUMBER':
      return (item) => numberWithin(item, configuration);
    case 'DATE':
      return includesTime(configuration) ? instant : day;
    case 'URL':
      return webAddress;
    case 'EMAIL':
      return fitting(email());
    case 'PHONE':
      return fitting(phoneNumber());
    case 'SINGLE_SELECT':
    case 'MULTIPLE_SELECT':
    case 'RADIO_BUTTON':
    case 'CHECK_BOX':
      return (item) => option(item, options);
    case 'RATING':
      return (item) => rating(item, configuration.maxRating ?? defaultMaxRating);
    case 'USER':
    case 'USERS_MULTIPLE':
      return (item) => member(item, memberIds);
  }
}

function fitting(schema: z.ZodType<string>): Rule {
  return (item) => {
    const { error } = schema.safeParse(item);
    return error ? { problem: error.issues[0]?.message ?? 'Must fit the field' } : { value: item };
  };
}

const fitsLine = fitting(text(maxLineLength));

function line(item: string): Checked {
  return /\p{Cc}/u.test(item) ? { problem: 'Must be one line without control characters' } : fitsLine(item);
}

/** As it was sent, so that `12.50` stays `12.50`. */
function numberWithin(item: string, { min, max, step }: CustomFieldConfiguration): Checked {
  if (item.length > maxNumberLength) return { problem: `Must be at most ${maxNumberLength} characters` };
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(item)) return { problem: 'Must be a decimal number such as 1250 or -12.5' };
  const number = decimal(item);
  if (min !== undefined && compareDecimals(number, decimal(min)) < 0) return { problem: `Must be at least ${min}` };
  if (max !== undefined && compareDecimals(number, decimal(max)) > 0) return { problem: `Must be at most ${max}` };
  if (step !== undefined && !isStepsAway(number, decimal(min ?? 0), decimal(step))) {
    return { problem: `Must be ${min ?? 0}, or any number of steps of ${step} away from it` };
  }
  return { value: item };
}

function day(item: string): Checked {
  const exists = isCalendarDay(item) && !item.startsWith('0000');
  return exists ? { value: item } : { problem: 'Must be an existing date (YYYY-MM-DD)' };
}

/** In UTC, with milliseconds, as every instant is told. */
function instant(item: string): Checked {
  const value = isInstant(item) ? new Date(item).toISOString() : '';
  const exists = /^(?!0000)\d{4}-/.test(value);
  return exists ? { value } : { problem: 'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)' };
}

function webAddress(item: string): Checked {
  if (item.length > maxUrlLength) return { problem: `Must be at most ${maxUrlLength} characters` };
  const isWhole = /^https?:\/\/[^/?#\s][^\s\p{Cc}]*$/iu.test(item) && URL.canParse(item);
  return isWhole ? { value: item } : { problem: 'Must be a web address that begins with https:// or http://' };
}

/** A name counts before an id: it is what answers hold, so one that was read means the same when it is sent back. */
function option(item: string, options: AnsweredField['options']): Checked {
  const found = options.find(({ name }) => name === item) ?? options.find(({ id }) => String(id) === item);
  if (!found) return { problem: 'Must be the name or id of an option' };
  return found.isArchived ? { problem: 'Must not be an archived option' } : { value: found.name };
}

function rating(item: string, greatest: number): Checked {
  const isWithin = /^[1-9]\d{0,8}$/.test(item) && Number(item) <= greatest;
  return isWithin ? { value: item } : { problem: `Must be a whole number from 1 to ${greatest}` };
}

function member(item: string, memberIds: ReadonlySet<number>): Checked {
  const [userId] = possibleUserIds([item]);
  const isMember = userId !== undefined && memberIds.has(userId);
  return isMember ? { value: item } : { problem: 'Must be the user id of a member of the workspace' };
}

/** The items that could be user ids: of these it has to be known who is a member. */
export function possibleUserIds(items: readonly string[]): number[] {
  return items.filter((item) => /^[1-9]\d{0,9}$/.test(item) && Number(item) < 2 ** 31).map(Number);
}
