import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A published calendar that holds one busy time, long after those of other tests. */
export const calendarText = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//test//EN', 'X-WR-CALNAME:Dentists'],
  ...['BEGIN:VEVENT', 'UID:dentist@example.com', 'DTSTAMP:20260101T000000Z'],
  ...['DTSTART:20260312T100000Z', 'DTEND:20260312T110000Z', 'SUMMARY:Dentist', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

let server: Promise<Server> | undefined;

/** The address of a calendar on this machine, served as long as the process of the tests runs. */
export async function publishedCalendar(): Promise<string> {
  server ??= listening((_request, response) => {
    response.setHeader('content-type', 'text/calendar; charset=utf-8').end(calendarText);
  });
  // The process ends although it listens.
  return addressOf((await server).unref());
}

export function listening(handler: RequestListener): Promise<Server> {
  return new Promise((resolve) => {
    const made = createServer(handler).listen(0, '127.0.0.1', () => resolve(made));
  });
}

export const addressOf = (made: Server) => `http://127.0.0.1:${(made.address() as AddressInfo).port}/calendar.ics`;
