import { readAuditEvents } from '#src/db/reads/audit-events.ts';
import type { AuditEventListInput, AuditEventPage } from '#src/domain/audit/audit-event.ts';
import type { CallerContext } from '../context.ts';
import { rangeEnd, rangeStart } from '../filters.ts';
import { readPage } from '../pages.ts';

/** A page of the audit log of the workspace, the newest entry first. */
export function listAuditEvents(context: CallerContext, input: AuditEventListInput): Promise<AuditEventPage> {
  const { db, principal } = context;
  const { timeZone } = principal;
  return readPage(context, { list: 'auditEvents', input }, (query, { from, to, ...filters }) =>
    readAuditEvents(db, {
      ...query,
      ...filters,
      fromMs: rangeStart(from, timeZone),
      untilMs: rangeEnd(to, timeZone),
    }),
  );
}
