import { z } from 'zod';
import type { FieldErrorCode, Problem } from '#src/domain/field-errors.ts';
import { enumeration, integer, must, text } from '#src/domain/input.ts';
import { type CustomFieldConfiguration, dateTypes, type InputType } from './custom-field.ts';

const maxNumber = 1e15;
export const maxRatingLimit = 10;

const number = () =>
  z.number(must('Must be a number')).min(-maxNumber, 'Must be at least -1e15').max(maxNumber, 'Must be at most 1e15');

/** The tokens of day.js with separators. A run of one letter is one token, so a format is unambiguous. */
const dateTimeFormat = () =>
  text(40).regex(
    /^(?:[ .,:/-]|Y{2}(?:Y{2})?(?!Y)|M{1,4}(?!M)|D{1,2}(?!D)|d{3,4}(?!d)|[Hh]{1,2}(?![Hh])|mm(?!m)|ss(?!s)|[Aa](?![Aa]))+$/,
    'Must be made up of YYYY, YY, M to MMMM, D, DD, ddd, dddd, H, HH, h, hh, mm, ss, A, a and " .,:/-"',
  );

const shape = {
  min: number().nullish().describe('NUMBER: the minimum.'),
  max: number().nullish().describe('NUMBER: the maximum.'),
  step: number()
    .gt(0, 'Must be greater than 0')
    .nullish()
    .describe('NUMBER: the step between allowed answers, counted from min or, without min, from 0.'),
  dateType: enumeration(dateTypes).nullish().describe('DATE: a calendar day (the default) or an instant.'),
  dateTimeFormat: dateTimeFormat()
    .nullish()
    .describe('DATE: the display format, such as `DD.MM.YYYY`. Answers are always ISO 8601.'),
  includedTime: z
    .boolean(must('Must be true or false'))
    .nullish()
    .describe('DATE: true if it includes a time. Must match dateType.'),
  maxRating: integer(1, maxRatingLimit).nullish().describe('RATING: the highest rating, 1 to 10. Default: 5.'),
  placeholder: text(255).nullish().describe('Placeholder text that is shown while the field is empty.'),
};

export const configurationInput = z.strictObject(shape, {
  error: (issue) => {
    if (issue.code === 'unrecognized_keys') return `Unknown: ${issue.keys.join(', ')}`;
    return issue.input === undefined ? 'Is required' : 'Must be an object';
  },
});

type ConfigurationInput = z.output<typeof configurationInput>;

/** The configuration as `/v1` returns it: with every key, null where nothing is stored. */
export function wholeConfiguration(stored: CustomFieldConfiguration): object {
  return { ...Object.fromEntries(Object.keys(shape).map((key) => [key, null])), ...stored };
}

/** The configuration keys of the input types, besides the placeholder. */
const ownKeys: Partial<Record<InputType, readonly string[]>> = {
  NUMBER: ['min', 'max', 'step'],
  DATE: ['dateType', 'dateTimeFormat', 'includedTime'],
  RATING: ['maxRating'],
} satisfies Partial<Record<InputType, readonly (keyof CustomFieldConfiguration)[]>>;

function hasKey(inputType: InputType, key: string): boolean {
  return key === 'placeholder' || (ownKeys[inputType]?.includes(key) ?? false);
}

/** The configuration of an input. Null means absent. */
export function configurationOf(input: ConfigurationInput | null | undefined): CustomFieldConfiguration {
  return Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null && value !== undefined));
}

/** The part of a configuration that another input type supports as well. */
export function fittingPart(configuration: CustomFieldConfiguration, inputType: InputType): CustomFieldConfiguration {
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => hasKey(inputType, key)));
}

/** The problems of a configuration for its input type; empty if there are none. */
export function configurationProblems(configuration: CustomFieldConfiguration, inputType: InputType): Problem[] {
  const { min, max, dateType, includedTime } = configuration;
  const unsupported = Object.keys(configuration).filter((key) => !hasKey(inputType, key));
  const contradicts =
    dateType !== undefined && includedTime !== undefined && includedTime !== (dateType === 'dateTime');
  return [
    ...unsupported.map((key) => problem(key, 'unknown_field', `Is not allowed for the input type ${inputType}`)),
    ...(min !== undefined && max !== undefined && min > max
      ? [problem('max', 'conflict', 'Must be at least min')]
      : []),
    ...(contradicts
      ? [problem('includedTime', 'conflict', 'Must be true for the dateType dateTime and false for date')]
      : []),
  ];
}

function problem(key: string, code: FieldErrorCode, message: string): Problem {
  return { path: ['configuration', key], code, message };
}
