import type { ContactStatus } from '#src/db/generated/prisma/enums.ts';
import type { DemoCall, KeptCall } from './demo-calls.ts';
import type { Person } from './demo-people.ts';
import type { Made } from './row-writer.ts';
import { iso } from './wall-clock.ts';

/** A person's way through the calls so far, as the contact's stage. */
export type Stage = 'Lead' | 'Qualified' | 'Opportunity' | 'Customer' | 'Lost';

const statusOfStage: Readonly<Record<Stage, ContactStatus>> = {
  Lead: 'POTENTIAL',
  Qualified: 'QUALIFIED',
  Opportunity: 'QUALIFIED',
  Customer: 'QUALIFIED',
  Lost: 'DISQUALIFIED',
};

/** Whoever bought once is a customer; else the latest outcome counts. */
export function stageAfter(calls: readonly DemoCall[]): Stage {
  const outcomes = calls.toSorted((one, other) => one.startMs - other.startMs).flatMap(({ outcome }) => outcome ?? []);
  if (outcomes.includes('WON')) return 'Customer';
  const last = outcomes.at(-1);
  if (last === 'APPROVED') return 'Opportunity';
  if (last === 'QUALIFIED') return 'Qualified';
  return last ? 'Lost' : 'Lead';
}

export interface History {
  contact: Made<Person>;
  calls: readonly KeptCall[];
}

export function contactRow({ contact: { joinedMs, ...person }, calls }: History) {
  const joinedTime = iso(joinedMs);
  const updatedMs = Math.max(joinedMs, ...calls.map((call) => call.updatedMs));
  const status = statusOfStage[stageAfter(calls)];
  return { ...person, status, joinedTime, createdAt: joinedTime, updatedAt: iso(updatedMs) };
}
