import type { z } from 'zod';
import { email, phoneNumber, text } from '#src/domain/input.ts';
import { compareDecimals, decimal, isStepsAway } from '#src/lib/decimal.ts';
import { isCalendarDay, isInstant } from '#src/lib/time-zones.ts';
import { type AnsweredField, maxTextLength } from './answer.ts';
import { type CustomFieldConfiguration, defaultMaxRating, type InputType, includesTime } from './custom-field.ts';

/** One item of an answer as it is stored, or the reason why it is refused. */
type CheckedItem = { readonly value: string } | { readonly problem: string };
type Rule = (item: string) => CheckedItem;

type CheckedAnswer = { readonly answer: string[] } | { readonly problem: string };

const maxLineLength = 1_000;
const maxUrlLength = 2_048;
const maxNumberLength = 40;

/**
 * Checks an answer and gives the form in which it is stored. A stored answer passes again unchanged, so a client can send
 * back what it has read. An answer without items clears the field, which every field allows.
 */
export function checkAnswer(
  field: AnsweredField,
  items: readonly string[],
  memberIds: ReadonlySet<number>,
): CheckedAnswer {
  if (items.length > 1 && !takesSeveral(field.inputType)) return { problem: 'Must have one item' };
  const rule = ruleOf(field, memberIds);
  const checked = items.map((item): CheckedItem => (item === '' ? { problem: notEmpty } : rule(item)));
  const refused = checked.find((each) => 'problem' in each);
  if (refused) return refused;
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

function line(item: string): CheckedItem {
  return /\p{Cc}/u.test(item) ? { problem: 'Must be one line without control characters' } : fitsLine(item);
}

/** The text stays as sent: `12.50` remains `12.50`. */
function numberWithin(item: string, { min, max, step }: CustomFieldConfiguration): CheckedItem {
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

function day(item: string): CheckedItem {
  const exists = isCalendarDay(item) && !item.startsWith('0000');
  return exists ? { value: item } : { problem: 'Must be an existing date (YYYY-MM-DD)' };
}

/** Stored in UTC with milliseconds, as all instants are. */
function instant(item: string): CheckedItem {
  const value = isInstant(item) ? new Date(item).toISOString() : '';
  const exists = /^(?!0000)\d{4}-/.test(value);
  return exists ? { value } : { problem: 'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)' };
}

function webAddress(item: string): CheckedItem {
  if (item.length > maxUrlLength) return { problem: `Must be at most ${maxUrlLength} characters` };
  const isWhole = /^https?:\/\/[^/?#\s][^\s\p{Cc}]*$/iu.test(item) && URL.canParse(item);
  return isWhole ? { value: item } : { problem: 'Must be a web address that begins with https:// or http://' };
}

/** A name takes precedence over an id: answers hold names, so an answer that is sent back keeps its meaning. */
function option(item: string, options: AnsweredField['options']): CheckedItem {
  const found = options.find(({ name }) => name === item) ?? options.find(({ id }) => String(id) === item);
  if (!found) return { problem: 'Must be the name or id of an option' };
  return found.isArchived ? { problem: 'Must not be an archived option' } : { value: found.name };
}

function rating(item: string, max: number): CheckedItem {
  const isWithin = /^[1-9]\d{0,8}$/.test(item) && Number(item) <= max;
  return isWithin ? { value: item } : { problem: `Must be a whole number from 1 to ${max}` };
}

function member(item: string, memberIds: ReadonlySet<number>): CheckedItem {
  const [userId] = possibleUserIds([item]);
  const isMember = userId !== undefined && memberIds.has(userId);
  return isMember ? { value: item } : { problem: 'Must be the user id of a member of the workspace' };
}

/** The items that can be user ids. The caller looks up which of these users are members. */
export function possibleUserIds(items: readonly string[]): number[] {
  return items.filter((item) => /^[1-9]\d{0,9}$/.test(item) && Number(item) < 2 ** 31).map(Number);
}
