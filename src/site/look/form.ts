import type { Context as KoaContext } from 'koa';
import type { z } from 'zod';
import { DomainError, retryHeaders } from '#src/domain/errors.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';
import { Html, type HtmlPart, html } from '#src/lib/html.ts';
import { presentZoneName, type ZoneChoice } from '#src/lib/time/time-zone-names.ts';
import type { Page } from './page.ts';

/** A field of a form. A form that is shown again keeps the entered values, except passwords. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'email' | 'password' | 'text';
  readonly autocomplete?: string;
  readonly maxLength?: number;
  readonly hint?: string;
  readonly optional?: true;
  /** The initial value. */
  readonly value?: string;
  /** The zones to choose from. Without them the field is a text input. */
  readonly choices?: readonly ZoneChoice[];
}

/** The problems of a form: by field, and under the empty name for the whole form. */
export interface FormErrors {
  readonly status: number;
  readonly messages: Readonly<Record<string, string>>;
}

export interface AccountForm {
  readonly title: string;
  /** The title if the form has errors. */
  readonly failedTitle?: string;
  readonly intro: HtmlPart;
  /** Fields, or inputs that the page itself has rendered. */
  readonly fields: readonly Field[] | Html;
  readonly button: string;
  readonly csrf: string;
  readonly typed?: URLSearchParams | undefined;
  readonly errors?: FormErrors | undefined;
  /** The id of the error of the whole form, for inputs that it describes. */
  readonly errorId?: string;
  /** The content below the form. */
  readonly ways?: HtmlPart;
  /** The URL of the page's only script. */
  readonly script?: string | undefined;
  /** Scripts and styles of the application to prefetch. */
  readonly prefetch?: readonly string[] | undefined;
}

/**
 * A page with one form, which posts to the page's own URL. Only the server validates: browsers refuse addresses copied with
 * punctuation or `mailto:`, which the server accepts.
 */
export function formPage({ title, intro, fields, button, csrf, errors, ways, ...form }: AccountForm): Page {
  const { failedTitle = `Error – ${title}`, errorId, typed, script, prefetch } = form;
  const whole = errors?.messages[''];
  return {
    status: errors?.status ?? 200,
    title: errors ? failedTitle : title,
    formAction: "'self'",
    prefetch,
    script,
    content: html`<h1>${title}</h1>
<p class="soft">${intro}</p>
${whole !== undefined && html`<p class="note error"${errorId !== undefined && html` id="${errorId}"`} role="alert">${whole}</p>`}
<form method="post" novalidate>
<input type="hidden" name="csrf" value="${csrf}">
${fields instanceof Html ? fields : inputsOf(fields, typed, errors)}
<div class="buttons"><button class="button primary">${button}</button></div>
</form>
${ways}`,
  };
}

/** The first field with an error gets the focus, otherwise the first field. */
function inputsOf(fields: readonly Field[], typed: URLSearchParams | undefined, errors?: FormErrors): HtmlPart {
  const focused = fields.find(({ name }) => errors?.messages[name] !== undefined) ?? fields[0];
  return fields.map((field) =>
    inputOf(field, { typed, error: errors?.messages[field.name], hasFocus: field === focused }),
  );
}

interface State {
  readonly typed: URLSearchParams | undefined;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
}

function inputOf(field: Field, { typed, error, hasFocus }: State): HtmlPart {
  const { name, label, type = 'text', autocomplete = 'off', maxLength = 255, optional, value = '', choices } = field;
  // The error repeats the hint's content.
  const hint = error === undefined ? field.hint : undefined;
  const shown = type === 'password' ? '' : (typed?.get(name) ?? value);
  const about = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  const state = html`${!optional && html` required`}${error !== undefined && html` aria-invalid="true"`}${about !== '' && html` aria-describedby="${about}"`}${hasFocus && html` autofocus`}`;
  const control = choices
    ? html`<select id="${name}" name="${name}" class="input"${state}>
${choices.map((each) => zoneOption(each, shown))}</select>`
    : html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" class="input" maxlength="${maxLength}" value="${shown}"${state}>`;
  return html`<label for="${name}">${label}</label>
${control}
${error !== undefined && html`<p class="note error" id="${name}-error" role="alert">${error}</p>`}
${hint !== undefined && html`<p class="fine hint" id="${name}-hint">${hint}</p>`}`;
}

/** The script that selects a zone uses the option with its current name. */
export function zoneOption({ timeZone, label, isFormer }: ZoneChoice, chosen: string): Html {
  const isSelected = timeZone === presentZoneName(chosen) && !isFormer;
  return html`<option value="${timeZone}"${isFormer && html` data-former`}${isSelected && html` selected`}>${label}</option>`;
}

/** Parses the fields of a form with the input schema, or returns the errors. An empty field counts as absent. */
export function readFields<Input extends z.ZodObject>(
  input: Input,
  form: URLSearchParams,
): { readonly values: z.output<Input> } | { readonly errors: FormErrors } {
  const entered = Object.keys(input.shape).flatMap((name) => {
    const text = form.get(name);
    return text === null || text === '' ? [] : [[name, text]];
  });
  const result = input.safeParse(Object.fromEntries(entered));
  if (result.success) return { values: result.data };
  const problems = problemsOf(result.error.issues);
  const messages = problems.map(({ path: [field], message }) => [String(field ?? ''), `${message}.`]);
  return { errors: { status: 400, messages: Object.fromEntries(messages.reverse()) } };
}

/** Converts a use case's error into form errors; rethrows an error that the person cannot fix. */
export function errorsOf(koa: KoaContext, error: unknown): FormErrors {
  if (!(error instanceof DomainError)) throw error;
  if (error.code === 'RATE_LIMIT_EXCEEDED') {
    const seconds = error.rate?.retryAfterSeconds ?? 1;
    koa.set('Retry-After', String(seconds));
    const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
    return { status: 429, messages: { '': `Too many attempts. Please try again in ${wait}.` } };
  }
  if (error.code === 'UNAVAILABLE') koa.set(retryHeaders);
  const fields = Object.entries(error.details?.fieldErrors ?? {}).map(([name, [message]]) => [name, `${message}.`]);
  if (fields.length > 0) return { status: error.status, messages: Object.fromEntries(fields) };
  return { status: error.status, messages: { '': `${error.message}.` } };
}

/** For a form without an address field: the address error becomes an error of the whole form. */
export function withoutAddress({ status, messages: { email, ...messages } }: FormErrors): FormErrors {
  return { status, messages: email === undefined ? messages : { ...messages, '': email } };
}

export const unaccepted: FormErrors = {
  status: 403,
  messages: { '': 'This page was open for too long, or cookies are turned off. Please try again.' },
};

export const foreignForm = {
  status: 403,
  title: 'This form was sent from another site',
  text: 'Go back and use the form on our own page.',
};

export const endedLink = {
  status: 410,
  title: 'This link no longer works',
  text: 'The link was used, revoked, replaced by a newer one, or has expired. Ask for a new one.',
};
