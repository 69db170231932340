import type { AuditRowFragment } from '../../gql/audit-log.ts';
import type { Columns } from '../../kit/list/columns.ts';
import { deviceName } from '../account/device.ts';
import { actionTitle } from './search.ts';

export const auditColumns: Columns<AuditRowFragment> = {
  time: { title: 'Time', at: ({ createdAt }) => createdAt },
  action: {
    title: 'Action',
    text: ({ action, targetId }) => [actionTitle(action), targetId].filter(Boolean).join(' · '),
    isName: true,
    card: 'head',
  },
  actor: { title: 'By', text: actorText },
  changes: { title: 'Changes', text: changesText, className: 'breaks' },
  address: {
    title: 'From',
    text: ({ address }) => address ?? '',
    hint: ({ actorType, userAgent }) => (actorType === 'OPERATOR' ? 'Command line' : deviceName(userAgent)),
    rank: 2,
  },
  id: { title: 'Number', text: ({ id }) => `${id}`, className: 'number', isOptional: true },
};

/** Who did it: the member, and the key or app that acted for them. */
export function actorText({ actorType, userId, userName, apiKeyId, clientId }: AuditRowFragment): string {
  if (actorType === 'OPERATOR') return 'Operator of the server';
  const member = userName ?? `Member ${userId}`;
  if (actorType === 'API_KEY') return `${member}, by API key ${apiKeyId}`;
  return actorType === 'APP' ? `${member}, by the app ${clientId}` : member;
}

type Change = { readonly from?: unknown; readonly to?: unknown };

/** What has changed, a field with its values as "role: CLOSER → ADMIN", and one without them by its name. */
export function changesText({ changes }: Pick<AuditRowFragment, 'changes'>): string | null {
  if (changes === null) return null;
  return Object.entries(changes as Readonly<Record<string, Change>>)
    .map(([field, change]) => `${field}${valuesText(change)}`)
    .join('; ');
}

function valuesText({ from, to }: Change): string {
  if (from === undefined) return to === undefined ? '' : `: ${valueText(to)}`;
  return `: ${valueText(from)} → ${valueText(to)}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
