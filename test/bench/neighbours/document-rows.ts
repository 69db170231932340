import { getIntrospectionQuery } from 'graphql';
import { benchWorkspace } from '../environment/workspaces.ts';
import { wireDocument } from '../load/request.ts';
import { firstAnswered, halvedDays } from './answered.ts';
import { ownAddresses, type Row } from './attack.ts';
import { datesOf, type OpenEvent, openEvent, timeZone } from './open-events.ts';
import { callers } from './processes.ts';

const strangers = 2;
const publicHosts = 20;
const count = 10;
const hosts = 30;
/** As many as a document may have. */
const maxAliases = 15;

/** One document of an anonymous caller: the open times of so many days, the form of the event, and what `more` selects. */
function anonymousDocument({ linkPrefix }: OpenEvent, days: number, more: string): string {
  const { from, to } = datesOf(days);
  const about = `linkPrefix: ${JSON.stringify(linkPrefix)}`;
  const dates = `publicEventDates(${about}, timeZone: "${timeZone}", from: "${from}", to: "${to}") {
    timeZone availabilities dateTimes }
    publicEvent(${about}) { name linkPrefix duration }`;
  return wireDocument({ query: more.replace('{', `{ ${dates}`) });
}

/** The open times of an event under so many names. */
function aliasedDates({ eventId, key }: OpenEvent, { aliases, days }: { aliases: number; days: number }): string {
  const { from, to } = datesOf(days);
  const args = `eventId: ${eventId}, timeZone: "${timeZone}", from: "${from}", to: "${to}"`;
  const field = (alias: number) =>
    `dates${alias}: eventDates(${args}) { timeZone availabilities slots { dateTime hostIds } }`;
  return wireDocument({ query: `{ ${Array.from({ length: aliases }, (_, alias) => field(alias)).join(' ')} }` }, key);
}

const person = '{ id firstName lastName email username timeZone }';
const call = `id previewId name linkPrefix callType status eventType dateTime endTime duration timeZone inviteeName inviteeEmail
  phoneNumber guests outcome noSaleReason objectionKind objection notes location locationLink createdAt updatedAt closer ${person} setter ${person}
  questions { statement answer }`;
const sales = 'deals { id value currency time } transactions { id value currency time }';

/** Contacts with so many calls each, and what else is nested in both. */
function relatedRecords(contacts: number, key: string): string {
  const contact = `id previewId firstName lastName email phoneNumber status ownerMember ${person} ${sales}`;
  const eventCalls = `eventCalls(limit: 5) { ${call} }`;
  return wireDocument(
    { query: `{ contacts(limit: ${contacts}) { count contacts { ${contact} ${eventCalls} } } }` },
    key,
  );
}

const listLengths = [100, 80, 60, 50, 40, 30, 25, 20, 15, 10, 5];

/** Rows of the GraphQL documents that cost most of those that are answered. */
export const documentRows: readonly Row[] = [
  {
    name: 'aliases',
    title: `${strangers} strangers, each with the largest document that is answered without a credential`,
    async prepare({ database, port, stack }) {
      const event = await openEvent(database, publicHosts);
      // Without the schema, of which a minute has four answers.
      const sizes = new Map(halvedDays.map((days) => [anonymousDocument(event, days, '{ __typename }'), days]));
      const days = sizes.get(await firstAnswered(port, [...sizes.keys()])) as number;
      const requests = [anonymousDocument(event, days, getIntrospectionQuery())];
      return callers(stack, { port, requests, callers: strangers, addresses: ownAddresses(strangers) });
    },
  },
  {
    name: 'document',
    title: `${count} callers of the largest document of open times that is answered, ${hosts} hosts, up to ${maxAliases} aliases`,
    async prepare({ database, port, stack }) {
      const event = await openEvent(database, hosts);
      const sizes = [maxAliases, 8, 4, 2, 1].flatMap((aliases) => halvedDays.map((days) => ({ aliases, days })));
      const descending = sizes.toSorted((one, other) => other.aliases * other.days - one.aliases * one.days);
      const request = await firstAnswered(
        port,
        descending.map((size) => aliasedDates(event, size)),
      );
      return callers(stack, { port, requests: [request], callers: count });
    },
  },
  {
    name: 'document-records',
    title: `${count} callers of the largest document of contacts, their calls and sales that is answered`,
    async prepare({ database, port, stack }) {
      const { key } = await benchWorkspace(database, 100_000);
      const request = await firstAnswered(
        port,
        listLengths.map((length) => relatedRecords(length, key)),
      );
      return callers(stack, { port, requests: [request], callers: count });
    },
  },
  {
    name: 'document-gone',
    title: 'the same by 20 callers who go away after a tenth of a second',
    async prepare({ database, port, stack }) {
      const { key } = await benchWorkspace(database, 100_000);
      const request = await firstAnswered(
        port,
        listLengths.map((length) => relatedRecords(length, key)),
      );
      return callers(stack, { port, requests: [request], callers: 20, goneAfterMs: 100 });
    },
  },
];
