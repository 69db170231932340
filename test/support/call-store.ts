import type { ModelCall } from './call-model.ts';
import type { Factories, Member } from './factories.ts';
import { nextSerial } from './serial.ts';

export type CallFacts = Omit<ModelCall, 'id' | 'endTime'>;

/** A call of half an hour, with what a test says of it. */
export function callFacts(draft: Pick<CallFacts, 'eventId' | 'contactId' | 'userId'> & Partial<CallFacts>): CallFacts {
  return {
    previewId: `call_${nextSerial()}`,
    setterId: null,
    status: 'SCHEDULED',
    callType: 'STRATEGY_EVENT',
    dateTime: '2026-03-04T09:00:00.000Z',
    duration: 30,
    inviteeName: 'Ira Cole',
    inviteeEmail: null,
    phoneNumber: null,
    outcome: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...draft,
  };
}

const columns = {
  previewId: 'text',
  eventId: 'int',
  contactId: 'int',
  userId: 'int',
  setterId: 'int',
  status: '"CallStatus"',
  callType: '"CallType"',
  dateTime: 'timestamptz',
  endTime: 'timestamptz',
  duration: 'int',
  inviteeKey: 'bytea',
  inviteeName: 'text',
  inviteeEmail: 'text',
  phoneNumber: 'text',
  outcome: '"CallOutcome"',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
};

const names = Object.keys(columns).map((name) => `"${name}"`);
const insertStatement = `
  INSERT INTO "EventCall" ("workspaceId", "timeZone", "location", ${names.join(', ')})
  SELECT $1, 'UTC', 'ZOOM', ${names.join(', ')}
  FROM jsonb_to_recordset($2) AS r (${Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)})
  ON CONFLICT DO NOTHING RETURNING "id", "previewId"`;

/** Stores calls in one statement; a call that overlaps another one of its host is left out. */
export async function storeCalls(
  { writeCalls, inviteeKey }: Pick<Factories, 'writeCalls' | 'inviteeKey'>,
  workspaceId: number,
  facts: readonly CallFacts[],
): Promise<ModelCall[]> {
  const calls = facts.map((each) => ({ ...each, endTime: endOf(each) }));
  const keys = new Map<string, string>();
  for (const call of calls) {
    if (!keys.has(textOf(call))) keys.set(textOf(call), await inviteeKey(workspaceId, call));
  }
  const stored = await writeCalls<{ id: number; previewId: string }>(workspaceId, insertStatement, [
    workspaceId,
    JSON.stringify(calls.map((call) => ({ ...call, inviteeKey: keys.get(textOf(call)) }))),
  ]);
  const ids = new Map(stored.map(({ id, previewId }) => [previewId, id]));
  return calls.flatMap((call) => {
    const id = ids.get(call.previewId);
    return id === undefined ? [] : [{ id, ...call }];
  });
}

function textOf({ inviteeName, inviteeEmail, phoneNumber }: CallFacts): string {
  return JSON.stringify([inviteeName, inviteeEmail, phoneNumber]);
}

export function endOf({ dateTime, duration }: Pick<ModelCall, 'dateTime' | 'duration'>): string {
  return new Date(Date.parse(dateTime) + duration * 60_000).toISOString();
}

export interface Team {
  workspaceId: number;
  owner: Member;
  members: Member[];
  eventIds: number[];
  contactIds: number[];
}

/** A workspace with an owner, two closers and two setters, three events and three contacts. */
export async function team(app: Factories, timeZone = 'Europe/Berlin'): Promise<Team> {
  const owner = await app.workspace({ timeZone });
  const { workspaceId } = owner;
  const members = [owner];
  for (const role of ['CLOSER', 'CLOSER', 'SETTER', 'SETTER'] as const) {
    members.push(await app.member(workspaceId, role));
  }
  const eventIds = [await app.event(owner), await app.event(owner), await app.event(owner)];
  const contactIds = [await app.contact(workspaceId), await app.contact(workspaceId), await app.contact(workspaceId)];
  return { workspaceId, owner, members, eventIds, contactIds };
}
