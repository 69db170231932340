import type { SavedView } from './saved-view.ts';

/** How people are found: their email addresses, and their phone numbers as E.164. */
export interface ContactData {
  readonly emails: readonly string[];
  readonly phoneNumbers: readonly string[];
}

/** Fewer digits are no phone number without its country. */
const minDigits = 7;

/** True if a view names or searches for one of these email addresses or phone numbers. */
export function mentions({ name, search }: Pick<SavedView, 'name' | 'search'>, { emails, phoneNumbers }: ContactData) {
  const texts = [name, ...new URLSearchParams(search).values()].map((text) => text.toLowerCase());
  if (emails.some((email) => texts.some((text) => hasEmail(text, email.toLowerCase())))) return true;
  const numbers = texts.flatMap((text) => text.match(/[\d\s().+/-]+/g) ?? []).map(nationalDigits);
  const typed = numbers.filter((digits) => digits.length >= minDigits);
  return phoneNumbers.some((phoneNumber) => typed.some((digits) => nationalDigits(phoneNumber).endsWith(digits)));
}

/** True if the text has the address, and not only as a part of a longer one. */
function hasEmail(text: string, email: string): boolean {
  for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + email.length)];
    if (!/[\p{L}\p{N}._%+-]$/u.test(before) && !/^[.-]?[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

/** Digits without the zeros before them, such as that of a national number. */
function nationalDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}
