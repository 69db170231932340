import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import {
  type AnswerTarget,
  clearAnswer,
  putAnswer,
  readAnswers,
  type StoredAnswer,
} from '#src/db/writes/custom-field-answers.ts';
import { type ChangeEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import type { AnsweredField, AnsweredId } from '#src/domain/custom-fields/answer.ts';
import { optionIdsOf } from '#src/domain/custom-fields/options.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { isEqual } from '#src/lib/is-equal.ts';

/** An answer to store; one without items is deleted. */
export interface NewAnswer {
  readonly field: Pick<AnsweredField, 'id' | 'identifier'> & {
    readonly options: readonly Pick<AnsweredField['options'][number], 'id' | 'name'>[];
  };
  readonly answer: readonly string[];
}

interface ChangedAnswer {
  readonly stored: StoredAnswer | undefined;
  /** True if there was no answer before. */
  readonly created: boolean;
}

/** Answers of other record types have no event. */
const kinds: Partial<Record<AnsweredId, EventKind>> = {
  contactId: 'contact.answers_changed',
  eventCallId: 'call.answers_changed',
};

/**
 * Stores the answers of a record, with one event for those that differ; writes nothing if none differs. The caller has locked
 * the fields and the record.
 */
export async function changeAnswers(
  client: ClientBase,
  workspaceId: number,
  target: AnswerTarget,
  answers: readonly NewAnswer[],
): Promise<ChangedAnswer[]> {
  if (answers.length === 0) return [];
  const fieldIds = answers.map(({ field }) => field.id);
  const before = await readAnswers(client, workspaceId, target, fieldIds);
  const earlier = ({ field }: NewAnswer) => before.get(field.id)?.answer ?? [];
  const changed = answers.filter((each) => !isEqual(each.answer, earlier(each)));
  const results = new Map<number, ChangedAnswer>();
  for (const { field, answer } of changed) {
    const stored = await store(client, [workspaceId, field.id], target, answer);
    results.set(field.id, { stored, created: stored !== undefined && !before.has(field.id) });
  }
  const events = answersChanged(
    target,
    changed.map((each) => ({ ...each, earlier: earlier(each) })),
  );
  await recordEvents(client, workspaceId, events);
  return fieldIds.map((id) => results.get(id) ?? { stored: before.get(id), created: false });
}

/** The event of changed answers; none for a record type without one. */
export function answersChanged(
  target: AnswerTarget,
  changed: readonly (NewAnswer & { readonly earlier: readonly string[] })[],
): ChangeEvent[] {
  const kind = kinds[target.column];
  if (!kind || changed.length === 0) return [];
  const data = { [target.column]: target.id, answers: changed.map(({ field, answer }) => recordOf(field, answer)) };
  const previous = { answers: changed.map(({ field, earlier }) => recordOf(field, earlier)) };
  return [{ kind, data, previous }];
}

async function store(
  client: ClientBase,
  key: RecordKey,
  target: AnswerTarget,
  answer: readonly string[],
): Promise<StoredAnswer | undefined> {
  if (answer.length > 0) return putAnswer(client, key, target, answer);
  await clearAnswer(client, key, target);
  return undefined;
}

function recordOf({ id, identifier, options }: NewAnswer['field'], answer: readonly string[]) {
  return { customFieldId: id, identifier, answer, optionIds: optionIdsOf(options, answer) };
}
