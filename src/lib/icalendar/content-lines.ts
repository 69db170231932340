// Writes the text of iCalendar (RFC 5545, section 3.1): lines of at most 75 octets with CRLF. Every value goes through a
// function of this file, so that no name can begin a line, a property or a parameter of its own.
//
// `ical.js` 2.2 cannot replace this file: its lines have up to 76 octets, and it writes a CR, control characters and direction
// marks of a value unchanged.

const maxOctets = 75;

/** One property. `value` must be encoded already, by `textValue` or `mailtoLink`, or consist of our own text. */
export function contentLine(name: string, value: string, parameters: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(parameters).map(([key, each]) => `;${key}=${parameterValue(each)}`);
  return fold(`${name}${written.join('')}:${withoutControls(value)}`);
}

/** A value of the type TEXT. */
export function textValue(text: string): string {
  return withoutControls(text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n'), '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');
}

/**
 * A value of the type DATE-TIME, in UTC: `20261201T110000Z`. The instant is ISO 8601 in UTC.
 *
 * Times are never written on a wall clock with a TZID. That takes a VTIMEZONE, which programs read in different ways: Outlook
 * repeats each change of the clock every year ([MS-OXCICAL], 2.1.3.1.1.19.2). Also, a time that the clock shows twice always
 * means the first one (RFC 5545, 3.3.5).
 */
export function utcDateTime(instant: string): string {
  return `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/**
 * Parameters have no escapes that every program knows, and some programs look for `;` and `:` within quotes too: characters
 * that could end a parameter are left out. Quotes are added only if necessary, because some programs show them.
 */
function parameterValue(text: string): string {
  const plain = withoutControls(text.replace(/[\s;:"\u2028\u2029\u0085]+/g, ' ')).trim();
  return plain.includes(',') ? `"${plain}"` : plain;
}

/** iCalendar forbids control characters. It allows direction marks, but they mislead readers. */
function withoutControls(text: string, allowed = ''): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]|\p{Bidi_Control}/gu, (character) => (character === allowed ? character : ''));
}

/** Folds a line between characters, never within a character of several octets. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}

/** Joins lines, each with its CRLF. */
export function calendarText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}
