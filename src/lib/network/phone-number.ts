import { westernDigits, withoutFullWidth, withoutInvisible } from '../pasted-text.ts';

/** Only the form of E.164. No numbering plan is checked, because plans change faster than any table of them. */
export const phoneForm = /^\+[1-9]\d{1,14}$/;

/** Longer texts are no numbers, and not worth the work. */
const maxPastedLength = 200;

/**
 * The number as its sender sees it: address books and web pages add invisible direction marks around it, and keyboards type
 * full-width digits. Visible characters between the digits stay, and make it no E.164 number.
 */
export function visibleNumber(text: string): string {
  return text.length > maxPastedLength ? text : withoutFullWidth(withoutInvisible(text));
}

/** Separators that people put between digits: white space, brackets, points, slashes, apostrophes, dashes of all lengths. */
const separators =
  /[\s()[\]{}.\u00b7\u2022\u2027/\\\u2044\u2215'\u2018\u2019\u02bc\u2032~\u223c\p{Dash}\u30fc\uff70]/gu;

/**
 * The dialled digits, with the `+` of a number that has a country code: in `+44 (0)20 7946 0000`, the zero is not dialled after
 * that code. The parameters of a `tel:` link (RFC 3966), such as an extension, stay, and make it no number: E.164 has no
 * extensions, and dropping one silently would lose it.
 */
export function dialledNumber(text: string): string {
  if (text.length > maxPastedLength) return text;
  const number = plainText(text).replace(/^\(?\s*00/, '+');
  // In Italy, people dial the zero after its code too.
  const dialled = /^\+(?!\s*39)/.test(number) ? number.replace(/\(\s*0\s*\)/, '') : number;
  return dialled.replace(separators, '');
}

/** The typed digits without separators: a leading 00 stays, because not every country dials it before a country code. */
export function typedNumber(text: string): string {
  return text.length > maxPastedLength ? text : plainText(text).replace(separators, '');
}

function plainText(text: string): string {
  return westernDigits(withoutScheme(visibleNumber(text).trim()));
}

function withoutScheme(text: string): string {
  if (!/^tel:/i.test(text)) return text;
  const number = text.slice('tel:'.length);
  try {
    return decodeURIComponent(number).trim();
  } catch {
    return number.trim();
  }
}
