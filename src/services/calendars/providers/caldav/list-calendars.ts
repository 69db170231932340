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
  /** The server leaves it out of free and busy times (RFC 6638, 9.1). */
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
  // The same user name may be that of accounts at several servers.
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

/** Undefined for what is no calendar of events. */
function calendarOf(resource: ResourceStatus, base: string): Listed | undefined {
  const kinds = namesIn(resource.properties.get('resourcetype'));
  const externalId = resolved(resource.href, base);
  // A subscription of Apple's server is an address elsewhere, without entries of its own.
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

/** A calendar that names no components takes all (RFC 4791, 5.2.3). */
function takesEvents(set: XmlNode | undefined): boolean {
  const names = childrenOf(set, 'comp').map((component) => attributeOf(component, 'name')?.toUpperCase());
  return names.length === 0 || names.includes('VEVENT');
}

/** A server without access control names no privileges: what it refuses shows when an entry is written. */
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

/** Control characters, and those that turn a text around, would mislead who reads the name. */
function shown(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
}

/** By name (RFC 7809), else by the zone's definition (RFC 4791, 5.2.2). */
function timeZoneOf(resource: ResourceStatus): string | null {
  const definition = textOf(resource.properties.get('calendar-timezone')).replace(/\r?\n[ \t]/g, '');
  const names = [
    textOf(resource.properties.get('calendar-timezone-id')),
    ...[...definition.matchAll(/^(?:TZID|X-LIC-LOCATION)(?:;[^:\r\n]*)?:(.+)$/gim)].map(([, name = '']) => name),
  ];
  return names.map((name) => zoneNamed(name.trim()) ?? null).find(isZoneOfPlace) ?? null;
}
