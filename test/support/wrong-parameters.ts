import { dayOrInstant, formatOf, type FieldSchema as Schema, typesOf } from './field-formats.ts';
import { broken, oneOf, tooLong } from './wrong-values.ts';

/** The text of a query parameter, percent-encoded, and the messages that refuse it. */
type WrongParameter = readonly [encoded: string, messages: readonly string[]];

const noIntegers = [
  ...['', 'abc', '1.5', '1.0', '1e3', '1e1', '%205', '+5', '5%20', '--5', '0x10', '%201', '+1', '1%2C2', '1,2'],
  ...['null', 'NaN', 'Infinity', '1%00', '١', '99999999999999999999', '9'.repeat(1000)],
];
const noBooleans = ['true,false', '1', '0', 'TRUE', 'yes', '', 'null'];
const noUtf8 = ['%ff', '%ed%a0%80', '%', '%e2%82'];
const eventIds = ['12', 'evt_', 'evt_0', 'evt_-1', 'evt_9223372036854775808', 'dlv_1'];
const noItems = ['', ',', ',%20,'];

/** What the document's schema of a parameter excludes, as each parameter of a query can be wrong. */
export function wrongParameters(name: string, schema: Schema): WrongParameter[] {
  const [type] = typesOf(schema);
  const all = (texts: readonly string[], ...messages: string[]) =>
    texts.map((text): WrongParameter => [text, messages]);
  const shared = all(noUtf8, 'Must be percent-encoded UTF-8');
  if (schema.enum) {
    const [first] = schema.enum as [string];
    const texts = ['unknown', '', `${first}x`, `${first}%20`, '%00', 'toString', '__proto__', 'x'.repeat(5000)];
    return [...shared, ...all([...texts, `${first},${first}`], oneOf(schema.enum))];
  }
  if (type === 'boolean') return [...shared, ...all(noBooleans, 'Must be true or false')];
  if (type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    const below = all([`${minimum - 1}`, '-5'], `Must be at least ${minimum}`);
    const above = all([`${maximum + 1}`, '999999999999999'], `Must be at most ${maximum}`);
    return [...shared, ...all(noIntegers, 'Must be an integer'), ...below, ...above];
  }
  if (type === 'array') return [...shared, ...wrongLists(name, schema)];
  if (name === 'eventId' || name === 'after') return [...shared, ...all(eventIds, eventIdMessage)];
  return [...shared, ...wrongTexts(name, schema)];
}

const eventIdMessage = 'Must be the id of an event: evt_ and a number';

function wrongTexts(name: string, schema: Schema): WrongParameter[] {
  const { maxLength } = schema;
  const format = formatOf(name, schema);
  const encoded = (format?.wrong ?? []).map((text): WrongParameter => {
    return [encodeURIComponent(text), [format?.message as string]];
  });
  if (format?.isRaw) return encoded;
  const also = format ? [format.message] : [];
  const start = format === dayOrInstant ? '2026-01-01' : 'a';
  const controls = ['%00', '%1b', '%00@example.com'].map((end): WrongParameter => {
    const text = start + end;
    const isLong = maxLength !== undefined && decodeURIComponent(text).length > maxLength;
    return [text, [...(isLong ? [tooLong(maxLength)] : []), broken, ...also]];
  });
  if (!maxLength) return [...encoded, ...controls];
  const long: WrongParameter = ['1'.repeat(maxLength + 1), [tooLong(maxLength), ...(format?.endsAtLength ? [] : also)]];
  return [...encoded, ...controls, long];
}

/** A wrong item beside a right one, many of them, and no items at all. Items are trimmed, and empty ones dropped. */
function wrongLists(name: string, { items = {}, maxItems = 0 }: Schema): WrongParameter[] {
  const right = rightParameter(name, items);
  const wrong = wrongParameters(name, items).filter(([text]) => {
    return (
      text.length < 2_000 &&
      decodes(text) &&
      !/^$|,|%2C/.test(text) &&
      decodeURIComponent(text.replaceAll('+', ' ')).trim() === text
    );
  });
  return [
    ...noItems.map((text): WrongParameter => [text, ['Must have at least one value']]),
    ...wrong.map(([text, messages]): WrongParameter => [`${right},${text},${text}`, messages]),
    [
      Array(maxItems + 1)
        .fill(right)
        .join(),
      [`Must have at most ${maxItems} items`],
    ],
  ];
}

function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** A text that fits. */
export function rightParameter(name: string, schema: Schema): string {
  if (schema.enum) return String(schema.enum[0]);
  const [type] = typesOf(schema);
  if (type === 'integer') return String(schema.minimum);
  if (type === 'boolean') return 'true';
  return formatOf(name, schema)?.right ?? 'a';
}

/** The texts at the bounds of a parameter, all of which are accepted. */
export function boundParameters(name: string, schema: Schema): string[] {
  const [type] = typesOf(schema);
  if (schema.enum) return schema.enum.map(String);
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'integer') return [schema.minimum, schema.maximum].map(String);
  if (type === 'array') {
    const { items = {}, maxItems = 0 } = schema;
    const most = Array(maxItems).fill(rightParameter(name, items)).join();
    // An empty item is dropped.
    const single = boundParameters(name, items).filter((text) => text !== '');
    return [...single, most, `,%20${rightParameter(name, items)}%20,,`];
  }
  if (name === 'eventId' || name === 'after') return ['evt_1', 'evt_9223372036854775807'];
  const format = formatOf(name, schema);
  return format ? [encodeURIComponent(format.right)] : ['', 'x'.repeat(schema.maxLength ?? 0)];
}
