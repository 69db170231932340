import type { Context as KoaContext } from 'koa';
import type { Utm } from '#src/domain/contacts/contact.ts';
import { isOfSupportedYear } from '#src/domain/input.ts';
import { type Html, html } from '#src/lib/html.ts';
import { firstPairsOf, maxFormPairs } from '#src/lib/network/form-body.ts';
import { type PlusKind, withPluses } from '#src/lib/network/query-plus.ts';
import { isCalendarDay, isInstant } from '#src/lib/time/time-zones.ts';
import type { Embedding } from './document.ts';

/** What the address or the form of a page asks for. Values that make no sense count as left out. */
export interface Params {
  readonly lang: string | null;
  readonly timeZone: string | null;
  readonly month: string | undefined;
  readonly date: string | undefined;
  /** Epoch milliseconds. */
  readonly dateTime: number | undefined;
  readonly showsAllZones: boolean;
  /** The names and values of everything else. */
  readonly all: URLSearchParams;
}

/** Names that say what the page shows, and nothing about the visitor. */
const ownNames = new Set(['lang', 'timeZone', 'month', 'date', 'dateTime', 'zones', 'show', 'key', 'isLead']);

/** What only forms of ours carry on, and no link. */
export const ownFormNames = ['key', 'isLead', 'show'] as const;

/** The key of a form, by which one that is sent twice is one booking. */
export function formKeyOf({ all }: Params): string | null {
  const key = all.get('key');
  return key !== null && /^[0-9A-Za-z]{22}$/.test(key) ? key : null;
}

/** The kinds of fields by the names of their inputs. */
export type KindOf = (name: string) => PlusKind | undefined;

/** What a link says. Its addresses and numbers keep their `+`, also those of further questions of a type (`email.2`). */
export function queryOf({ querystring }: KoaContext, kindOf: KindOf = () => undefined): URLSearchParams {
  return firstPairsOf(withPluses(querystring, (name) => kindOf(name) ?? ownKinds.get(name.replace(/\.\d+$/, ''))));
}

const ownKinds: ReadonlyMap<string, PlusKind> = new Map([
  ['dateTime', 'instant'],
  ['email', 'email'],
  ['phoneNumber', 'phone number'],
]);

export function paramsOf(all: URLSearchParams): Params {
  // A button comes after the hidden input that it overrides.
  const last = (name: string) => all.getAll(name).at(-1) ?? null;
  const [month, date, dateTime] = [last('month') ?? '', last('date') ?? '', last('dateTime') ?? ''];
  return {
    lang: last('lang'),
    timeZone: last('timeZone'),
    month: /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(month) && month < '2999-12' ? month : undefined,
    date: isCalendarDay(date) && date > '2000' && date < '2999-12' ? date : undefined,
    dateTime: isInstant(dateTime) && isOfSupportedYear(dateTime) ? Date.parse(dateTime) : undefined,
    showsAllZones: last('zones') === 'all',
    all,
  };
}

/**
 * The parameters that a form carries on: the language, and what is known of the visitor. Together with the `ownInputs` of the form
 * they are no more than a form may have.
 */
export function carried({ all, lang }: Params, { names, ownInputs = 0 }: Carried = {}): Html[] {
  const kept = [...all].filter(([name]) => !ownNames.has(name) && (names?.has(name) ?? true) && name.length <= 300);
  const language = lang === null ? [] : [['lang', lang] as const];
  return [...language, ...kept]
    .slice(0, maxCarried - Math.min(ownInputs, maxOwnInputs))
    .map(([name, value]) => hidden(name, value));
}

interface Carried {
  /** Only these; all where it is absent. */
  readonly names?: ReadonlySet<string>;
  readonly ownInputs?: number;
}

/** The rest is for what a form says of itself: its key, step, time and zone. */
const maxCarried = maxFormPairs - 10;

/** Hardly anybody ticks all of so many boxes, and the campaign of a visitor is carried on beside them. */
const maxOwnInputs = 150;

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** Campaign parameters as a booking takes them; what does not fit is left out, because no visitor can mend it. */
export function utmOf({ all }: Params): Utm[] {
  return [...all]
    .filter(([name, value]) => /^utm_[\w.-]{1,90}$/.test(name) && value !== '' && !/\p{Cc}/u.test(value))
    .slice(0, 20)
    .map(([utmKey, utmValue]) => ({ utmKey, utmValue: utmValue.slice(0, 500).toWellFormed() }));
}

/** Which pages may frame this one, and which of them says that it does. */
export function embeddingOf({ all }: Params, origins: readonly string[]): Embedding {
  const named = all.get('embedOrigin');
  return { origins, origin: named !== null && origins.includes(named) ? named : undefined };
}
