import type { ModelCall } from './call-model.ts';
import type { Factories, Member } from './factories.ts';

export type CallFacts = Omit<ModelCall, 'id' | 'endTime'>;

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
  { sql }: Pick<Factories, 'sql'>,
  workspaceId: number,
  facts: readonly CallFacts[],
): Promise<ModelCall[]> {
  const calls = facts.map((each) => ({ ...each, endTime: endOf(each) }));
  const stored = await sql<{ id: number; previewId: string }>(insertStatement, [workspaceId, JSON.stringify(calls)]);
  const ids = new Map(stored.map(({ id, previewId }) => [previewId, id]));
  return calls.flatMap((call) => {
    const id = ids.get(call.previewId);
    return id === undefined ? [] : [{ id, ...call }];
  });
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
