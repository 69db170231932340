import { withoutInvisible } from '../pasted-text.ts';
import { asciiDomain, canonicalEmail } from './email-address.ts';
import { dialledNumber } from './phone-number.ts';

/** A number may be typed in part, but a digit or two are in every number. */
const minDigits = 5;
const minDigitsOfNumber = 3;

/** A word that is part of a number: digits with separators, or separators alone. */
const numberPart = /^(?:tel:)?[^\p{L}@]*\p{Nd}[^\p{L}@]*$|^[()\p{Dash}./+]+$/iu;

/** Words that belong together. A record matches if it has all of them as typed, or if it has `stored`. */
export interface SearchGroup {
  readonly typed: readonly string[];
  /** Undefined if it equals the typed words. */
  readonly stored: string | undefined;
}

/**
 * The words of a search, with the stored forms of numbers and addresses: `(204) 555-0103` is in `+12045550103`, and
 * `info@пример.рф` is stored with its A-labels. The zero before a number is not dialled after the country code.
 */
export function searchGroups(words: readonly string[]): readonly SearchGroup[] {
  const groups: SearchGroup[] = [];
  let number: string[] = [];
  const endNumber = () => {
    if (number.length > 0) groups.push({ typed: number, stored: digitsOf(number) });
    number = [];
  };
  for (const word of words) {
    const visible = withoutParameters(withoutInvisible(word));
    if (numberPart.test(visible)) {
      number.push(word);
      continue;
    }
    endNumber();
    const stored = addressOf(visible);
    groups.push({ typed: [word], stored: stored === word || stored === '' ? undefined : stored });
  }
  endNumber();
  return groups;
}

function digitsOf(words: readonly string[]): string | undefined {
  const typed = withoutParameters(withoutInvisible(words.join(' ')));
  const digits = dialledNumber(typed).replace(/^0+/, '');
  const isNumber = /^(?:tel:)?[+(]/i.test(typed);
  const isLong = digits.length >= (isNumber ? minDigitsOfNumber : minDigits);
  return /^\+?\d+$/.test(digits) && isLong && digits !== words.join(' ') ? digits : undefined;
}

/** The parameters of a `tel:` link, such as an extension, are in no stored number. */
function withoutParameters(word: string): string {
  return /^tel:/i.test(word) ? word.replace(/;.*/s, '') : word;
}

/** A domain may be typed alone, with or without the `@` before it. A word without a dot is a name. */
function addressOf(word: string): string {
  if (!word.includes('@') && !word.includes('.')) return word;
  const [before, domain] = [word.slice(0, word.lastIndexOf('@') + 1), word.slice(word.lastIndexOf('@') + 1)];
  return before.length > 1 ? canonicalEmail(word) : `${before}${asciiDomain(domain) ?? domain}`;
}
