// Writes the text of iCalendar (RFC 5545, section 3.1): lines of at most 75 octets with CRLF. Every value goes through a function
// of this file, so that no name can begin a line, a property or a parameter of its own.
//
// `ical.js` 2.2 cannot replace this file: its lines have up to 76 octets, and it writes a CR, control characters and characters
// that turn the text around as they stand in a value.

const maxOctets = 75;

/** One property. `value` is written already: by `textValue`, `mailtoLink` or from what only we make. */
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
 * A parameter has no escapes that every program knows, and some look for `;` and `:` within quotes too: what could end a
 * parameter is left out. It is quoted only where it must be, because some programs show the quotes.
 */
function parameterValue(text: string): string {
  const plain = withoutControls(text.replace(/[\s;:"\u2028\u2029\u0085]+/g, ' ')).trim();
  return plain.includes(',') ? `"${plain}"` : plain;
}

/** Control characters may not stand in iCalendar; those that turn the text around may, and mislead. */
function withoutControls(text: string, kept = ''): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]|\p{Bidi_Control}/gu, (character) => (character === kept ? character : ''));
}

/** Between characters, never within one of several octets. */
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

/** The lines as one text, each with its end. */
export function calendarText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}
