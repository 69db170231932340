import { afterAll, beforeAll } from 'vitest';
import { type CaldavServer, caldavPrograms } from './caldav-servers.ts';

/** An entry as the server has it. */
export interface ServerEntry {
  readonly uid: string;
  readonly start: string;
  readonly end: string;
  readonly sequence: number;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
}

const radicale = caldavPrograms.find(({ name }) => name === 'Radicale');

/** Why tests with a CalDAV server cannot run here; undefined where they can. */
export const caldavMissing = radicale ? radicale.missing : 'no Radicale';

/** A CalDAV server from before the first test of a describe block to after its last. It can be named, but not used, before that. */
export function caldavServerForTests(): CaldavServer {
  let server: CaldavServer | undefined;
  beforeAll(async () => {
    server = await radicale?.start();
  });
  afterAll(() => server?.stop());
  return new Proxy({} as CaldavServer, { get: (_, name) => Reflect.get(server ?? {}, name) });
}

/** Every entry of a calendar, in the order of time; one that is there twice comes twice. */
export async function entriesIn(server: CaldavServer, calendarUrl: string): Promise<ServerEntry[]> {
  const answer = await server.send('GET', calendarUrl);
  if (answer.status !== 200) throw new Error(`GET ${calendarUrl} answers ${answer.status}`);
  const text = (await answer.text()).replaceAll(/\r?\n[ \t]/g, '');
  const events = [...text.matchAll(/BEGIN:VEVENT\r?\n([\s\S]*?)END:VEVENT/g)].map(([, event = '']) => entryOf(event));
  return events.sort((one, other) => one.start.localeCompare(other.start) || one.uid.localeCompare(other.uid));
}

function entryOf(event: string): ServerEntry {
  const value = (name: string) => new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'm').exec(event)?.[1]?.trim() ?? '';
  const text = (name: string) =>
    value(name)
      .replaceAll('\\n', '\n')
      .replaceAll(/\\([,;\\])/g, '$1');
  return {
    ...{ uid: value('UID'), start: utcText(value('DTSTART')), end: utcText(value('DTEND')) },
    ...{ sequence: Number(value('SEQUENCE')), summary: text('SUMMARY'), description: text('DESCRIPTION') },
    location: text('LOCATION'),
  };
}

function utcText(basic: string): string {
  return basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z');
}

/** Puts an entry of somebody else into a calendar. */
export async function putOther(
  server: CaldavServer,
  calendarUrl: string,
  { uid, start, end }: Pick<ServerEntry, 'uid' | 'start' | 'end'>,
): Promise<void> {
  const basic = (text: string) => text.replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', 'BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTAMP:20260101T000000Z', `DTSTART:${basic(start)}`, `DTEND:${basic(end)}`, 'SUMMARY:Dentist'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ];
  const url = new URL(`${encodeURIComponent(uid)}.ics`, calendarUrl).href;
  const answer = await server.send('PUT', url, lines.join('\r\n'), { 'content-type': 'text/calendar' });
  if (!answer.ok) throw new Error(`PUT ${url} answers ${answer.status}: ${await answer.text()}`);
}
