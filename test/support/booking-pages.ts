import { parseNetworks } from '#src/lib/network/addresses.ts';
import type { TestApp } from './app.ts';

/** The server believes the address that `openPage` sends, so that no test meets the limit of another. */
export const manyAddresses = { trustedProxies: parseNetworks('loopback') ?? [] };

let addresses = 0;

/** An address that no request had before. */
export function nextAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` };
}

/** A page of invitees as a browser without script gets it. */
export interface BookingPage {
  readonly status: number;
  readonly location: string | null;
  /** The address that the page opens as soon as it is shown. */
  readonly refreshTo: string | undefined;
  readonly headers: Headers;
  readonly html: string;
  /** The names of days and times that can be chosen. */
  readonly dates: readonly string[];
  readonly dateTimes: readonly string[];
  readonly timeZone: string | undefined;
  /** What its form of details or its chooser would send, without a button. */
  readonly values: URLSearchParams;
  /** The text that a person reads, without its tags. */
  readonly text: string;
}

/** Opens or posts a page. */
export async function openPage(
  app: Pick<TestApp, 'url'>,
  path: string,
  { form, headers = {} }: { readonly form?: URLSearchParams; readonly headers?: Record<string, string> } = {},
): Promise<BookingPage> {
  const response = await fetch(app.url + path, {
    redirect: 'manual',
    headers: { connection: 'close', ...nextAddress(), ...headers },
    ...(form && { method: 'POST', body: form }),
  });
  const html = await response.text();
  return {
    ...{ status: response.status, location: response.headers.get('location'), headers: response.headers, html },
    refreshTo: refreshIn(html),
    dates: valuesOf(html, /<button class="day open" name="date" value="([^"]+)"/g),
    dateTimes: valuesOf(html, /name="dateTime" value="([^"]+)">/g),
    timeZone: /<option value="([^"]+)" selected>/.exec(html)?.[1],
    values: new URLSearchParams(
      [...html.matchAll(/<input ([^>]+)>/g)].flatMap(([, attributes = '']) => filledInput(attributes)),
    ),
    text: plain(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ')),
  };
}

/** The address that a page opens as soon as it is shown. */
export function refreshIn(html: string): string | undefined {
  const address = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(html)?.[1];
  return address === undefined ? undefined : plain(address);
}

function filledInput(attributes: string): [string, string][] {
  const attribute = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  const [name, value, type] = [attribute('name'), attribute('value'), attribute('type')];
  const isLeftOut = (type === 'radio' || type === 'checkbox') && !/ checked/.test(attributes);
  return name === undefined || value === undefined || isLeftOut ? [] : [[name, plain(value)]];
}

function valuesOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, value = '']) => value);
}

function plain(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replace(/\s+/g, ' ');
}

/** The form of a page, with fields that a person fills in. */
export function filledIn(page: BookingPage, typed: Readonly<Record<string, string>>): URLSearchParams {
  const form = new URLSearchParams(page.values);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
}
