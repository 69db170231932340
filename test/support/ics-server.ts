import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { BusyTime } from '#src/domain/calendars/busy.ts';
import { readICalendar } from '#src/services/calendars/icalendar/read-icalendar.ts';
import { autumn } from './icalendars.ts';

interface Entry extends BusyTime {
  readonly uid?: string;
}

/** A calendar at an address, whose entries and manners a test chooses. */
export interface IcsFeed {
  readonly url: string;
  entries: readonly Entry[];
  /** How it answers: as it should, with the status 500, or never. */
  manner: 'answers' | 'fails' | 'stalls';
  /** How many requests came. */
  requests: number;
}

export interface IcsServer {
  feed(entries?: readonly Entry[]): IcsFeed;
  /** Requests that wait for an answer that does not come. */
  readonly stalled: () => number;
}

/** Calendars for a test file, each at an address of its own. */
export async function useIcsServer(): Promise<IcsServer> {
  const feeds = new Map<string, IcsFeed>();
  const stalled = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const feed = feeds.get(request.url ?? '');
    if (!feed) return response.writeHead(404).end();
    feed.requests++;
    if (feed.manner === 'stalls') {
      stalled.add(response);
      return response.on('close', () => stalled.delete(response));
    }
    if (feed.manner === 'fails') return response.writeHead(500).end();
    return response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8' }).end(documentOf(feed.entries));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A busy machine may start the thread of the first check for longer than the check may take.
  await readICalendar(documentOf([]), autumn, { signal: AbortSignal.timeout(120_000), workspaceId: 0, isCheck: true });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    stalled: () => stalled.size,
    feed(entries = []) {
      const path = `/${feeds.size}.ics`;
      const feed: IcsFeed = { url: origin + path, entries, manner: 'answers', requests: 0 };
      feeds.set(path, feed);
      return feed;
    },
  };
}

function documentOf(entries: readonly Entry[]): string {
  const events = entries.flatMap(({ uid, start, end }, index) => [
    ...['BEGIN:VEVENT', `UID:${uid ?? `entry-${index}@elsewhere.example`}`, `DTSTAMP:20260301T000000Z`],
    ...[`DTSTART:${utcText(start)}`, `DTEND:${utcText(end)}`, 'SUMMARY:Dentist', 'END:VEVENT'],
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...events, 'END:VCALENDAR', ''];
  return lines.join('\r\n');
}

const utcText = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
