import type { z } from 'zod';
import type { FieldErrorCode, Problem } from '#src/domain/field-errors.ts';
import { email, phoneNumber, text } from '#src/domain/input.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';
import { compareDecimals, decimal, isStepsAway } from '#src/lib/decimal.ts';
import { linkProblem } from '#src/lib/network/web-address.ts';
import { canonicalInstant, isCalendarDay, isInstant } from '#src/lib/time/time-zones.ts';
import { type AnsweredField, maxTextLength } from './answer.ts';
import { type CustomFieldConfiguration, defaultMaxRating, type InputType, includesTime } from './custom-field.ts';
import { lookOf } from './options-by-name.ts';

/** One item of an answer as it is stored, or the reason why it is refused. */
type CheckedItem = { readonly value: string } | { readonly problem: ItemProblem };
type Rule = (item: string) => CheckedItem;

type ItemProblem = Omit<Problem, 'path'>;
/** `index` is the index of the refused item; a problem of the whole answer has none. */
type CheckedAnswer = { readonly answer: string[] } | { readonly problem: ItemProblem & { readonly index?: number } };

function refusedAs(code: FieldErrorCode, message: string): { readonly problem: ItemProblem } {
  return { problem: { code, message } };
}

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
  if (items.length > 1 && !takesSeveral(field.inputType)) return refusedAs('too_many', 'Must have one item');
  const rule = ruleOf(field, memberIds);
  const checked = items.map((item): CheckedItem => (item === '' ? refusedAs('too_short', notEmpty) : rule(item)));
  const index = checked.findIndex((each) => 'problem' in each);
  const refused = checked[index];
  if (refused && 'problem' in refused) return { problem: { ...refused.problem, index } };
  return { answer: [...new Set(checked.flatMap((each) => ('value' in each ? each.value : [])))] };
}

const notEmpty = 'Must not have empty items; an empty list clears the answer';

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
      return optionOf(options);
    case 'RATING':
      return (item) => rating(item, configuration.maxRating ?? defaultMaxRating);
    case 'USER':
    case 'USERS_MULTIPLE':
      return (item) => member(item, memberIds);
  }
}

function fitting(schema: z.ZodType<string>): Rule {
  return (item) => {
    const { data, error } = schema.safeParse(item);
    const [problem] = problemsOf(error?.issues ?? []);
    return problem ? refusedAs(problem.code, problem.message) : { value: data ?? item };
  };
}

const fitsLine = fitting(text(maxLineLength));

function line(item: string): CheckedItem {
  return /\p{Cc}/u.test(item)
    ? refusedAs('invalid_characters', 'Must be one line without control characters')
    : fitsLine(item);
}

/** The text stays as sent: `12.50` remains `12.50`. */
function numberWithin(item: string, { min, max, step }: CustomFieldConfiguration): CheckedItem {
  if (item.length > maxNumberLength) return refusedAs('too_long', `Must be at most ${maxNumberLength} characters`);
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(item))
    return refusedAs('invalid_format', 'Must be a decimal number such as 1250 or -12.5');
  const number = decimal(item);
  if (min !== undefined && compareDecimals(number, decimal(min)) < 0)
    return refusedAs('too_small', `Must be at least ${min}`);
  if (max !== undefined && compareDecimals(number, decimal(max)) > 0)
    return refusedAs('too_big', `Must be at most ${max}`);
  if (step !== undefined && !isStepsAway(number, decimal(min ?? 0), decimal(step))) {
    return refusedAs('too_precise', `Must be ${min ?? 0} plus or minus a multiple of ${step}`);
  }
  return { value: item };
}

function day(item: string): CheckedItem {
  const exists = isCalendarDay(item) && !item.startsWith('0000');
  return exists ? { value: item } : refusedAs('invalid_format', 'Must be an existing date (YYYY-MM-DD)');
}

/** Instants are stored in UTC with milliseconds. */
function instant(item: string): CheckedItem {
  const value = isInstant(item) ? canonicalInstant(item) : '';
  const exists = /^(?!0000)\d{4}-/.test(value);
  return exists ? { value } : refusedAs('invalid_format', 'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)');
}

function webAddress(item: string): CheckedItem {
  if (item.length > maxUrlLength) return refusedAs('too_long', `Must be at most ${maxUrlLength} characters`);
  const problem = linkProblem(item);
  return problem === undefined ? { value: item } : refusedAs('invalid_format', `M${problem.slice(1)}`);
}

/** Finds an option by id, else by name. An exact name comes first: names from before the current rules may look alike. */
function optionOf(options: AnsweredField['options']): Rule {
  let byLook: ReadonlyMap<string, AnsweredField['options'][number]> | undefined;
  const lookalike = (item: string) => {
    byLook ??= new Map(options.toReversed().map((option) => [lookOf(option.name), option]));
    return byLook.get(lookOf(item));
  };
  return (item) => {
    const found =
      options.find(({ id }) => String(id) === item) ?? options.find(({ name }) => name === item) ?? lookalike(item);
    if (!found) return refusedAs('unknown_value', `Must be the id or name of an option: ${namesOf(options)}`);
    return found.isArchived ? refusedAs('not_allowed', 'Must not be an archived option') : { value: found.name };
  };
}

/** A field may have hundreds of options. */
const maxListed = 20;

function namesOf(options: AnsweredField['options']): string {
  const names = options.filter(({ isArchived }) => !isArchived).map(({ name }) => name);
  const more = names.length - maxListed;
  return `${names.slice(0, maxListed).join(', ') || 'the field has no options'}${more > 0 ? ` and ${more} more` : ''}`;
}

function rating(item: string, max: number): CheckedItem {
  const isWithin = /^[1-9]\d{0,8}$/.test(item) && Number(item) <= max;
  return isWithin ? { value: item } : refusedAs('out_of_range', `Must be a whole number from 1 to ${max}`);
}

function member(item: string, memberIds: ReadonlySet<number>): CheckedItem {
  const [userId] = possibleUserIds([item]);
  const isMember = userId !== undefined && memberIds.has(userId);
  return isMember ? { value: item } : refusedAs('not_found', 'Must be the user id of a member of the workspace');
}

/** The items that can be user ids. The caller looks up which of these users are members. */
export function possibleUserIds(items: readonly string[]): number[] {
  return items.filter((item) => /^[1-9]\d{0,9}$/.test(item) && Number(item) < 2 ** 31).map(Number);
}
