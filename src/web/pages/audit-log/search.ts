import { auditActions } from '../../gql/audit.ts';
import type { AuditLogQueryVariables } from '../../gql/audit-log.ts';
import { type FilterSearch, filtersFor, searchOf } from '../../kit/filters/filters.ts';

/** What was done, such as "API key created" for `api_key.created`. */
export function actionTitle(action: string): string {
  const words = action
    .replaceAll(/[._]/g, ' ')
    .replace(/^api\b/, 'API')
    .replace(/^oauth\b/, 'OAuth');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const titles = Object.fromEntries(auditActions.map((action) => [action, actionTitle(action)]));

export const auditFilters = filtersFor<AuditLogQueryVariables>()({
  record: { kind: 'search', label: 'Record id', placeholder: 'Record id', variable: 'targetId', maxLength: 64 },
  action: { kind: 'choice', label: 'Action', titles, variable: 'actions' },
  members: { kind: 'members', label: 'Member', variable: 'userIds' },
  time: { kind: 'days', label: 'Time', variables: ['from', 'to'] },
});

export function auditSearch(search: Readonly<Record<string, unknown>>): FilterSearch<keyof typeof auditFilters> {
  return searchOf(auditFilters, search);
}
