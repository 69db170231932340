import type { DisqualificationRule } from '#src/domain/events/disqualification.ts';
import type { Factories, Member } from './factories.ts';
import { nextSerial } from './serial.ts';

export interface LeadEventDraft {
  status?: 'ACTIVATED' | 'DEACTIVATED';
  disqualifiesLeads?: boolean;
  disqualificationRules?: readonly DisqualificationRule[];
  hosts?: 0 | 1;
  questions?: readonly (readonly [type: string, statement: string])[];
}

const defaultQuestions = [
  ['EMAIL', 'Your e-mail?'],
  ['NAME', 'Your name?'],
] as const;

/** A live event whose form leads may fill in; returns its id and its link. */
export async function leadEvent(app: Factories, owner: Member, draft: LeadEventDraft = {}) {
  const { status = 'ACTIVATED', disqualifiesLeads = false, hosts = 1, questions = defaultQuestions } = draft;
  const { workspaceId, userId } = owner;
  const linkPrefix = `user-${userId}/fit-check-${nextSerial()}`;
  const shape = { name: 'Fit check', linkPrefix, callType: 'DISCOVERY_EVENT', duration: 30, slotInterval: 30 };
  const disqualificationRules = JSON.stringify(draft.disqualificationRules ?? []);
  const { id } = await app.insert('Event', {
    ...{ workspaceId, ...shape, status, disqualifiesLeads, disqualificationRules },
  });
  for (const [displayIndex, [type, statement]] of questions.entries())
    await app.insert('InviteeQuestion', { workspaceId, eventId: id, type, statement, displayIndex });
  if (hosts) await app.schedule(owner, { eventIds: [id] });
  return { id, linkPrefix };
}
