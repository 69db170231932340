import type { CalendarEntryStatus } from '#src/domain/calendars/calendar.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { builder } from '../builder.ts';
import type { GraphQLContext } from '../context.ts';
import { EventCallType } from '../event-calls/types.ts';
import { byId } from '../relations/relation-target.ts';
import type { Relation } from '../relations/selection.ts';
import { CalendarEntryStatusEnum } from './enums.ts';

const CalendarEntryType = builder.prismaObject('CalendarEntry', {
  findUnique: byId,
  description: "The entry of a call in its host's calendar.",
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Entry id.' }),
    status: t.expose('status', { type: CalendarEntryStatusEnum, description: 'Status of the entry.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt to write it failed; null if it did not fail, or has succeeded since.',
    }),
    writtenAt: t.expose('writtenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the entry was last written; null if never.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the entry was created.' }),
  }),
});

interface StoredEntry {
  readonly status: CalendarEntryStatus;
  readonly calendar: { readonly connection: { readonly userId: number } };
}

/** A call with the calendar entries of all its hosts, newest first. */
interface Entered {
  readonly userId: number;
  readonly calendarEntries: readonly StoredEntry[];
}

const entries = {
  include: { calendar: { select: { connection: { select: { userId: true } } } } },
  orderBy: { id: 'desc' },
} as const;

builder.prismaObjectFields(EventCallType, (t) => ({
  calendarEntry: (t as unknown as { readonly field: (options: object) => never }).field({
    type: CalendarEntryType,
    nullable: true,
    description:
      'The entry of the call in the calendar that its host has chosen for bookings; null if the host has not chosen one. Entries of earlier hosts are not shown.',
    authScopes: recordPolicies.CalendarEntry.read,
    // It is not part of the call record, so `/v1` omits it.
    extensions: { relation: {} satisfies Relation },
    select: (_args: object, _context: GraphQLContext, nested: (selection: object) => object) => ({
      calendarEntries: nested(entries),
    }),
    resolve: ({ userId, calendarEntries }: Entered) => {
      const ofHost = calendarEntries.filter(({ calendar }) => calendar.connection.userId === userId);
      // If the host has chosen another calendar since then, the entry in the previous one was removed.
      return ofHost.find(({ status }) => status !== 'REMOVED') ?? ofHost[0] ?? null;
    },
  }),
}));
