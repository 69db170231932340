import { withoutFullWidth, withoutInvisible } from '../pasted-text.ts';

/** The form of E.164 alone. Numbering plans change faster than any table of them, so no country's plan is asked. */
export const phoneForm = /^\+[1-9]\d{1,14}$/;

/** Longer texts are no numbers, and not worth the work. */
const maxPastedLength = 200;

/**
 * The number as it looks to whoever sends it to the API: address books and web pages put marks of direction around it, which nobody
 * sees, and keyboards type full-width digits. What can be seen between the digits stays, and E.164 has nothing there.
 */
export function visibleNumber(text: string): string {
  return text.length > maxPastedLength ? text : withoutFullWidth(withoutInvisible(text));
}

/** What people put between the digits: white space, brackets, points, slashes, dashes of all lengths. */
const separators = /[\s()[\]{}.\u00b7/\\\u2044\u2215~\u223c\p{Dash}\u30fc\uff70]/gu;

/**
 * The digits that are dialled, with the `+` of a number with the code of its country: `+44 (0)20 7946 0000` has a zero that is not
 * dialled after that code. The parameters of a `tel:` link (RFC 3966), such as an extension, stay, and make it no number: an
 * extension has no place in E.164, and nobody should lose it unseen.
 */
export function dialledNumber(text: string): string {
  if (text.length > maxPastedLength) return text;
  const number = westernDigits(withoutScheme(visibleNumber(text).trim())).replace(/^\(?\s*00/, '+');
  // Italy dials the zero after its code too.
  const dialled = /^\+(?!\s*39)/.test(number) ? number.replace(/\(\s*0\s*\)/, '') : number;
  return dialled.replace(separators, '');
}

/** The digits of Arabic and Persian keyboards. */
function westernDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 0xf}`);
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
