import type { AuditChanges } from '#src/domain/audit/audit-event.ts';
import { isEqual } from '#src/lib/is-equal.ts';

/** Fields that hold personal data or may hold a secret: the log names them, and their values stay in their records alone. */
const namedOnly: ReadonlySet<string> = new Set(['firstName', 'lastName', 'email', 'meetingLink', 'mailTexts']);

/** Values that a record has without being a change. */
const noChange: ReadonlySet<string> = new Set(['updatedAt', 'createdAt', 'id', 'workspaceId']);

/** The most characters of the JSON of a value in the log. */
const maxLength = 200;

/** The fields of `after` with their values before and after, as the audit log stores them. Without `before`, all are new that have a value. */
export function auditedChanges(after: object, before?: object): AuditChanges {
  const stored = before as Readonly<Record<string, unknown>> | undefined;
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== undefined && !noChange.has(name) && !isEqual(value, stored ? stored[name] : null),
  );
  return Object.fromEntries(changed.map(([name, to]) => [name, shown(name, stored?.[name], to)]));
}

function shown(name: string, before: unknown, after: unknown): { from?: unknown; to?: unknown } {
  if (namedOnly.has(name)) return {};
  const [from, to] = [before, after].map((value) => JSON.stringify(name === 'url' ? originOf(value) : value));
  if ([from, to].some((text) => (text?.length ?? 0) > maxLength)) return {};
  return { ...(from !== undefined && { from: JSON.parse(from) }), ...(to !== undefined && { to: JSON.parse(to) }) };
}

/** The path and the query of an address may hold its secret. */
function originOf(url: unknown): unknown {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : url;
}
