// Reads the structure of iCalendar (RFC 5545, section 3): components, and the properties that the caller names. Titles, texts and
// attachments, which are most of a calendar, are skipped without a copy.
//
// `ical.js` 2.2 cannot replace this file. One line without a colon, such as an unfolded second line of a title, makes it refuse the
// whole calendar, and it accepts components that end in the wrong order. A property with 12 MB of parameters takes it more than a
// minute (0.5 s here), and 400,000 dates of EXDATE, which are 7 MB, exceed the memory limit of a thread.

export interface Property {
  readonly name: string;
  /** Names in upper case, values without quotes; of a repeated parameter, the first. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly value: string;
}

export interface Component {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
}

interface OpenComponent extends Component {
  readonly properties: Property[];
  readonly components: Component[];
}

/** The text is no complete iCalendar document. The message is one sentence. */
export class UnreadableICalendar extends Error {
  override readonly name = 'UnreadableICalendar';
}

/** Calendars hold entries, which hold alarms. Deeper documents are attacks on their reader. */
const maxDepth = 8;

/**
 * The maximum of parts, as `partsOf` counts them: a calendar of 10,000 entries has about 300,000. More would exhaust the memory
 * of a thread, which V8 does not always survive within its limits.
 */
const maxParts = 600_000;

/** Counts the items of a property's list, and one more for each 64 characters. */
function partsOf(line: string): number {
  let parts = 1 + (line.length >> 6);
  for (let at = line.indexOf(','); at !== -1; at = line.indexOf(',', at + 1)) parts++;
  return parts;
}

/**
 * Yields texts for `readComponents` one by one. Each character stands for an octet: titles, which are skipped, are not decoded,
 * which would take two or three times their memory. The bytes are released on the way.
 */
export function* textsOf(bytes: readonly Uint8Array<ArrayBuffer>[]): Generator<string> {
  const shared = new Map<ArrayBuffer, number>();
  for (const { buffer } of bytes) shared.set(buffer, (shared.get(buffer) ?? 0) + 1);
  for (const { buffer, byteOffset, byteLength } of bytes) {
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    const others = (shared.get(buffer) as number) - 1;
    shared.set(buffer, others);
    if (others === 0) buffer.transfer(0);
    yield text;
  }
}

/** Decodes a line whose characters stand for octets. */
function decoded(line: string): string {
  return /[\x80-\xff]/.test(line) ? Buffer.from(line, 'latin1').toString() : line;
}

/** The VCALENDAR components of texts from `textsOf`, with only the named properties. A text may be one of several in a row. */
export function readComponents(texts: Iterable<string>, names: ReadonlySet<string>): Component[] {
  const top: Component[] = [];
  const open: OpenComponent[] = [];
  let parts = 0;
  for (const line of contentLines(texts)) {
    const end = line.search(/[;:]/);
    const name = (end === -1 ? line : line.slice(0, end)).toUpperCase();
    const parent = open.at(-1);
    if (name === 'BEGIN') {
      parts++;
      const begun = { name: componentName(line, end), properties: [], components: [] };
      if (!parent && begun.name !== 'VCALENDAR') throw new UnreadableICalendar(noCalendar);
      if (open.length === maxDepth)
        throw new UnreadableICalendar('The components of the calendar are nested too deeply.');
      (parent?.components ?? top).push(begun);
      open.push(begun);
    } else if (!parent) {
      // Text after a calendar cannot change it; text before one may be a page that quotes a calendar.
      if (top.length === 0) throw new UnreadableICalendar(noCalendar);
    } else if (name === 'END') {
      if (componentName(line, end) !== parent.name) {
        throw new UnreadableICalendar('A component of the calendar ends before its inner component.');
      }
      open.pop();
    } else if (end !== -1 && names.has(name)) {
      parts += partsOf(line);
      parent.properties.push(propertyOf(name, decoded(line), end));
    }
    if (parts > maxParts) throw new UnreadableICalendar(tooManyParts);
  }
  if (top.length === 0) throw new UnreadableICalendar(noCalendar);
  if (open.length > 0) throw new UnreadableICalendar('The calendar is incomplete: its end is missing.');
  return top;
}

const tooManyParts = 'The calendar has more entries, dates and guests than this server can read.';
const noCalendar = 'The response is not a calendar in iCalendar format.';

function componentName(line: string, end: number): string {
  return line
    .slice(end + 1)
    .trim()
    .toUpperCase();
}

function* contentLines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield* linesOf(text);
}

const byteOrderMark = '\xef\xbb\xbf';

/** Unfolded lines that are not empty. Lines end with CRLF, LF or CR. */
function* linesOf(text: string): Generator<string> {
  const separator = text.includes('\n') ? '\n' : '\r';
  let start = text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  while (start < text.length) {
    const [first, afterFirst] = physicalLine(text, start, separator);
    start = afterFirst;
    if (!isFold(text, start)) {
      if (first.trim() !== '') yield first;
      continue;
    }
    const parts = [first];
    while (isFold(text, start)) {
      const [part, after] = physicalLine(text, start + 1, separator);
      parts.push(part);
      start = after;
    }
    const line = parts.join('');
    if (line.trim() !== '') yield line;
  }
}

function physicalLine(text: string, start: number, separator: string): [line: string, next: number] {
  const found = text.indexOf(separator, start);
  const end = found === -1 ? text.length : found;
  return [text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end), end + 1];
}

function isFold(text: string, index: number): boolean {
  return text[index] === ' ' || text[index] === '\t';
}

/** Most properties have no parameters. An object for each would take half of the memory of a large calendar. */
const noParameters: Property['parameters'] = Object.freeze(Object.create(null));

/** Quotes within a value of a parameter protect `;`, `:` and `,`. */
function propertyOf(name: string, line: string, nameEnd: number): Property {
  if (line[nameEnd] !== ';') return { name, parameters: noParameters, value: line.slice(nameEnd + 1).trim() };
  // Objects inherit no property in upper case.
  const parameters: Record<string, string> = {};
  let at = nameEnd;
  while (line[at] === ';') {
    const end = endOfParameter(line, at + 1);
    const [key = '', ...rest] = line.slice(at + 1, end).split('=');
    parameters[key.trim().toUpperCase()] ??= rest.join('=').replaceAll('"', '').trim();
    at = end;
  }
  return { name, parameters, value: line.slice(at + 1).trim() };
}

function endOfParameter(line: string, start: number): number {
  let isQuoted = false;
  for (let at = start; at < line.length; at++) {
    const character = line[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ';' || character === ':')) return at;
  }
  return line.length;
}

export function propertiesOf({ properties }: Component, name: string): Property[] {
  return properties.filter((property) => property.name === name);
}

export function firstValue({ properties }: Component, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.value;
}
