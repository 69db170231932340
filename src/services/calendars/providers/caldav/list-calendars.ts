import { zoneNamed } from '#src/lib/time/zone-named.ts';
import type { ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { attributeOf, childrenOf, namesIn, textOf, type XmlNode } from '#src/lib/webdav/xml.ts';
import type { FoundCalendar, FoundCalendars } from '../provider.ts';
import { isZoneOfPlace } from '../zone-of-place.ts';
import { addressKey, resolved } from './addresses.ts';
import { type CaldavAccess, DavClient } from './dav-client.ts';
import { findAccount } from './discovery.ts';

const properties = [
  ...['D:resourcetype', 'D:displayname', 'D:current-user-privilege-set'],
  ...['C:supported-calendar-component-set', 'C:calendar-timezone', 'C:calendar-timezone-id'],
  'C:schedule-calendar-transp',
];

interface Listed extends Omit<FoundCalendar, 'isPrimary'> {
  /** True if the server ignores the calendar in free-busy times (RFC 6638, section 9.1). */
  readonly isTransparent: boolean;
}

export async function listCalendars(access: CaldavAccess): Promise<FoundCalendars> {
  const client = new DavClient(access);
  const { homes, defaultCalendar } = await findAccount(client, access.secret.url);
  const calendars = new Map<string, Listed>();
  for (const home of homes) {
    const { resources, url } = await client.propfind(home, 1, properties);
    for (const resource of resources) {
      const calendar = calendarOf(resource, url);
      if (calendar) calendars.set(addressKey(calendar.externalId), calendar);
    }
  }
  const found = [...calendars.values()];
  const primary = primaryOf(found, defaultCalendar);
  // Includes the host, because several servers may have the same user name.
  const { host } = new URL(access.secret.url);
  const username = access.secret.username.trim();
  const name = username === '' ? host : `${username} at ${host}`;
  return {
    name,
    calendars: found.map(({ isTransparent: _, ...calendar }) => ({
      ...calendar,
      isPrimary: calendar.externalId === primary?.externalId,
    })),
  };
}

function primaryOf(calendars: readonly Listed[], defaultCalendar: string | undefined): Listed | undefined {
  const key = defaultCalendar === undefined ? undefined : addressKey(defaultCalendar);
  const rules = [
    (each: Listed) => addressKey(each.externalId) === key,
    (each: Listed) => each.isWritable && !each.isTransparent,
    () => true,
  ];
  return rules.map((rule) => calendars.find(rule)).find((calendar) => calendar !== undefined);
}

/** Returns undefined if the resource is not a calendar of events. */
function calendarOf(resource: ResourceStatus, base: string): Listed | undefined {
  const kinds = namesIn(resource.properties.get('resourcetype'));
  const externalId = resolved(resource.href, base);
  // A subscription on Apple's server only links to a calendar elsewhere and has no entries.
  if (externalId === undefined || !kinds.includes('calendar') || kinds.includes('subscribed')) return undefined;
  if (!takesEvents(resource.properties.get('supported-calendar-component-set'))) return undefined;
  return {
    externalId,
    name: nameOf(resource, externalId),
    timeZone: timeZoneOf(resource),
    isWritable: isWritable(resource.properties.get('current-user-privilege-set')),
    isTransparent: namesIn(resource.properties.get('schedule-calendar-transp')).includes('transparent'),
  };
}

/** A calendar that names no components accepts all (RFC 4791, section 5.2.3). */
function takesEvents(set: XmlNode | undefined): boolean {
  const names = childrenOf(set, 'comp').map((component) => attributeOf(component, 'name')?.toUpperCase());
  return names.length === 0 || names.includes('VEVENT');
}

/** A server without access control lists no privileges: then only a write shows what it refuses. */
function isWritable(set: XmlNode | undefined): boolean {
  if (set === undefined) return true;
  const granted = childrenOf(set, 'privilege').flatMap(namesIn);
  return (
    ['all', 'write'].some((each) => granted.includes(each)) || isAllOf(granted, ['bind', 'unbind', 'write-content'])
  );
}

function isAllOf(granted: readonly string[], required: readonly string[]): boolean {
  return required.every((each) => granted.includes(each));
}

function nameOf(resource: ResourceStatus, externalId: string): string {
  const displayed = textOf(resource.properties.get('displayname'));
  const [segment = ''] = addressKey(externalId).split('/').slice(-1);
  const name = [displayed, segment].map(shown).find((each) => each !== '');
  return name ?? 'Calendar';
}

/** Removes control and bidi characters, which could make a name look different from what it is. */
function shown(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
}

/** The zone by name (RFC 7809), or else from its definition (RFC 4791, section 5.2.2). */
function timeZoneOf(resource: ResourceStatus): string | null {
  const definition = textOf(resource.properties.get('calendar-timezone')).replace(/\r?\n[ \t]/g, '');
  const names = [
    textOf(resource.properties.get('calendar-timezone-id')),
    ...[...definition.matchAll(/^(?:TZID|X-LIC-LOCATION)(?:;[^:\r\n]*)?:(.+)$/gim)].map(([, name = '']) => name),
  ];
  return names.map((name) => zoneNamed(name.trim()) ?? null).find(isZoneOfPlace) ?? null;
}
