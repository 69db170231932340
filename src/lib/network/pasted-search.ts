import { withoutInvisible } from '../pasted-text.ts';
import { asciiDomain, canonicalEmail } from './email-address.ts';
import { dialledNumber } from './phone-number.ts';

/** A number may be typed in part, but a digit or two are in every number. */
const minDigits = 5;
const minDigitsOfNumber = 3;

/** A word that is a part of a number: digits and what people put between them, or the latter alone. */
const numberPart = /^(?:tel:)?[^\p{L}@]*\p{Nd}[^\p{L}@]*$|^[()\p{Dash}./+]+$/iu;

/**
 * The words of a search as numbers and addresses are stored: `(204) 555-0103` is in `+12045550103`, and `info@пример.рф` is stored with
 * its A-labels. The zero before a number is not dialled after the code of the country. Undefined where that changes nothing.
 */
export function storedWords(words: readonly string[]): readonly string[] | undefined {
  const stored: string[] = [];
  let number: string[] = [];
  const endNumber = () => {
    if (number.length > 0) stored.push(...digitsOf(number));
    number = [];
  };
  for (const word of words.map((each) => withoutParameters(withoutInvisible(each)))) {
    if (numberPart.test(word)) {
      number.push(word);
      continue;
    }
    endNumber();
    if (word !== '') stored.push(addressOf(word));
  }
  endNumber();
  return stored.length > 0 && stored.join(' ') !== words.join(' ') ? stored : undefined;
}

function digitsOf(words: readonly string[]): readonly string[] {
  const typed = words.join(' ');
  const digits = dialledNumber(typed).replace(/^0+/, '');
  const isNumber = /^(?:tel:)?[+(]/i.test(typed);
  return /^\+?\d+$/.test(digits) && digits.length >= (isNumber ? minDigitsOfNumber : minDigits) ? [digits] : words;
}

/** The parameters of a `tel:` link, such as an extension, are in no stored number. */
function withoutParameters(word: string): string {
  return /^tel:/i.test(word) ? word.replace(/;.*/s, '') : word;
}

function addressOf(word: string): string {
  return word.includes('@') ? canonicalEmail(word) : (asciiDomain(word) ?? word);
}
