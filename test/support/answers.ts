import type { CustomFieldConfiguration, InputType, ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import type { Answer, TestApp } from './app.ts';
import type { Factories, Member } from './factories.ts';
import { sendJson } from './lists.ts';
import { nextSerial } from './serial.ts';

interface FieldDraft {
  type?: ObjectType;
  inputType?: InputType;
  identifier?: string;
  name?: string;
  configuration?: CustomFieldConfiguration;
  /** The names of its options; one that begins with a minus is archived. */
  options?: readonly string[];
}

/** A custom field with its options; returns its id and those of its options, in order. */
export async function answerable(app: Factories, workspaceId: number, { options = [], ...draft }: FieldDraft = {}) {
  const identifier = draft.identifier ?? `field-${nextSerial()}`;
  const { configuration = {}, type = 'CONTACT', inputType = 'TEXT', name = 'Field' } = draft;
  const row = { workspaceId, identifier, name, type, inputType, configuration: JSON.stringify(configuration) };
  const { id } = await app.insert('CustomField', row);
  const optionIds: number[] = [];
  for (const [displayIndex, option] of options.entries()) {
    const isArchived = option.startsWith('-');
    const row = { workspaceId, customFieldId: id, name: isArchived ? option.slice(1) : option, isArchived };
    optionIds.push((await app.insert('CustomFieldOption', { ...row, displayIndex })).id);
  }
  return { id, identifier, name, optionIds };
}

export const answerPath = '/v1/fields/answer';
export const bulkPath = '/v1/fields/answer/bulk';
export const inviteePath = '/v1/fields/inviteeAnswers';

export function poster(app: TestApp, path: string, key: string) {
  return (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    sendJson(app, ['POST', path], body, { key, headers });
}

/** A workspace, a key that may answer, and a function that posts with it. */
export async function answering(app: TestApp, path = answerPath) {
  const owner = await app.workspace();
  const key = await app.apiKey(owner, { scopes: ['fields:write', 'contacts:read', 'eventCalls:read'] });
  return { owner, workspaceId: owner.workspaceId, key, post: poster(app, path, key) };
}

export interface StoredAnswer {
  customFieldId: number;
  contactId: number | null;
  eventCallId: number | null;
  answer: string[];
}

/** Every answer of a workspace, in order of creation. */
export function storedAnswers(app: Factories, { workspaceId }: Pick<Member, 'workspaceId'>): Promise<StoredAnswer[]> {
  return app.sql(
    `SELECT "customFieldId", "contactId", "eventCallId", "answer" FROM "CustomFieldAnswer"
     WHERE "workspaceId" = $1 ORDER BY "id"`,
    [workspaceId],
  );
}

/** Counts the rows of a workspace in every table that an answer writes to. */
export async function answerRows(app: Factories, workspaceId: number): Promise<object | undefined> {
  const tables = ['CustomFieldAnswer', 'InviteeAnswer', 'WebhookEvent', 'IdempotencyRecord'];
  const count = (table: string) => `(SELECT count(*)::int FROM "${table}" WHERE "workspaceId" = $1) AS "${table}"`;
  const [row] = await app.sql<object>(`SELECT ${tables.map(count).join(', ')}`, [workspaceId]);
  return row;
}

export const noRows = { CustomFieldAnswer: 0, InviteeAnswer: 0, WebhookEvent: 0, IdempotencyRecord: 0 };

/** The 404 of a record that the input names at this path. */
export const notFoundAt = (path: string) => ({
  status: 404,
  body: { message: 'Resource not found!', code: 'NOT_FOUND', details: { path } },
});

/** Inserts many contacts at once. Returns their ids, in order. */
export async function manyContacts(app: Factories, workspaceId: number, count: number): Promise<number[]> {
  const rows = await app.sql<{ id: number }>(
    `INSERT INTO "Contact" ("workspaceId", "previewId", "email")
     SELECT $1::int, 'contact_' || $1::int || '_' || n, 'many-' || n || '@example.com' FROM generate_series(1, $2) AS n RETURNING "id"`,
    [workspaceId, count],
  );
  return rows.map(({ id }) => id);
}
