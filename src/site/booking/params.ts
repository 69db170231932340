import type { Context as KoaContext } from 'koa';
import type { Utm } from '#src/domain/contacts/contact.ts';
import { isOfSupportedYear } from '#src/domain/input.ts';
import { type HourFormat, hourFormats } from '#src/domain/languages/language.ts';
import { type Html, html } from '#src/lib/html.ts';
import { firstPairsOf, maxFormPairs } from '#src/lib/network/form-body.ts';
import { type PlusKind, withPluses } from '#src/lib/network/query-plus.ts';
import { maxAddressLength, pageAddress } from '#src/lib/network/web-address.ts';
import { isCalendarDay, isInstant } from '#src/lib/time/time-zones.ts';
import type { Embedding } from './document.ts';

/** What the URL or the form requests. Invalid values count as absent. */
export interface Params {
  readonly lang: string | null;
  /** How hours are written, if the visitor has chosen. */
  readonly hours: HourFormat | null;
  readonly timeZone: string | null;
  readonly month: string | undefined;
  readonly date: string | undefined;
  /** Epoch milliseconds. */
  readonly dateTime: number | undefined;
  readonly showsAllZones: boolean;
  readonly showsAllCountries: boolean;
  /** All names and values, including those above. */
  readonly all: URLSearchParams;
}

/** The parameters that control the page and say nothing about the visitor. */
const ownNames = new Set([
  ...['lang', 'hours', 'timeZone', 'month', 'date', 'dateTime', 'zones', 'show', 'key', 'isLead', 'step'],
]);

/** The parameters that only our own forms contain, and no link. */
export const ownFormNames = ['key', 'isLead', 'show'] as const;

/** The key of a form: two submits with the same key are one booking. */
export function formKeyOf({ all }: Params): string | null {
  const key = all.get('key');
  return key !== null && /^[0-9A-Za-z]{22}$/.test(key) ? key : null;
}

/** The kinds of fields by input name. */
export type KindOf = (name: string) => PlusKind | undefined;

/** The query of a link. Addresses and numbers keep a `+`, including those of further questions of a type (`email.2`). */
export function queryOf({ querystring }: KoaContext, kindOf: KindOf = () => undefined): URLSearchParams {
  return firstPairsOf(withPluses(querystring, (name) => kindOf(name) ?? ownKinds.get(name.replace(/\.\d+$/, ''))));
}

const ownKinds: ReadonlyMap<string, PlusKind> = new Map([
  ['dateTime', 'instant'],
  ['email', 'email'],
  ['phoneNumber', 'phone number'],
]);

export function paramsOf(all: URLSearchParams): Params {
  // A button's value comes after the hidden input that it overrides.
  const last = (name: string) => all.getAll(name).at(-1) ?? null;
  const [month, date, dateTime] = [last('month') ?? '', last('date') ?? '', last('dateTime') ?? ''];
  return {
    lang: last('lang'),
    hours: hourFormats.find((each) => each === last('hours')) ?? null,
    timeZone: last('timeZone'),
    month: /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(month) && month < '2999-12' ? month : undefined,
    date: isCalendarDay(date) && date > '2000' && date < '2999-12' ? date : undefined,
    dateTime: isInstant(dateTime) && isOfSupportedYear(dateTime) ? Date.parse(dateTime) : undefined,
    showsAllZones: last('zones') === 'all',
    showsAllCountries: last('show') === 'countries',
    all,
  };
}

/**
 * The parameters that a form keeps: the language, and what is known of the visitor. Together with the form's `ownInputs` they
 * stay within the limit of a form.
 */
export function carried({ all, lang, hours }: Params, { names, ownInputs = 0 }: Carried = {}): Html[] {
  const others = [...all].filter(([name]) => !ownNames.has(name) && (names?.has(name) ?? true) && name.length <= 300);
  const chosen = Object.entries({ lang, hours }).filter((pair): pair is [string, string] => pair[1] !== null);
  return [...chosen, ...others]
    .slice(0, maxCarried - Math.min(ownInputs, maxOwnInputs))
    .map(([name, value]) => hidden(name, value));
}

interface Carried {
  /** Only these names; all if absent. */
  readonly names?: ReadonlySet<string>;
  readonly ownInputs?: number;
}

/** The rest is reserved for the form's own state: its key, step, time and zone. */
const maxCarried = maxFormPairs - 10;

/** Few visitors tick that many boxes, and the campaign parameters must fit besides. */
const maxOwnInputs = 150;

export function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** The campaign parameters as input of a booking. Unsuitable ones are dropped, because no visitor can fix them. */
export function utmOf({ all }: Params): Utm[] {
  return [...all]
    .filter(([name, value]) => /^utm_[\w.-]{1,90}$/.test(name) && value !== '' && !/\p{Cc}/u.test(value))
    .slice(0, 20)
    .map(([utmKey, utmValue]) => ({ utmKey, utmValue: utmValue.slice(0, 500).toWellFormed() }));
}

/** The parameter of the page that led to the form: its origin and path. */
const referrerName = 'referrer';

/**
 * Adds the page that led to a link to its parameters, so that all steps keep it: the one that the link names, as embed.js does, else
 * that of the request. Our own pages lead from one step to the next.
 */
export function addReferrer(koa: KoaContext, query: URLSearchParams, ownAddresses: readonly string[]): void {
  const own = [koa.get('Host'), ...ownAddresses.map((address) => new URL(address).host)];
  const pages = [query.get(referrerName) ?? '', koa.get('Referer')].flatMap((text) => pageAddress(text) ?? []);
  const page = pages.find((each) => each.length <= maxAddressLength && !own.includes(new URL(each).host));
  query.delete(referrerName);
  if (page !== undefined) query.set(referrerName, page);
}

/** The page that led to the form, as input of a booking. An unsuitable one is dropped, because no visitor can fix it. */
export function referrerOf({ all }: Params): string | undefined {
  const page = pageAddress(all.get(referrerName) ?? '');
  return page !== undefined && page.length <= maxAddressLength ? page : undefined;
}

/** The pages that may frame this one, and the one that claims to do so. */
export function embeddingOf({ all }: Params, origins: readonly string[]): Embedding {
  const named = all.get('embedOrigin');
  return { origins, origin: named !== null && origins.includes(named) ? named : undefined };
}
