import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A calendar at an address, which answers as the test says. */
export interface CalendarAddress {
  readonly url: string;
  /** Each `[start, end)`, as `2026-03-05T10:00Z`. */
  entries: readonly (readonly [start: string, end: string, uid?: string])[];
  /** In place of the calendar. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  readonly requests: IncomingMessage[];
}

/** A server of calendars for a test file: `address()` is a new, empty one. */
export async function useCalendarServer(): Promise<{ address(): CalendarAddress }> {
  const addresses: CalendarAddress[] = [];
  const server = createServer((request, response) => {
    const address = addresses[Number(request.url?.slice(1))];
    if (!address) return void response.writeHead(404).end();
    address.requests.push(request);
    if (address.answer) return address.answer(request, response);
    const body = calendarText(address);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/calendar', etag }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    address() {
      const url = `http://127.0.0.1:${port}/${addresses.length}`;
      const address: CalendarAddress = { url, entries: [], answer: undefined, requests: [] };
      addresses.push(address);
      return address;
    },
  };
}

function calendarText({ entries }: CalendarAddress): string {
  const basic = (text: string) => text.replaceAll(/[-:]/g, '').replace('Z', '00Z');
  const events = entries.flatMap(([start, end, uid = `${start}@elsewhere.example`]) => [
    ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', `DTSTART:${basic(start)}`, `DTEND:${basic(end)}`],
    ...['SUMMARY:Dentist', 'END:VEVENT'],
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

export function answerWith(status: number, headers: Record<string, string> = {}) {
  return (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(status, headers).end();
}
