import type { ModelCall } from './call-model.ts';
import { type CallFacts, storeCalls, type Team, team } from './call-store.ts';
import type { Factories } from './factories.ts';

export const now = '2026-03-04T12:00:00.000Z';

/** The columns that differ between calls; host, setter, event and contact are indexes into the team's lists. */
type Line = [
  dateTime: string,
  duration: number,
  host: number,
  setter: number | null,
  event: number,
  contact: number,
  status: ModelCall['status'],
  callType: ModelCall['callType'],
  outcome: string | null,
  name: string,
  email: string | null,
  phone: string | null,
];

const S = 'STRATEGY_EVENT';
const D = 'DISCOVERY_EVENT';

// Some begin at the same instant; one ends exactly now, one a minute after; two lie at the midnight of Berlin.
const lines: Line[] = [
  ['2026-03-04T11:30:00.000Z', 30, 1, 3, 0, 0, 'SCHEDULED', S, null, 'Ira Cole', 'ira@example.com', '+14155550101'],
  ['2026-03-04T11:31:00.000Z', 30, 2, 4, 1, 1, 'SCHEDULED', D, null, 'Ben Okri', 'ben@example.com', null],
  ['2026-03-03T12:00:00.000Z', 1440, 0, null, 2, 2, 'CANCELLED', S, null, 'Zoë Lindt', null, '+14155550102'],
  ['2026-03-03T12:01:00.000Z', 1440, 1, null, 0, 1, 'CANCELLED', S, null, 'Ira Stone', 'Ira@Example.com', null],
  ['2026-03-01T09:00:00.000Z', 60, 1, 3, 0, 0, 'SCHEDULED', S, 'WON', 'Ira Cole', 'ira@example.com', '+14155550101'],
  ['2026-03-01T09:00:00.000Z', 60, 2, 3, 0, 1, 'RESCHEDULED', S, 'NO_SALE', 'Mo 100%', 'mo@example.com', null],
  ['2026-03-01T09:00:00.000Z', 60, 0, 1, 1, 2, 'SCHEDULED', D, 'APPROVED', 'under_score', 'u_s@example.com', null],
  ['2026-02-20T10:00:00.000Z', 30, 2, 4, 1, 0, 'SCHEDULED', D, 'REJECTED', 'Ira Cole', 'ira@example.com', null],
  ['2026-02-20T11:00:00.000Z', 30, 2, 4, 1, 0, 'RESCHEDULED', D, 'QUALIFIED', 'back\\slash', 'b@example.com', null],
  ['2026-02-21T11:00:00.000Z', 30, 1, 2, 2, 1, 'SCHEDULED', D, 'UNQUALIFIED', 'ÄNNE Öz', 'anne@example.com', null],
  ['2026-02-21T12:00:00.000Z', 30, 1, null, 2, 1, 'SCHEDULED', S, null, 'Anne  Öz', 'anne@example.com', '+491511'],
  ['2026-03-05T22:59:59.999Z', 30, 1, 3, 0, 2, 'SCHEDULED', S, null, 'Late Berlin', 'late@example.com', null],
  ['2026-03-05T23:00:00.000Z', 30, 2, 3, 0, 2, 'SCHEDULED', S, null, 'Early Berlin', 'early@example.com', null],
  ['2026-04-01T08:00:00.000Z', 30, 0, 4, 2, 0, 'RESCHEDULED', S, null, 'Ira Cole', 'IRA@example.com', '+14155550101'],
  ['2026-04-01T08:00:00.000Z', 30, 2, null, 1, 1, 'CANCELLED', D, 'WON', 'Ben Okri', 'ben@example.com', null],
];

function facts({ members, eventIds, contactIds }: Team, line: Line, index: number): CallFacts {
  const [dateTime, duration, host, setter, event, contact, status, callType, outcome, name, email, phone] = line;
  return {
    previewId: `call_hand${index}`,
    eventId: eventIds[event] as number,
    contactId: contactIds[contact] as number,
    userId: members[host]?.userId as number,
    setterId: setter === null ? null : (members[setter]?.userId as number),
    status,
    callType,
    dateTime,
    duration,
    inviteeName: name,
    inviteeEmail: email,
    phoneNumber: phone,
    outcome,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, (index * 7) % 5)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, 1, 1, 0, (index * 11) % 4)).toISOString(),
  };
}

export interface HandMade extends Team {
  calls: ModelCall[];
  key: string;
}

/** A workspace in Berlin with fifteen calls of which every filter matches some and not others. */
export async function handMadeCalls(app: Factories): Promise<HandMade> {
  const made = await team(app);
  const calls = await storeCalls(
    app,
    made.workspaceId,
    lines.map((line, index) => facts(made, line, index)),
  );
  if (calls.length !== lines.length) throw new Error('Two of the hand-made calls overlap.');
  return { ...made, calls, key: await app.apiKey(made.owner) };
}
