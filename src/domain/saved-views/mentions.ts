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
  const texts = [name, ...new URLSearchParams(search).values()];
  // Lists of addresses are JSON, or have commas between them.
  const words = new Set(texts.flatMap((text) => text.toLowerCase().split(/[\s",;:()<>[\]{}]+/)));
  if (emails.some((email) => words.has(email.toLowerCase()))) return true;
  const digits = texts.map(digitsOf).filter((each) => each.length >= minDigits);
  return phoneNumbers.some((phoneNumber) => {
    const sought = digitsOf(phoneNumber);
    return digits.some((each) => each.includes(sought) || sought.endsWith(each.replace(/^0+/, '')));
  });
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
