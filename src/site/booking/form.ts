import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import { type FormField, typedIn } from './fields.ts';
import type { Texts } from './texts/texts.ts';

/** The problems of the entered values, by input name. */
export type Messages = Readonly<Record<string, string>>;

interface Inputs {
  readonly fields: readonly FormField[];
  readonly typed: URLSearchParams;
  readonly messages: Messages;
  /** The numbers entered without a country code, by input name. */
  readonly readNumbers: ReadonlyMap<string, string>;
  readonly texts: Texts;
}

/** The questions with their controls. The first one with an error gets the focus. */
export function inputs({ fields, typed, messages, readNumbers, texts }: Inputs): Html[] {
  const focused =
    fields.find(({ name }) => messages[name] !== undefined) ?? fields.find(({ name }) => readNumbers.has(name));
  return fields.map((field) =>
    inputOf(field, {
      values: startOf(field, typed),
      error: messages[field.name],
      texts,
      readNumber: readNumbers.get(field.name),
      hasFocus: field === focused,
    }),
  );
}

/** The entered values, or the initial ones from the URL. A whole name may come in two parts. */
function startOf(field: FormField, typed: URLSearchParams): string[] {
  const values = typedIn(field, typed);
  if (values.length > 0 || field.name !== 'name') return values;
  const whole = [typed.get('firstName'), typed.get('lastName')].filter(Boolean).join(' ');
  return whole === '' ? [] : [whole];
}

interface State {
  readonly values: readonly string[];
  /** The number with its country code, shown for checking instead of the entered one. */
  readonly readNumber: string | undefined;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
  readonly texts: Texts;
}

function inputOf(field: FormField, { values, readNumber, error, hasFocus, texts }: State): Html {
  const { name, required, control, hint } = field;
  const describedBy = [
    error !== undefined && `${name}-error`,
    readNumber !== undefined && `${name}-read`,
    hint !== undefined && `${name}-hint`,
  ]
    .filter(Boolean)
    .join(' ');
  const state = html`${error !== undefined && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
  const about = html`${hint !== undefined && html`<p class="fine hint" id="${name}-hint"><bdi>${hint}</bdi></p>`}
${readNumber !== undefined && html`<p class="note" id="${name}-read" role="status">${texts.phoneRead(readNumber)}</p>`}
${error !== undefined && html`<p class="note error" id="${name}-error" role="alert">${error}</p>`}`;
  const label = html`<bdi>${field.label}</bdi>${!required && html` <span class="optional">(${texts.optional})</span>`}`;
  const start = {
    values: readNumber === undefined ? values : [readNumber],
    hasFocus,
    texts,
    state: html`${state}${required && html` required`}`,
  };
  if (control.kind === 'radios' || control.kind === 'checkboxes') {
    return html`<fieldset${state}><legend>${label}</legend>
<div class="choices${control.options.every((each) => each.length < 3) && ' scale'}">${choices(field, control.options, start)}</div>
${about}</fieldset>`;
  }
  return html`<div class="field"><label for="${name}">${label}</label>
${single(field, start)}
${about}</div>`;
}

interface Start extends Pick<State, 'values' | 'hasFocus' | 'texts'> {
  readonly state: Html;
}

/** Addresses and numbers are written from left to right in every language. A browser chooses the direction of a date. */
const directions: Readonly<Record<string, 'auto' | 'ltr'>> = { text: 'auto', email: 'ltr', tel: 'ltr', url: 'ltr' };

function single({ name, control, maxLength, autocomplete, placeholder }: FormField, start: Start): HtmlPart {
  const { values, hasFocus, texts, state } = start;
  const [value = ''] = values;
  const common = html`id="${name}" name="${name}" class="input"${state}${hasFocus && html` autofocus`}`;
  const direction = control.kind === 'line' ? directions[control.type] : undefined;
  const hintInside = placeholder !== undefined && html` placeholder="${placeholder}"`;
  switch (control.kind) {
    case 'lines':
      return html`<textarea ${common} dir="auto" rows="4" maxlength="${maxLength}"${hintInside}>
${value}</textarea>`;
    case 'number':
      return html`<input ${common} dir="ltr" type="text" inputmode="decimal" maxlength="40" value="${value}"${hintInside}>`;
    case 'select':
      return html`<select ${common}><option value="">${texts.choose}</option>
${control.options.map((option) => html`<option dir="auto"${option === value && html` selected`}>${option}</option>\n`)}</select>`;
    case 'line':
      return html`<input ${common}${direction !== undefined && html` dir="${direction}"`} type="${control.type}" autocomplete="${autocomplete}" maxlength="${maxLength}" value="${value}"${hintInside}>`;
    case 'radios':
    case 'checkboxes':
      return undefined;
  }
}

/** HTML cannot require at least one of several check boxes: the server checks it. */
function choices(
  { name, control, required }: FormField,
  options: readonly string[],
  { values, hasFocus }: Start,
): Html[] {
  const type = control.kind === 'radios' ? 'radio' : 'checkbox';
  return options.map(
    (option, index) =>
      html`<label><input type="${type}" name="${name}" value="${option}"${values.includes(option) && html` checked`}${type === 'radio' && required && html` required`}${hasFocus && index === 0 && html` autofocus`}> <bdi>${option}</bdi></label>\n`,
  );
}
