import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { expect, it } from 'vitest';
import { readEntriesTask } from '#src/services/calendars/answers/answer-tasks.ts';
import type { PackedEntries } from '#src/services/calendars/providers/caldav/entries-of-answer.ts';
import { accessTo, eventText, readAll } from '../../../support/caldav-access.ts';
import { calendarData, credential, multistatus, resource, useDavServer } from '../../../support/dav-server.ts';
import { retryWhenSlow } from '../../../support/retry-when-slow.ts';

const count = 10_000;
const firstStart = Date.UTC(2026, 10, 2);
/** Every ten minutes, five minutes long: no two are one. */
const startOf = (index: number) => new Date(firstStart + index * 600_000).toISOString().replace(/\.\d+|[-:]/g, '');
const textOf = (index: number) =>
  eventText(`event-${index}`, `DTSTART:${startOf(index)}`, 'DURATION:PT5M', `SUMMARY:${'A title. '.repeat(10)}`);

const server = await useDavServer();

it('a calendar of 10,000 entries is read whole, by answers of bounded size', { retry: retryWhenSlow }, async () => {
  const addresses = Array.from({ length: count }, (_, index) => `/work/${index}.ics`);
  const listed = multistatus(...addresses.map((each) => resource(each, '<D:getetag>"1"</D:getetag>')));
  server.answer(({ method, body }) => {
    if (method === 'PROPFIND') return multistatus(resource('/work/', '<CS:getctag>1</CS:getctag>'));
    if (body.includes('time-range')) return listed;
    const paths = [...body.matchAll(/\/work\/(\d+)\.ics/g)].map(([path, index]) => ({ path, index: Number(index) }));
    return multistatus(...paths.map(({ path, index }) => resource(path, calendarData(textOf(index)))));
  });
  const access = accessTo({ url: server.url, ...credential });
  const range = { from: firstStart, until: firstStart + count * 600_000 };
  const { busy } = await readAll(access, `${server.url}work/`, range);
  expect(busy).toHaveLength(count);
  expect(busy[0]).toEqual({ start: firstStart, end: firstStart + 300_000 });
  // One for the state, one for the list, two for series, and one for each hundred entries.
  expect(server.requests.length).toBe(4 + count / 100);
});

it('the texts of entries leave their thread without a copy', () => {
  const { port1, port2 } = new MessageChannel();
  const address = 'https://dav.example.com/work/';
  const text = eventText('event', 'DTSTART:20261102T100000Z');
  const answer = new Uint8Array(Buffer.from(`${multistatus(resource('/work/1.ics', calendarData(text))).body}`));
  const result = readEntriesTask({ url: address, collection: address, bytes: [answer], begun: port2 });
  port1.close();
  const parts = result as unknown as Readonly<Record<symbol, unknown>>;
  const entries = parts[Piscina.valueSymbol] as PackedEntries;
  const transfer = parts[Piscina.transferableSymbol] as ArrayBuffer[];
  const received = structuredClone(entries, { transfer });
  expect(entries.texts.buffer.detached).toBe(true);
  expect(Buffer.from(received.texts).toString()).toBe(text);
});
