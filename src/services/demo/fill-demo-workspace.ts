import type pg from 'pg';
import { futureDays, pastDays } from './demo-call-times.ts';
import { type DemoCall, longestLeadDays, makeCalls } from './demo-calls.ts';
import { contactRow } from './demo-contacts.ts';
import { makeLooseTransactions, makeSales, type Sale } from './demo-deals.ts';
import { addEvents } from './demo-events.ts';
import { type AnswerContext, callAnswerRows, contactAnswerRows } from './demo-field-answers.ts';
import { fieldTemplates } from './demo-field-templates.ts';
import { addFields } from './demo-fields.ts';
import { makePeople, type Person } from './demo-people.ts';
import { addTeam } from './demo-team.ts';
import { insertCalls } from './insert-calls.ts';
import { insertInviteeAnswers } from './insert-invitee-answers.ts';
import { insertWorkspace } from './insert-workspace.ts';
import { RowWriter } from './row-writer.ts';
import { dayMs, iso } from './wall-clock.ts';

const demoWorkspace = {
  name: 'Northwind Advisory (demo)',
  plan: 'BUSINESS',
  timeZone: 'America/New_York',
  isDemo: true,
} as const;
const contactCount = 300;
const callCount = 2000;
/** The workspace is older than its first contact. */
const ageDays = pastDays + futureDays;

const ids = { User: 6, Schedule: 7, ScheduleDay: 49, CustomField: fieldTemplates.length, Event: 8 };

/** Everything but the secrets. */
export async function fillDemoWorkspace(client: pg.ClientBase, todayMs: number) {
  const createdAt = iso(todayMs - ageDays * dayMs);
  const workspaceId = await insertWorkspace(client, { ...demoWorkspace, createdAt });
  const writer = new RowWriter(client, workspaceId);
  await writer.reserve({ ...ids, Contact: contactCount, EventCall: callCount });
  const team = addTeam(writer, createdAt);
  const fieldIds = addFields(writer, fieldTemplates, createdAt);
  const offers = addEvents(writer, { team, fieldIds, createdAt });
  const { sellerIds, setterIds } = team;
  const fromMs = todayMs - (pastDays + longestLeadDays + 1) * dayMs;
  const people = makePeople({ count: contactCount, sellerIds, fromMs, untilMs: todayMs - dayMs });
  const calls = makeCalls({ count: callCount, offers, people, setterIds, todayMs });
  await addContactsAndCalls(client, writer, { people, calls, todayMs, fieldIds, sellerIds, setterIds });
  return { workspaceId, userId: team.ownerId, createdAt };
}

interface Content extends AnswerContext {
  people: Person[];
  calls: DemoCall[];
  todayMs: number;
}

async function addContactsAndCalls(
  client: pg.ClientBase,
  writer: RowWriter,
  { people, calls: drafts, todayMs, ...context }: Content,
) {
  const contacts = writer.withIds('Contact', people);
  const contactIds = new Map(contacts.map(({ id }, index) => [people[index], id]));
  const booked = drafts.map((call) => ({ ...call, contactId: contactIds.get(call.person) as number }));
  const calls = writer.withIds('EventCall', booked);
  const callsOf = Map.groupBy(calls, ({ contactId }) => contactId);
  const histories = contacts.map((contact) => ({ contact, calls: callsOf.get(contact.id) ?? [] }));
  writer.add('Contact', histories.map(contactRow));
  await writer.write();
  await writer.analyze({ Membership: 'userId', Event: 'id', Contact: 'id' });
  await insertCalls(client, writer.workspaceId, calls);
  await writer.analyze({ EventCall: 'id' });
  await insertInviteeAnswers(client, writer.workspaceId);
  writer.add('CustomFieldAnswer', [...contactAnswerRows(histories, context), ...callAnswerRows(calls, context)]);
  await addSales(writer, makeSales(calls, todayMs));
  writer.add('Transaction', makeLooseTransactions(contacts, todayMs));
  await writer.write();
}

async function addSales(writer: RowWriter, sales: Sale[]): Promise<void> {
  await writer.reserve({ Deal: sales.length });
  const deals = writer.addWithIds(
    'Deal',
    sales.map(({ deal }) => deal),
  );
  const paid = sales.flatMap(({ transactions }, index) =>
    transactions.map((transaction) => ({ ...transaction, dealId: deals[index]?.id ?? null })),
  );
  writer.add('Transaction', paid);
}
