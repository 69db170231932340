import { isEmail } from '#src/lib/network/email-address.ts';

// What pages read from their addresses. A mistyped address shows a list: what it has no business saying is left out.

/** An id, such as a person types it. */
export const idForm = /^[1-9]\d{0,8}$/;
/** Ids with commas between. */
export const idsForm = /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/;
/** YYYY-MM-DD. */
const dayForm = /^\d{4}-\d\d-\d\d$/;
/** How long a text is that somebody searches for, unless the server takes less. */
export const maxTextLength = 200;

const maxItems = 100;

/** What the server takes for an id. */
const maxId = 2_147_483_647;

/** One id alone. */
export function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 && id <= maxId ? id : undefined;
}

/** The router reads what looks like a number as one. */
export function textOf(value: unknown, form: RegExp): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && form.test(text) ? text : undefined;
}

/** A day of the calendar, YYYY-MM-DD. The server refuses February 30. */
export function dayIn(value: unknown): string | undefined {
  const day = textOf(value, dayForm);
  return day !== undefined && isDay(day) ? day : undefined;
}

/** Of any year: a date field reports each digit that is typed, `0002` before `2026`. */
function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** Those of the texts that are email addresses. */
export function emailsIn(value: unknown): string | undefined {
  const emails = typeof value === 'string' ? value.split(',').filter(isEmail).slice(0, maxItems) : [];
  return emails.length > 0 ? emails.join(',') : undefined;
}

/** Those of the names that are known, up to a number of them. */
export function namesIn(value: unknown, titles: Readonly<Record<string, string>>, max?: number): string | undefined {
  const names = (textOf(value, /^.+$/) ?? '').split(',').filter((name) => Object.hasOwn(titles, name));
  return names.length > 0 ? names.slice(0, max).join(',') : undefined;
}
