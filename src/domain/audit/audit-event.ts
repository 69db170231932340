import { z } from 'zod';
import { enumeration, filterList, id, text } from '#src/domain/input.ts';
import { pageOf, rangeBound } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { type AuditAction, allAuditActions } from './actions.ts';

export const auditActorTypes = ['USER', 'API_KEY', 'APP', 'OPERATOR'] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

/** The values before and after of what has changed, by field. A field without values holds a secret or personal data, or is long. */
export type AuditChanges = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

const storedFields = {
  id: field.int('Number of the entry in its workspace, without gaps: 1 is the first.'),
  createdAt: field.dateTime('When it was done.'),
  action: field.string('What was done, such as `api_key.created`.'),
  actorType: field.oneOf(
    auditActorTypes,
    'Who did it. USER: a member with a session. OPERATOR: a command of the server.',
  ),
  userId: field
    .int('User id of the member who did it, or on whose behalf a key or an app did; null for an operator.')
    .nullable(),
  apiKeyId: field.int('Id of the API key that was used.').nullable(),
  clientId: field.string('Client id of the app that was used: `ocl_…`.').nullable(),
  targetId: field
    .string(
      'Id of the record that it was done to, as a text; the action says of which type. Null if it is the workspace.',
    )
    .nullable(),
  changes: field
    .json(
      'The changed fields, each with `from` and `to`. Without values if they are secret, personal or long. Null if there are none.',
    )
    .nullable(),
  address: field.string('IP address of the client; null for an operator.').nullable(),
  userAgent: field.string('The first 200 characters of the `User-Agent` header.').nullable(),
};

export const auditEventRecord = {
  ...storedFields,
  userName: field.string('Name of that member now; null if they have none.').nullable(),
};
export interface AuditEvent extends RecordOf<typeof auditEventRecord> {}

/** An entry as it is stored. */
export interface StoredAuditEvent extends Omit<AuditEvent, 'userName' | 'action' | 'changes'> {
  readonly action: AuditAction;
  readonly changes: AuditChanges | null;
}

export type AuditEventPage = Page<'auditEvents', AuditEvent>;

export const auditEventListInput = z.object({
  ...pageOf('Entries'),
  actions: filterList(enumeration(allAuditActions))
    .optional()
    .describe('Only these actions, such as `api_key.created`.'),
  userIds: filterList(id()).optional().describe('Only what these members did, or keys and apps on their behalf.'),
  targetId: text(64).optional().describe('Only what was done to records with this id.'),
  from: rangeBound('Start', 'time'),
  to: rangeBound('End', 'time'),
});

export type AuditEventListInput = z.output<typeof auditEventListInput>;
