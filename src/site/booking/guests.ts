import { maxGuests } from '#src/domain/event-calls/guests.ts';
import type { FieldError } from '#src/domain/field-errors.ts';
import { type Html, html } from '#src/lib/html.ts';
import { listedEmails } from '#src/lib/network/email-list.ts';
import type { Texts } from './texts/texts.ts';

/** The name of the input, and of the query parameter that prefills it. */
export const guestsName = 'guests';

/** Enough for the longest addresses with their names. */
const maxTyped = 5_000;

/** The addresses that were typed. */
export function typedGuests(typed: URLSearchParams): string[] {
  return listedEmails(textOf(typed));
}

/** A page may be opened with a parameter that is repeated. */
function textOf(typed: URLSearchParams): string {
  return typed.getAll(guestsName).at(-1) ?? '';
}

/** What is wrong with the guests, in one sentence; undefined if nothing is. */
export function guestsMessage(
  errors: readonly FieldError[],
  guests: readonly string[],
  texts: Texts,
): string | undefined {
  const [first] = errors;
  if (!first) return undefined;
  const wrong = errors.flatMap(({ path }) => guests[Number(/^guests\[(\d+)\]$/.exec(path ?? '')?.[1])] ?? []);
  return wrong.length === 0 ? texts.tooManyGuests(maxGuests) : texts.guestsError(wrong.join(', '));
}

interface GuestsField {
  readonly typed: URLSearchParams;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
  readonly texts: Texts;
}

/** Most people bring nobody, so the field is closed until somebody opens it or has filled it in. */
export function guestsField({ typed, error, hasFocus, texts }: GuestsField): Html {
  const value = textOf(typed);
  const isOpen = value.trim() !== '' || error !== undefined;
  return html`<details class="guests"${isOpen && html` open`}><summary>${texts.addGuests}</summary>
<div class="field"><label for="guests">${texts.guests} <span class="optional">(${texts.optional})</span></label>
<textarea class="input" id="guests" name="${guestsName}" dir="ltr" rows="3" maxlength="${maxTyped}" inputmode="email" autocapitalize="none" spellcheck="false" aria-describedby="guests-hint${error !== undefined && ' guests-error'}"${error !== undefined && html` aria-invalid="true"`}${hasFocus && html` autofocus`}>
${value}</textarea>
<p class="fine hint" id="guests-hint">${texts.guestsHint(maxGuests)}</p>
${error !== undefined && html`<p class="note error" id="guests-error" role="alert">${error}</p>`}</div></details>`;
}
