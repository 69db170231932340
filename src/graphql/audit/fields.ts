import {
  type AuditEventPage,
  auditActorTypes,
  auditEventListInput,
  auditEventRecord,
} from '#src/domain/audit/audit-event.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import type { Cell } from '#src/lib/csv.ts';
import { listAuditEvents } from '#src/services/audit/list-audit.ts';
import { enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordType } from '../record-types.ts';
import { query } from '../root-fields.ts';

enumType('AuditActorType', auditActorTypes, 'Who did what the audit log records.', {
  USER: 'A member, with a session.',
  API_KEY: 'An API key, on behalf of its member.',
  APP: 'A connected app, on behalf of the member who connected it.',
  OPERATOR: 'The operator of the server, with a command.',
});

const AuditEventType = recordType('AuditEvent', auditEventRecord, {
  description:
    'An entry of the audit log: who did what, when and from where. Each is signed together with the one before, so that `cli audit verify` finds one that was changed or removed.',
});

const AuditEventPageType = pageType('auditEvents', AuditEventType, {
  of: 'entries of the audit log',
  items: 'entries',
  count: 'How many entries match the filters.',
});

query('auditEvents', {
  type: AuditEventPageType,
  description:
    'What was done to members, access, apps, webhooks, calendars, events, fields and settings of the workspace, and sign-ins, newest first. Only for owners and admins, with the scope `audit:read`. Entries are stored for a year, unless the server is configured otherwise.',
  access: recordPolicies.AuditEvent.read,
  input: auditEventListInput,
  rest: { method: 'GET', path: '/auditEvents', csv: linesOf },
  read: listAuditEvents,
});

const columns = Object.keys(auditEventRecord) as (keyof typeof auditEventRecord)[];

/** The entries of a page as lines, the changes as JSON. */
function linesOf(page: unknown): Cell[][] {
  const { auditEvents } = page as AuditEventPage;
  return [
    columns,
    ...auditEvents.map((event) =>
      columns.map((name) => (name === 'changes' ? JSON.stringify(event.changes) : event[name])),
    ),
  ] as Cell[][];
}
