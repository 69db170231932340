import { type Format, formatOf, type FieldSchema as Schema, typesOf } from './field-formats.ts';

/** A value of JSON that a field refuses, with the place inside the field that is wrong, as `[0].utmKey`, and the messages. */
export interface WrongValue {
  readonly value: unknown;
  readonly place: string;
  readonly messages: readonly string[];
  readonly isBare?: true | undefined;
  /** Sent by `/v1` only: GraphQL refuses or converts such a value before the input is checked. */
  readonly isRestOnly?: true;
}

/** A value at a bound, which is not refused with the message of the bound. */
interface BoundValue {
  readonly value: unknown;
  readonly place: string;
  readonly message: string;
}

const odd: readonly unknown[] = [null, true, 5, 1.5, '1', [], ['x'], {}, { toString: 1, valueOf: 1 }];
/** For fields inside of others, which are many. */
const few: readonly unknown[] = [null, 1.5, {}];
export const broken = 'Must not contain control characters or broken Unicode';
export const tooLong = (length: number) => `Must be at most ${length} characters`;
export const oneOf = (choices: readonly unknown[]) =>
  `Must be one of: ${choices.filter((choice) => choice !== null).join(', ')}`;

const is: Record<string, (value: unknown) => boolean> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const typeMessages: Record<string, string> = {
  integer: 'Must be an integer',
  number: 'Must be a number',
  boolean: 'Must be true or false',
  string: 'Must be a string',
  array: 'Must be a list',
  object: 'Must be an object',
};

/** What an item of a list has to be, where it is an object. */
const recordNames: Record<string, string> = {
  utm: 'utmKey and utmValue',
  hosts: 'a userId',
  reminders: 'minutesBefore and recipient',
  options: 'a name',
  disqualificationRules: 'a kind',
  inviteeQuestions: 'statement and type',
  secondaryQuestions: 'a customFieldId or an identifier',
  inviteeQuestionAnswers: 'type and answer',
  secondaryQuestionsAnswer: 'answer',
  timings: 'startTime and endTime',
  days: 'name and timings',
  'the service': 'name and timings',
};

/** Words of their own for what is refused. */
export interface Words {
  readonly type?: string;
  readonly choice?: (value: unknown) => string;
  readonly empty?: string;
  readonly record?: string;
  /** `fieldErrors` has the message alone, without the name of the field inside. */
  readonly isBare?: true;
  readonly inside?: Readonly<Record<string, Words>>;
}

/** The values that the document's schema of a field excludes: each other type, null, and what is beyond each bound. */
export function wrongValues(name: string, schema: Schema, words: Words = {}, samples = odd): WrongValue[] {
  const [type, second] = typesOf(schema);
  const refuse = (value: unknown, ...messages: string[]): WrongValue => {
    return { value, place: '', messages, isBare: words.isBare };
  };
  const refuseByRest: Refuse = (...given) => ({ ...refuse(...given), isRestOnly: true });
  const ofType = (value: unknown) => is[type]?.(value) || (value === null && second === 'null');
  if (schema.enum) {
    const choices = schema.enum;
    const [first] = choices as [string];
    const unknown = [
      ...samples.filter((value) => !choices.includes(value)),
      '',
      `${first.toLowerCase()} `,
      '__proto__',
    ];
    return unknown.map((value) => refuseByRest(value, words.choice?.(value) ?? oneOf(choices)));
  }
  const message = words.type ?? (typeMessages[type] as string);
  // The length of a list is measured as well.
  const others = samples.filter(
    (value) => !ofType(value) && !(schema.minLength && `${JSON.stringify(value)}` === '[]'),
  );
  const ofOtherTypes = others.map((value) => refuseByRest(value, message));
  if (type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    const below = [minimum - 1, -1e9].map((value) => refuse(value, `Must be at least ${minimum}`));
    return [
      ...ofOtherTypes,
      ...below,
      ...[maximum + 1, 1e10].map((value) => refuse(value, `Must be at most ${maximum}`)),
    ];
  }
  if (type === 'string') return [...ofOtherTypes, ...wrongTexts(schema, formatOf(name, schema), refuse)];
  if (type === 'array') return [...ofOtherTypes, ...wrongLists(name, schema, words)];
  if (type === 'object') return [...ofOtherTypes, ...wrongFields(schema, words)];
  return ofOtherTypes;
}

type Refuse = (value: unknown, ...messages: string[]) => WrongValue;

function wrongTexts({ maxLength, minLength }: Schema, format: Format | undefined, refuse: Refuse): WrongValue[] {
  const wrong = (format?.wrong ?? []).map((text) => refuse(text, format?.message as string));
  // GraphQL may say first that such a text is badly written.
  for (const text of format?.others?.wrong ?? [])
    wrong.push({ ...refuse(text, format?.others?.message as string), isRestOnly: true });
  if (minLength) wrong.push(refuse('', 'Must not be empty'));
  const also = format?.message ? [format.message] : [];
  if (maxLength && !format?.isRaw) {
    for (const text of ['\u0000', '\ud800', '\u001b']) wrong.push(refuse(text, broken, ...also));
  }
  const isAlone = format?.endsAtLength;
  if (maxLength) wrong.push(refuse('x'.repeat(maxLength + 1), tooLong(maxLength), ...(isAlone ? [] : also)));
  return wrong;
}

function wrongLists(name: string, schema: Schema, words: Words): WrongValue[] {
  const { items = {}, minItems, maxItems } = schema;
  const right = rightValue(name, items);
  const lists: WrongValue[] = [];
  if (minItems) lists.push({ value: [], place: '', messages: [words.empty ?? 'Must not be empty'] });
  const tooMany = `Must have at most ${maxItems} items`;
  if (maxItems) lists.push({ value: Array(maxItems + 1).fill(right), place: '', messages: [tooMany] });
  const record = `Each must be an object with ${words.record ?? recordNames[name]}`;
  const inItem = wrongValues(name, items, items.properties ? { ...words, type: record } : words);
  return [...lists, ...inItem.map((each) => ({ ...each, value: [each.value], place: `[0]${each.place}` }))];
}

/** Each field of an object, with the others as they should be. */
function wrongFields(schema: Schema, words: Words): WrongValue[] {
  const { properties = {}, required = [] } = schema;
  const right = rightValue('', schema) as Record<string, unknown>;
  const missing = required.map((name) => {
    const { [name]: _, ...value } = right;
    return { value, place: `.${name}`, messages: ['Is required'] };
  });
  const wrong = Object.entries(properties).flatMap(([name, field]) =>
    wrongValues(name, field, words.inside?.[name], few).map((each) => {
      return { ...each, value: { ...right, [name]: each.value }, place: `.${name}${each.place}` };
    }),
  );
  return [...missing, ...wrong];
}

/** A value that fits, as short as may be. */
export function rightValue(name: string, schema: Schema): unknown {
  const [type] = typesOf(schema);
  if (schema.enum) return schema.enum[0];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 0);
  if (type === 'boolean') return true;
  if (type === 'array') return schema.minItems ? [rightValue(name, schema.items ?? {})] : [];
  if (type === 'string') return formatOf(name, schema)?.right ?? 'x';
  const fields = (schema.required ?? []).map((field) => [field, rightValue(field, schema.properties?.[field] ?? {})]);
  return Object.fromEntries(fields);
}

/** The values at the bounds of a field, and of the fields inside it. */
export function boundValues(name: string, schema: Schema, words: Words = {}): BoundValue[] {
  const [type, second] = typesOf(schema);
  const at = (value: unknown, message: string): BoundValue => ({ value, place: '', message });
  const { enum: choices } = schema;
  if (choices) return choices.map((choice) => at(choice, words.choice?.(choice) ?? oneOf(choices)));
  const nothing = second === 'null' ? [at(null, typeMessages[type] as string)] : [];
  if (type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    return [...nothing, at(minimum, `Must be at least ${minimum}`), at(maximum, `Must be at most ${maximum}`)];
  }
  if (type === 'string') {
    const { maxLength } = schema;
    return maxLength ? [...nothing, at('x'.repeat(maxLength), tooLong(maxLength))] : nothing;
  }
  if (type === 'array') {
    const { items = {}, maxItems = 0 } = schema;
    const full = at(Array(maxItems).fill(rightValue(name, items)), `Must have at most ${maxItems} items`);
    const inItem = boundValues(name, items, words).map((each) => ({
      ...each,
      value: [each.value],
      place: `[0]${each.place}`,
    }));
    return [...nothing, full, ...inItem];
  }
  if (type !== 'object') return nothing;
  const right = rightValue(name, schema) as object;
  const inside = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) =>
    boundValues(field, inner, words.inside?.[field]).map(({ value, place, message }) => {
      return { value: { ...right, [field]: value }, place: `.${field}${place}`, message };
    }),
  );
  return [...nothing, ...inside];
}
