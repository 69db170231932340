import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { canonicalEmail } from '#src/lib/network/email-address.ts';
import type { ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { childrenOf, textOf } from '#src/lib/webdav/xml.ts';
import { addressesIn } from './addresses.ts';
import type { DavClient } from './dav-client.ts';
import { StatusProblem } from './problems.ts';

/** What the server knows of the user. */
export interface Account {
  /** The collections that hold the calendars. */
  readonly homes: readonly string[];
  /** The mail addresses that invitations to the user go to. */
  readonly addresses: readonly string[];
  /** The calendar that the server itself puts invitations into. */
  readonly defaultCalendar: string | undefined;
}

const notFound =
  'No calendars were found at this address. Enter the address of the CalDAV server as its provider states it.';

/** From the address that somebody entered to the account (RFC 6764, section 6; RFC 4791, 6.2). */
export async function findAccount(client: DavClient, entered: string): Promise<Account> {
  const problems: StatusProblem[] = [];
  for (const candidate of candidates(entered)) {
    try {
      const account = await accountAt(client, candidate);
      if (account) return account;
    } catch (error) {
      // An address without WebDAV is no end of the search. A server that does not answer at all is.
      if (!(error instanceof StatusProblem)) throw error;
      problems.push(error);
    }
  }
  throw problems.find(({ isRefused }) => isRefused) ?? problems.find(isTemporary) ?? new CalendarProblem(notFound);
}

function isTemporary({ status }: StatusProblem): boolean {
  return status === 429 || status >= 500;
}

/** An address with a path is meant as it is. A host alone says by its well-known address where CalDAV is. */
function candidates(entered: string): string[] {
  const { origin, pathname } = new URL(entered);
  const [wellKnown, root] = [`${origin}/.well-known/caldav`, `${origin}/`];
  return pathname === '/' ? [wellKnown, root] : [entered, wellKnown, root];
}

async function accountAt(client: DavClient, url: string): Promise<Account | undefined> {
  const found = await client.propfind(url, 0, ['D:current-user-principal', 'D:resourcetype']);
  const resource = found.resources[0];
  const [principal] = addressesIn(resource?.properties.get('current-user-principal'), found.url);
  if (principal !== undefined) {
    const account = await readPrincipal(client, principal);
    if (account.homes.length > 0) return account;
  }
  // Small servers have no principals: the address of the calendar is all there is.
  const isCalendar = childrenOf(resource?.properties.get('resourcetype'), 'calendar').length > 0;
  return isCalendar ? { homes: [found.url], addresses: [], defaultCalendar: undefined } : undefined;
}

async function readPrincipal(client: DavClient, principal: string): Promise<Account> {
  const properties = ['C:calendar-home-set', 'C:calendar-user-address-set', 'C:schedule-inbox-URL'];
  const { resources, url } = await client.propfind(principal, 0, properties);
  const [resource] = resources;
  const [inbox] = addressesIn(resource?.properties.get('schedule-inbox-URL'), url);
  return {
    homes: addressesIn(resource?.properties.get('calendar-home-set'), url),
    addresses: mailAddressesOf(resource),
    defaultCalendar: inbox === undefined ? undefined : await defaultCalendarOf(client, inbox),
  };
}

/** RFC 6638, 2.4.1. Other addresses of users are those of principals and `urn:uuid:`. */
function mailAddressesOf(principal: ResourceStatus | undefined): string[] {
  return childrenOf(principal?.properties.get('calendar-user-address-set'), 'href')
    .map((href) => textOf(href).trim())
    .filter((address) => /^mailto:/i.test(address))
    .map(canonicalEmail);
}

/** RFC 6638, 9.2. */
async function defaultCalendarOf(client: DavClient, inbox: string): Promise<string | undefined> {
  try {
    const { resources, url } = await client.propfind(inbox, 0, ['C:schedule-default-calendar-URL']);
    return addressesIn(resources[0]?.properties.get('schedule-default-calendar-URL'), url)[0];
  } catch (error) {
    // Not every server lets its users see the inbox. The first calendar is as good.
    if (error instanceof StatusProblem) return undefined;
    throw error;
  }
}

/** The user's mail addresses, by any collection of the account; none where the server does not name them. */
export async function findAddresses(client: DavClient, collection: string): Promise<readonly string[]> {
  try {
    const { resources, url } = await client.propfind(collection, 0, ['D:current-user-principal']);
    const [principal] = addressesIn(resources[0]?.properties.get('current-user-principal'), url);
    if (principal === undefined) return [];
    const found = await client.propfind(principal, 0, ['C:calendar-user-address-set']);
    return mailAddressesOf(found.resources[0]);
  } catch (error) {
    // Without them a declined invitation counts as busy, which books nobody twice.
    if (error instanceof StatusProblem && !error.isRefused) return [];
    throw error;
  }
}
