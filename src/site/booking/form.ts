import type { Language } from '#src/domain/languages/language.ts';
import { type Html, type HtmlPart, html } from '#src/lib/html.ts';
import { type FormField, typedIn } from './fields.ts';
import { phoneNote, withCountry } from './phone-input.ts';
import type { TypedPhone, TypedPhones } from './phones.ts';
import type { Texts } from './texts/texts.ts';

/** The problems of the entered values, by input name. */
export type Messages = Readonly<Record<string, string>>;

interface Inputs {
  readonly fields: readonly FormField[];
  readonly typed: URLSearchParams;
  readonly messages: Messages;
  readonly phones: TypedPhones;
  readonly language: Language;
  readonly texts: Texts;
}

/** The questions with their controls. The first one with an error gets the focus. */
export function inputs({ fields, typed, messages, phones, language, texts }: Inputs): Html[] {
  const focused =
    fields.find(({ name }) => messages[name] !== undefined) ?? fields.find(({ name }) => phones.get(name)?.awaitsCheck);
  return fields.map((field) =>
    inputOf(field, {
      values: startOf(field, typed),
      error: messages[field.name],
      texts,
      phone: phones.get(field.name),
      language,
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
  /** The phone number, if the field is for one. */
  readonly phone: TypedPhone | undefined;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
  readonly language: Language;
  readonly texts: Texts;
}

function inputOf(field: FormField, { values, phone, language, error, hasFocus, texts }: State): Html {
  const { name, required, control, hint } = field;
  const readNumber = phone && phoneNote(field, phone, texts);
  const describedBy = [
    error !== undefined && `${name}-error`,
    readNumber !== undefined && `${name}-read`,
    hint !== undefined && `${name}-hint`,
  ]
    .filter(Boolean)
    .join(' ');
  const state = html`${error !== undefined && html` aria-invalid="true"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}`;
  const about = html`${hint !== undefined && html`<p class="fine hint" id="${name}-hint"><bdi>${hint}</bdi></p>`}
${readNumber}
${error !== undefined && html`<p class="note error" id="${name}-error" role="alert">${error}</p>`}`;
  const label = html`<bdi>${field.label}</bdi>${!required && html` <span class="optional">(${texts.optional})</span>`}`;
  const start = {
    values,
    phone,
    language,
    hasFocus,
    texts,
    state: html`${state}${required && html` required`}`,
  };
  const [sentence] = control.kind === 'checkboxes' && control.isConsent ? control.options : [];
  if (sentence !== undefined) {
    return html`<fieldset>${sentence !== field.label && html`<legend><bdi>${field.label}</bdi></legend>`}
<div class="choices">${consent(field, sentence, start)}</div>
${about}</fieldset>`;
  }
  if (control.kind === 'radios' || control.kind === 'checkboxes') {
    return html`<fieldset${state}><legend>${label}</legend>
<div class="choices${layoutOf(control.options)}">${choices(field, control.options, start)}</div>
${about}</fieldset>`;
  }
  return html`<div class="field"><label for="${name}">${label}</label>
${single(field, start)}
${about}</div>`;
}

interface Start extends Pick<State, 'values' | 'phone' | 'language' | 'hasFocus' | 'texts'> {
  readonly state: Html;
}

/** Addresses and numbers are written from left to right in every language. A browser chooses the direction of a date. */
const directions: Readonly<Record<string, 'auto' | 'ltr'>> = { text: 'auto', email: 'ltr', tel: 'ltr', url: 'ltr' };

function single(field: FormField, start: Start): HtmlPart {
  const { name, control, maxLength, autocomplete, placeholder } = field;
  const { values, phone, language, hasFocus, texts, state } = start;
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
    case 'line': {
      const input = html`<input ${common}${direction !== undefined && html` dir="${direction}"`} type="${control.type}" autocomplete="${autocomplete}" maxlength="${maxLength}" value="${value}"${hintInside}>`;
      return phone ? withCountry(field, input, { phone, language, texts }) : input;
    }
    case 'radios':
    case 'checkboxes':
      return undefined;
  }
}

const maxInOneColumn = 8;
const maxInColumns = 24;

/** Ratings are a row; a long list has columns where there is room, as long as its options are short. */
function layoutOf(options: readonly string[]): string {
  if (options.every((each) => each.length < 3)) return ' scale';
  return options.length > maxInOneColumn && options.every((each) => each.length <= maxInColumns) ? ' columns' : '';
}

/** A single box, whose label is the sentence that people agree to. */
function consent({ name, required }: FormField, sentence: string, { values, hasFocus, texts, state }: Start): Html {
  return html`<label class="consent"><input type="checkbox" name="${name}" value="${sentence}"${values.includes(sentence) && html` checked`}${state}${hasFocus && html` autofocus`}> <span><bdi>${sentence}</bdi>${!required && html` <span class="optional">(${texts.optional})</span>`}</span></label>`;
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
