// What pages read from their addresses. A mistyped address shows a list: what it has no business saying is left out.

/** Ids with commas between. */
export const idsForm = /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/;
/** YYYY-MM-DD. */
export const dayForm = /^\d{4}-\d\d-\d\d$/;
/** What somebody searches for. */
export const searchForm = /^.{1,200}$/;

/** The router reads what looks like a number as one. */
export function textOf(value: unknown, form: RegExp): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && form.test(text) ? text : undefined;
}

/** Those of the names that are known. */
export function namesIn(value: unknown, titles: Readonly<Record<string, string>>): string | undefined {
  const names = typeof value === 'string' ? value.split(',').filter((name) => Object.hasOwn(titles, name)) : [];
  return names.length > 0 ? names.join(',') : undefined;
}

export const numbersOf = (text: string | undefined) => text?.split(',').map(Number);
export const namesOf = <Name extends string>(text: string | undefined) => text?.split(',') as Name[] | undefined;
