import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { canonicalEmail } from '#src/lib/network/email-address.ts';
import type { ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { childrenOf, textOf } from '#src/lib/webdav/xml.ts';
import { addressesIn } from './addresses.ts';
import type { DavClient } from './dav-client.ts';
import { StatusProblem } from './problems.ts';

/** The account data that discovery finds. */
export interface Account {
  /** The collections that contain the calendars. */
  readonly homes: readonly string[];
  /** The user's e-mail addresses, to which invitations are sent. */
  readonly addresses: readonly string[];
  /** The calendar into which the server itself puts invitations. */
  readonly defaultCalendar: string | undefined;
}

const notFound =
  'No calendars were found at this address. Enter the CalDAV server address that your provider specifies.';

/** Finds the account from the entered address (RFC 6764, section 6; RFC 4791, section 6.2). */
export async function findAccount(client: DavClient, entered: string): Promise<Account> {
  const problems: StatusProblem[] = [];
  for (const candidate of candidates(entered)) {
    try {
      const account = await accountAt(client, candidate);
      if (account) return account;
    } catch (error) {
      // If an address does not support WebDAV, the search continues. If a server does not answer at all, it fails.
      if (!(error instanceof StatusProblem)) throw error;
      problems.push(error);
    }
  }
  throw problems.find(({ isRefused }) => isRefused) ?? problems.find(isTemporary) ?? new CalendarProblem(notFound);
}

function isTemporary({ status }: StatusProblem): boolean {
  return status === 429 || status >= 500;
}

/** An address with a path is used as it is. For a host alone, the well-known URL shows where CalDAV is. */
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
  // Small servers have no principals: then the calendar's own address is the account.
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

/** RFC 6638, section 2.4.1. The other addresses of a user are principal URLs and `urn:uuid:`. */
function mailAddressesOf(principal: ResourceStatus | undefined): string[] {
  return childrenOf(principal?.properties.get('calendar-user-address-set'), 'href')
    .map((href) => textOf(href).trim())
    .filter((address) => /^mailto:/i.test(address))
    .map(canonicalEmail);
}

/** Reads schedule-default-calendar-URL (RFC 6638, section 9.2). */
async function defaultCalendarOf(client: DavClient, inbox: string): Promise<string | undefined> {
  try {
    const { resources, url } = await client.propfind(inbox, 0, ['C:schedule-default-calendar-URL']);
    return addressesIn(resources[0]?.properties.get('schedule-default-calendar-URL'), url)[0];
  } catch (error) {
    // Not every server lets users read the inbox. The first calendar serves as well.
    if (error instanceof StatusProblem) return undefined;
    throw error;
  }
}

/** The user's e-mail addresses, found from any collection of the account; empty if the server does not name them. */
export async function findAddresses(client: DavClient, collection: string): Promise<readonly string[]> {
  try {
    const { resources, url } = await client.propfind(collection, 0, ['D:current-user-principal']);
    const [principal] = addressesIn(resources[0]?.properties.get('current-user-principal'), url);
    if (principal === undefined) return [];
    const found = await client.propfind(principal, 0, ['C:calendar-user-address-set']);
    return mailAddressesOf(found.resources[0]);
  } catch (error) {
    // Without addresses, declined invitations count as busy, which is safe.
    if (error instanceof StatusProblem && !error.isRefused) return [];
    throw error;
  }
}
