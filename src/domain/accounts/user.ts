import { z } from 'zod';
import { coded, email, id, nameText, rawText } from '#src/domain/input.ts';

/** E-mail addresses of users are lower case: the database refuses others. */
export const userEmail = () => email().toLowerCase();

export const minPasswordLength = 8;

/**
 * A password may hold any character that a keyboard types. The upper limit keeps hashing cheap. Further rules depend on its
 * owner: see `password-rule.ts`.
 */
export const password = () =>
  rawText(200)
    .refine(isLongEnough, coded('too_short', `Must be at least ${minPasswordLength} characters`))
    .refine(
      (value) => value.isWellFormed() && !/\p{Cc}/u.test(value),
      coded('invalid_characters', 'Must not contain control characters or broken Unicode'),
    );

/**
 * A character outside the basic plane counts once, and so does a letter with a combining accent. Invisible characters do not
 * count.
 */
function isLongEnough(text: string): boolean {
  const value = text.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  return Math.min([...value].length, [...value.normalize('NFKC')].length) >= minPasswordLength;
}

export const personName = () => nameText(100).trim();

/** Input from the operator. */
export const setPasswordInput = z.object({ userId: id(), password: password() });
export type SetPasswordInput = z.output<typeof setPasswordInput>;

const maxBaseLength = 40;

/** The username of a new user: the local part of the e-mail address, as a path segment for booking links. */
export function usernameFrom(email: string): string {
  const words = localPart(email).split(/[^a-z0-9]+/);
  return words.filter(Boolean).join('-').slice(0, maxBaseLength).replace(/-$/, '') || 'user';
}

/** The name of a new user who gave none: `ada.lovelace@…` becomes Ada Lovelace. */
export function nameFrom(email: string): { firstName: string; lastName: string } {
  const words = localPart(email)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map(capitalized);
  return { firstName: words[0] ?? '', lastName: words.slice(1).join(' ') };
}

/** The part before `@`, without a `+tag`. */
function localPart(email: string): string {
  return email.toLowerCase().replace(/@.*$/s, '').replace(/\+.*$/s, '');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
