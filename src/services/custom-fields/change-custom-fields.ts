import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { violatesUniqueKey } from '#src/db/violations.ts';
import {
  deleteOptions,
  identifiersLike,
  insertField,
  insertOptions,
  lockField,
  lockFields,
  placeFields,
  readField,
  renameInAnswers,
  updateField,
  updateOptions,
  usesOf,
} from '#src/db/writes/custom-fields.ts';
import { lockRulesOfField, updateEventColumns } from '#src/db/writes/events.ts';
import { lockAndCount } from '#src/db/writes/rows.ts';
import { recordEvent, recordEvents } from '#src/db/writes/webhook-events.ts';
import {
  configurationOf,
  configurationProblems,
  fittingPart,
  wholeConfiguration,
} from '#src/domain/custom-fields/configuration.ts';
import { type CustomField, isSelect, type ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import {
  type CreateCustomFieldInput,
  identifierFrom,
  maxFields,
  type OrderCustomFieldsInput,
  type UpdateCustomFieldInput,
} from '#src/domain/custom-fields/input.ts';
import { reservedIdentifiers } from '#src/domain/custom-fields/invitee-questions.ts';
import { type OptionRename, planOptions } from '#src/domain/custom-fields/options.ts';
import { sharedPlaces } from '#src/domain/custom-fields/options-by-name.ts';
import { type DomainError, fieldError, idsNotFound, invalidInput, requireFound } from '#src/domain/errors.ts';
import { withRenamedOptions } from '#src/domain/events/disqualification.ts';
import type { Problem } from '#src/domain/field-errors.ts';
import { firstFree } from '#src/domain/kebab-case.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changesOf, previousOf } from '../changes.ts';
import type { CallerContext } from '../context.ts';
import { requireBelow } from '../limits.ts';

/** Creates a field with its options in one transaction. */
export function createCustomField(context: CallerContext, input: CreateCustomFieldInput): Promise<CustomField> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  const configuration = configurationOf(input.configuration);
  const { added, problems } = planOptions([], input.options ?? [], input.inputType);
  return db.write(async (client) => {
    refuseProblems([
      ...(input.identifier === undefined ? [] : reservedProblems(input.identifier)),
      ...configurationProblems(configuration, input.inputType),
      ...problems,
    ]);
    const count = await lockAndCount(client, workspaceId, { table: 'CustomField' });
    requireBelow(maxFields, count, `A workspace can have at most ${maxFields.toLocaleString('en')} custom fields`);
    const id = await insertIdentified(client, workspaceId, { ...input, configuration });
    await insertOptions(client, [workspaceId, id], added);
    const field = await readField(client, workspaceId, id);
    await recordEvent(client, workspaceId, { kind: 'field.changed', data: { ...payloadOf(field), change: 'CREATED' } });
    const { name, type, inputType } = field;
    await recordAudit(client, context, 'field.created', id, auditedChanges({ name, type, inputType }));
    return field;
  });
}

/** The field as `/v1` returns it if no relations are requested. */
function payloadOf(field: CustomField): object {
  return { ...field, configuration: wholeConfiguration(field.configuration), events: null };
}

type Fields = Omit<CreateCustomFieldInput, 'configuration'> & Pick<CustomField, 'configuration'>;

/** Refuses a requested identifier that is taken. A derived one gets another number, even after a race. */
async function insertIdentified(client: ClientBase, workspaceId: number, fields: Fields): Promise<number> {
  const { type, description = null, displayIndex } = fields;
  const identifier = fields.identifier ?? (await freeFor(client, workspaceId, fields));
  const id = await insertField(client, workspaceId, { ...fields, identifier, description, displayIndex });
  if (id !== undefined) return id;
  if (fields.identifier !== undefined) throw identifierTaken(type);
  return insertIdentified(client, workspaceId, fields);
}

async function freeFor(client: ClientBase, workspaceId: number, { type, name }: Fields): Promise<string> {
  const preferred = identifierFrom(name);
  const taken = await identifiersLike(client, workspaceId, { type, preferred });
  return firstFree(preferred, taken.union(reservedIdentifiers));
}

function reservedProblems(identifier: string): Problem[] {
  if (!reservedIdentifiers.has(identifier)) return [];
  return [{ path: ['identifier'], code: 'taken', message: 'Is reserved for a question of the booking form' }];
}

/**
 * Updates the present keys; null clears one. Unchanged values are not written, so `updatedAt` stays. The lock on the field
 * blocks answers and events until the end.
 */
export async function updateCustomField(context: CallerContext, input: UpdateCustomFieldInput): Promise<CustomField> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  let type = input.type;
  try {
    return await db.write(async (client) => {
      const mayRename = input.options?.some(({ id, name }) => id !== undefined && name !== undefined);
      if (mayRename) await lockRulesOfField(client, [workspaceId, input.id]);
      const before = requireFound(await lockField(client, workspaceId, input.id));
      type ??= before.type;
      const after = changed(before, input);
      refuseProblems(await fixedProblems(client, workspaceId, { before, after }));
      const isChanged = await writeChange(client, workspaceId, { before, after, options: input.options ?? [] });
      if (!isChanged) return before;
      const field = await readField(client, workspaceId, before.id);
      await recordEvents(client, workspaceId, [eventOfChange({ before, after: field })]);
      await recordAudit(client, context, 'field.updated', field.id, auditedChanges(field, before));
      return field;
    });
  } catch (error) {
    throw type !== undefined && isIdentifierTaken(error) ? identifierTaken(type) : error;
  }
}

interface Change {
  readonly before: CustomField;
  readonly after: CustomField;
}

const losesOptions = ({ before, after }: Change) => isSelect(before.inputType) && !isSelect(after.inputType);

function eventOfChange({ before, after }: Change) {
  const { updatedAt: _, ...changes } = changesOf(before, after) ?? {};
  const data = { ...payloadOf(after), change: 'UPDATED' };
  return { kind: 'field.changed' as const, data, previous: previousOf(payloadOf(before), changes) };
}

function changed(before: CustomField, input: UpdateCustomFieldInput): CustomField {
  const { description = before.description, inputType = before.inputType } = input;
  const { name, type, identifier, hidden, displayIndex } = { ...before, ...withoutUndefined(input) };
  const configuration =
    input.configuration === undefined
      ? fittingPart(before.configuration, inputType)
      : configurationOf(input.configuration);
  return { ...before, name, type, inputType, identifier, description, configuration, hidden, displayIndex };
}

/** The errors of keys that can no longer change: the field is a system field, has answers, or is in an event's form or rules. */
async function fixedProblems(client: ClientBase, workspaceId: number, { before, after }: Change): Promise<Problem[]> {
  const keys = (['identifier', 'type', 'inputType'] as const).filter((key) => before[key] !== after[key]);
  const fixed = (message: string) => (key: string) => ({ path: [key], code: 'invalid_state' as const, message });
  if (before.isSystemField) return keys.map(fixed('Cannot change in a system field'));
  if (after.type === before.type && after.inputType === before.inputType) return [];
  const { isAnswered, isInForm, isInRule } = await usesOf(client, workspaceId, before.id);
  const answered = keys.filter((key) => key !== 'identifier' && isAnswered);
  const inForm = keys.filter((key) => key === 'type' && isInForm);
  const inRule = keys.filter(
    (key) => isInRule && (key === 'type' || (key === 'inputType' && losesOptions({ before, after }))),
  );
  return [
    ...answered.map(fixed('Cannot change once answers exist')),
    ...inForm.map(fixed('Cannot change while an event asks for the field')),
    ...inRule.map(fixed('Cannot change while a disqualification rule of an event names the field')),
  ];
}

/** Returns false and writes nothing if the field and its options are already as requested. */
async function writeChange(
  client: ClientBase,
  workspaceId: number,
  { before, after, options }: Change & { options: NonNullable<UpdateCustomFieldInput['options']> },
): Promise<boolean> {
  const fieldKey = [workspaceId, before.id] as const;
  const isCleared = losesOptions({ before, after });
  const existing = isCleared ? [] : before.options;
  const { added, changed, renamed, problems } = planOptions(existing, options, after.inputType);
  refuseProblems([
    // A field that is older than the rule keeps its identifier.
    ...(after.identifier === before.identifier ? [] : reservedProblems(after.identifier)),
    ...configurationProblems(after.configuration, after.inputType),
    ...problems,
  ]);
  if (isEqual(before, after) && added.length + changed.length === 0) return false;
  await updateField(client, workspaceId, after);
  if (isCleared) await deleteOptions(client, fieldKey);
  await updateOptions(client, fieldKey, changed);
  await insertOptions(client, fieldKey, added);
  await renameInAnswers(client, fieldKey, renamed);
  if (renamed.length > 0) await renameInRules(client, fieldKey, renamed);
  return true;
}

/** Reads the rules again under the lock on the field: an event may have got one before. */
async function renameInRules(client: ClientBase, key: RecordKey, renamed: readonly OptionRename[]): Promise<void> {
  const [workspaceId, customFieldId] = key;
  for (const { id, disqualificationRules: rules } of await lockRulesOfField(client, key)) {
    const disqualificationRules = withRenamedOptions(rules, customFieldId, renamed);
    if (!isEqual(rules, disqualificationRules)) {
      await updateEventColumns(client, [workspaceId, id], { disqualificationRules });
    }
  }
}

/** Gives fields of one type the positions that they have together, in the order of the input. */
export function orderCustomFields(
  context: CallerContext,
  { type, ids }: OrderCustomFieldsInput,
): Promise<CustomField[]> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const found = new Map((await lockFields(client, workspaceId, { type, ids })).map((field) => [field.id, field]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) throw idsNotFound('ids', missing);
    const fields = ids.flatMap((id) => found.get(id) ?? []);
    const places = sharedPlaces(fields.map(({ displayIndex }) => displayIndex));
    const placed = fields.map(({ id }, index) => ({ id, displayIndex: places[index] as number }));
    const moved = placed.filter(({ id, displayIndex }) => found.get(id)?.displayIndex !== displayIndex);
    const after = new Map((await placeFields(client, workspaceId, moved)).map((field) => [field.id, field]));
    const pairs = fields.map((before) => ({ before, after: after.get(before.id) ?? before }));
    const changes = pairs.filter(({ before, after }) => before !== after).map(eventOfChange);
    await recordEvents(client, workspaceId, changes);
    if (changes.length > 0) await recordAudit(client, context, 'field.reordered', undefined, auditedChanges({ type }));
    return pairs.map(({ after }) => after);
  });
}

function isIdentifierTaken(error: unknown): boolean {
  return violatesUniqueKey(error, 'CustomField_identifier_workspaceId_type_key');
}

function identifierTaken(type: ObjectType): DomainError {
  return fieldError('identifier', 'taken', `Another ${type} field already has this identifier`);
}

/** Throws one error with all problems, if any. */
function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalidInput(problems);
}
