import { z } from 'zod';
import { canonicalEmail, emailForm, hasForeignLocalPart, maxEmailLength } from '#src/lib/network/email-address.ts';
import { phoneForm, visibleNumber } from '#src/lib/network/phone-number.ts';
import type { PlusKind } from '#src/lib/network/query-plus.ts';
import { linkProblem, maxAddressLength, pageAddress } from '#src/lib/network/web-address.ts';
import { canonicalInstant, isCalendarDay, isInstant, isTimeZone } from '#src/lib/time/time-zones.ts';
import type { FieldErrorCode, Problem } from './field-errors.ts';

/** An input that names one record. */
export interface ById<Id = number> {
  readonly id: Id;
}

/**
 * The building blocks of inputs. Their conversions, such as that of an instant's offset or of an email's form, are idempotent,
 * so checking an input twice is harmless.
 */

export const requiredMessage = 'Is required';

/** The error of a value of the wrong type. A missing value has an error of its own. */
export const must = (message: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? requiredMessage : message),
});

/** The message of a refinement, with its code. Zod's own checks have a code already. */
export const coded = (code: FieldErrorCode, message: string) => ({ error: message, params: { code } });

/**
 * Checks a rule about a whole object even if fields have problems, so that all problems of a body are reported at once. Zod
 * alone would skip the rule then. A rule may look at whether fields are given; fields whose values it uses are named in `used`,
 * and must be valid.
 */
export const whenFieldsAreValid = (...used: readonly string[]) => ({
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !issues.some(({ path: [field] = [] }) => used.includes(String(field))),
});

/** The message of such a rule, with its code. */
export const crossFieldRule = (code: FieldErrorCode, message: string, ...used: readonly string[]) => ({
  ...coded(code, message),
  ...whenFieldsAreValid(...used),
});

/** The issue of a `superRefine`. */
export const customIssue = ({ path, code, message, asIs }: Problem) => ({
  code: 'custom' as const,
  path: [...path],
  message,
  params: { code, asIs },
});

/**
 * Length checks for strings and lists. Use these, never `.min()`, `.max()` or `.length()` of a string or an array: zod
 * runs its own length checks on values that failed the type check too, and so throws where the `length` of an object
 * cannot become a primitive.
 */
export const maxLength = (maximum: number, message: string, { abort = false, of = isSized } = {}) =>
  new z.core.$ZodCheckMaxLength({
    check: 'max_length',
    maximum,
    error: () => message,
    when: ({ value }) => of(value),
    abort,
  });

export const minLength = (minimum: number, message: string) =>
  new z.core.$ZodCheckMinLength({
    check: 'min_length',
    minimum,
    error: () => message,
    when: ({ value }) => isSized(value),
  });

export const notEmpty = () => minLength(1, 'Must not be empty');

function isSized(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

export const maxId = 2_147_483_647;

export const integer = (minimum: number, maximum: number) =>
  z
    .int(must('Must be an integer'))
    .min(minimum, `Must be at least ${minimum}`)
    .max(maximum, `Must be at most ${maximum}`);

export const id = () => integer(1, maxId);

/** The error of a value that is none of these. */
export const oneOf = (values: readonly string[]) => must(`Must be one of: ${values.join(', ')}`);

export const enumeration = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, oneOf(values));

export const list = <Item extends z.ZodType>(item: Item, maxItems = 200) =>
  z
    .array(item, must('Must be a list'))
    .check(maxLength(maxItems, `Must have at most ${maxItems} items`, { of: Array.isArray }));

/** A filter by several values. An empty list would filter nothing, so it is refused. */
export const filterList = <Item extends z.ZodType>(item: Item) =>
  list(item).check(minLength(1, 'Must have at least one value'));

export const idList = () => filterList(id());

/** Any string of at most this length. Use it only for text that is never stored, such as a password; else use `text`. */
export const rawText = (maxCharacters: number) =>
  z.string(must('Must be a string')).check(maxLength(maxCharacters, tooLong(maxCharacters)));

const tooLong = (maxCharacters: number) => `Must be at most ${maxCharacters} characters`;

const storable = (string: z.ZodString) =>
  string.refine(isStorable, coded('invalid_characters', 'Must not contain control characters or broken Unicode'));

export const text = (maxCharacters: number) => storable(rawText(maxCharacters));

/** A refinement: the text has visible characters. */
export const visible = [isVisible, coded('too_short', 'Must not be empty')] as const;

/** Line breaks and other control characters, and characters that change the direction of the text around them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

const inOneLine = coded('invalid_characters', 'Must be one line, without control characters');

/** `text` already refuses characters that no text may have, with its own message. */
function isOneLine(value: string): boolean {
  return !controls.test(value) || !isStorable(value);
}

/** A text with more than white space and invisible characters. */
export const nonBlank = (maxCharacters: number) => text(maxCharacters).refine(...visible);

/** A refinement to use after `visible`: a name must be one line, because it appears in lines with other texts. */
export const visibleLine = [(value: string) => !isVisible(value) || isOneLine(value), inOneLine] as const;

/** A name in one line. */
export const visibleName = (maxCharacters: number) => nonBlank(maxCharacters).refine(...visibleLine);

/** A name that may be empty. A name of only invisible characters would look empty, so it is refused. */
export const nameText = (maxCharacters: number) =>
  text(maxCharacters)
    .refine(
      (value) => value.trim() === '' || isVisible(value),
      coded('invalid_characters', 'Must have visible characters'),
    )
    .refine((value) => (value.trim() !== '' && !isVisible(value)) || isOneLine(value), inOneLine);

export const boolean = () => z.boolean(must('Must be true or false'));

/** The kinds of texts whose `+` keeps its meaning in a query. Instants are among `timeScalars`. */
export const plusKinds = z.registry<{ readonly kind: PlusKind }>();

const invalidEmail = 'Invalid email format';

/** An address in its canonical form. */
export const email = () =>
  storable(
    z
      .string(must('Must be a string'))
      .overwrite(canonicalEmail)
      .check(maxLength(maxEmailLength, tooLong(maxEmailLength), { abort: true })),
  )
    .refine((value) => !hasForeignLocalPart(value), { ...coded('invalid_characters', invalidEmail), abort: true })
    .regex(emailForm, invalidEmail)
    .register(plusKinds, { kind: 'email' });

/** E.164. Invisible characters are removed, and full-width digits are converted. */
export const phoneNumber = () =>
  z
    .string(must('Must be a string'))
    .overwrite(visibleNumber)
    .regex(phoneForm, 'Must be E.164 format')
    .register(plusKinds, { kind: 'phone number' });

export const timeZone = () =>
  text(64).refine(isTimeZone, coded('unknown_value', 'Must be an IANA time zone such as Europe/Berlin'));

/** The GraphQL scalar of a text that is a time. The field reports a wrong value, not the scalar. */
export const timeScalars = z.registry<{ readonly scalar: 'DateTime' | 'Date' | 'DateOrDateTime' }>();

export const instant = () =>
  text(40)
    .refine(isInstant, coded('invalid_format', 'Must be an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'))
    .register(timeScalars, { scalar: 'DateTime' });

/** An instant of a year that the database and every client can hold, in any time zone. */
export const storedInstant = () =>
  instant()
    .refine(
      (value) => !isInstant(value) || (value >= '1900-01-02' && value < '2999-12-31'),
      coded('out_of_range', 'Must be in the years 1900 to 2999'),
    )
    .meta({ format: 'date-time' });

/** An instant with any offset, converted to UTC: an offset does not determine the sender's time zone. */
export const utcInstant = () =>
  text(40)
    .refine(
      (value) => isInstant(value) && isOfSupportedYear(canonicalInstant(value)),
      coded('invalid_format', 'Must be an ISO 8601 instant in the years 2000 to 2999 (YYYY-MM-DDTHH:mm:ssZ)'),
    )
    .overwrite((value) => (isInstant(value) ? canonicalInstant(value) : value))
    .register(timeScalars, { scalar: 'DateTime' });

export const calendarDay = () =>
  text(10)
    .refine(
      (value) => isCalendarDay(value) && isOfSupportedYear(value),
      coded('invalid_format', 'Must be an existing date in the years 2000 to 2999 (YYYY-MM-DD)'),
    )
    .register(timeScalars, { scalar: 'Date' });

export function isOfSupportedYear(value: string): boolean {
  return value.startsWith('2');
}

/** A whole day, in a time zone that the field states, or an instant. */
export const dayOrInstant = () =>
  text(40)
    .refine(
      (value) => isCalendarDay(value) || isInstant(value),
      coded('invalid_format', 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)'),
    )
    .register(timeScalars, { scalar: 'DateOrDateTime' });

/** A refinement for a change: a field other than the key is present. */
export function namesChange(key?: string) {
  const check = (input: object) => Object.entries(input).some(([name, value]) => name !== key && value !== undefined);
  return [check, crossFieldRule('required', 'At least one field to change is required')] as const;
}

/** A refinement: exactly one of these fields is present. */
export function exactlyOne<Name extends string>(...names: Name[]) {
  return (input: Partial<Record<Name, unknown>>) => names.filter((name) => input[name] !== undefined).length === 1;
}

/**
 * Direction marks, joiners and fillers are not white space, but they are invisible too. `text` already refuses control
 * characters that no text may have, with its own message.
 */
export function isVisible(value: string): boolean {
  return /[^\s\u0080-\u009f\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
}

/** PostgreSQL cannot hold a NUL byte, UTF-8 cannot hold half a surrogate pair; other control characters have no use in a text. */
function isStorable(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for.
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) && value.isWellFormed();
}

/** A link that people open. */
export const link = () =>
  z.string(must('Must be a string')).superRefine((value, context) => addLinkProblem(linkProblem(value), context));

/** The address of a web page, of which only the origin and the path are stored. */
export const pageAddressText = () =>
  storable(
    z
      .string(must('Must be a string'))
      .overwrite((value) => pageAddress(value) ?? value)
      .check(maxLength(maxAddressLength, tooLong(maxAddressLength), { abort: true })),
  ).refine(
    // What cannot be stored has an error already.
    (value) => !isStorable(value) || pageAddress(value) !== undefined,
    coded('invalid_format', 'Must be a URL that begins with https:// or http://'),
  );

/** A meeting link, or an address in words; empty for none. A text that a browser would read as a URL must be a link. */
export const placeText = () =>
  text(2_048)
    .refine(isOneLine, coded('invalid_characters', 'Must be one line without control characters'))
    .refine((value) => value === '' || isVisible(value), visible[1])
    .superRefine((value, context) => {
      const place = value.trim();
      if (/^https?:/i.test(place)) addLinkProblem(linkProblem(place), context);
      else if (URL.canParse(place) || /^[/\\]{2}/.test(place))
        addLinkProblem('must be text, or a link with https:// or http://', context);
    });

function addLinkProblem(problem: string | undefined, context: z.RefinementCtx): void {
  if (problem === undefined) return;
  const message = `M${problem.slice(1)}`;
  context.addIssue(customIssue({ path: [], code: 'invalid_format', message }));
}
