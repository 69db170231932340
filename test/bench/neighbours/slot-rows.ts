import { wireDocument, wireRequest } from '../load/request.ts';
import { largestAnswered } from './answered.ts';
import { ownAddresses, type Row } from './attack.ts';
import { datesOf, maxDays, type OpenEvent, openEvent, timeZone } from './open-events.ts';
import { callers } from './processes.ts';

const hosts = 60;
const publicHosts = 20;
const count = 10;

function eventDates({ eventId, key }: OpenEvent, days: number): string {
  return wireRequest({
    path: '/v1/events/eventDates',
    key,
    body: JSON.stringify({ eventId, timeZone, ...datesOf(days) }),
  });
}

const publicEventDates = `query ($linkPrefix: String!, $timeZone: String!, $from: Date, $to: Date) {
  publicEventDates(linkPrefix: $linkPrefix, timeZone: $timeZone, from: $from, to: $to) { timeZone availabilities dateTimes }
}`;

function publicDates({ linkPrefix }: OpenEvent, days: number): string {
  return wireDocument({ query: publicEventDates, variables: { linkPrefix, timeZone, ...datesOf(days) } });
}

/** Rows of open times: the whole range that a request may have, refused or not, and the largest that is answered. */
export const slotRows: readonly Row[] = [
  {
    name: 'slots',
    title: `${count} callers of POST /v1/events/eventDates, ${hosts} hosts open round the clock, every minute, ${maxDays} days`,
    async prepare({ database, port, stack }) {
      const event = await openEvent(database, hosts);
      return callers(stack, { port, requests: [eventDates(event, maxDays)], callers: count });
    },
  },
  {
    name: 'slots-largest',
    title: 'the same with as many days as are answered',
    async prepare({ database, port, stack }) {
      const event = await openEvent(database, hosts);
      const request = await largestAnswered(port, (days) => eventDates(event, days));
      return callers(stack, { port, requests: [request], callers: count });
    },
  },
  {
    name: 'public-slots',
    title: `${count} strangers at publicEventDates, each with an address, ${publicHosts} hosts, ${maxDays} days`,
    async prepare({ database, port, stack }) {
      const event = await openEvent(database, publicHosts);
      const requests = [publicDates(event, maxDays)];
      return callers(stack, { port, requests, callers: count, addresses: ownAddresses(count) });
    },
  },
  {
    name: 'public-slots-largest',
    title: 'the same with as many days as are answered',
    async prepare({ database, port, stack }) {
      const event = await openEvent(database, publicHosts);
      const requests = [await largestAnswered(port, (days) => publicDates(event, days))];
      return callers(stack, { port, requests, callers: count, addresses: ownAddresses(count) });
    },
  },
];
