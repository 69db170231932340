import pg, { type ClientBase } from 'pg';
import {
  deleteOptions,
  identifiersLike,
  insertField,
  insertOptions,
  lockField,
  readField,
  renameInAnswers,
  updateField,
  updateOptions,
  usesOf,
} from '#src/db/writes/custom-fields.ts';
import { lockAndCount } from '#src/db/writes/rows.ts';
import { configurationOf, configurationProblems, fittingPart } from '#src/domain/custom-fields/configuration.ts';
import { type CustomField, isSelect, type ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import {
  type CreateCustomFieldInput,
  identifierFrom,
  maxFields,
  type UpdateCustomFieldInput,
} from '#src/domain/custom-fields/input.ts';
import { planOptions } from '#src/domain/custom-fields/options.ts';
import { DomainError, validationError } from '#src/domain/errors.ts';
import { firstFree } from '#src/lib/kebab-case.ts';
import type { CallerContext } from '../context.ts';

/** Creates a field with its options in one transaction. */
export function createCustomField(
  { db, principal }: CallerContext,
  input: CreateCustomFieldInput,
): Promise<CustomField> {
  const { workspaceId } = principal;
  const configuration = configurationOf(input.configuration);
  const { added, problems } = planOptions([], input.options ?? [], input.inputType);
  return db.write(async (client) => {
    refuseProblems({ configuration: configurationProblems(configuration, input.inputType), options: problems });
    if ((await lockAndCount(client, workspaceId, { table: 'CustomField' })) >= maxFields) {
      throw validationError({}, [`A workspace has at most ${maxFields.toLocaleString('en')} custom fields`]);
    }
    const id = await insertIdentified(client, workspaceId, { ...input, configuration });
    await insertOptions(client, [workspaceId, id], added);
    return readField(client, workspaceId, id);
  });
}

type Fields = Omit<CreateCustomFieldInput, 'configuration'> & Pick<CustomField, 'configuration'>;

/** Refuses a requested identifier that is taken. A derived one gets another number, also after a race. */
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
  return firstFree(preferred, await identifiersLike(client, workspaceId, { type, preferred }));
}

/** Changes the present keys; null clears one. The lock on the field keeps answers and events out until the end. */
export async function updateCustomField(
  { db, principal }: CallerContext,
  input: UpdateCustomFieldInput,
): Promise<CustomField> {
  const { workspaceId } = principal;
  let type = input.type;
  try {
    return await db.write(async (client) => {
      const before = await lockField(client, workspaceId, input.id);
      if (!before) throw new DomainError('NOT_FOUND');
      type ??= before.type;
      const after = changed(before, input);
      refuseProblems(await fixedProblems(client, workspaceId, { before, after }));
      await writeChange(client, workspaceId, { before, after, options: input.options ?? [] });
      return readField(client, workspaceId, before.id);
    });
  } catch (error) {
    throw type !== undefined && isIdentifierTaken(error) ? identifierTaken(type) : error;
  }
}

interface Change {
  readonly before: CustomField;
  readonly after: CustomField;
}

function changed(before: CustomField, input: UpdateCustomFieldInput): CustomField {
  const { description = before.description, inputType = before.inputType } = input;
  const { name, type, identifier, hidden, displayIndex } = { ...before, ...definedOf(input) };
  const configuration =
    input.configuration === undefined
      ? fittingPart(before.configuration, inputType)
      : configurationOf(input.configuration);
  return { ...before, name, type, inputType, identifier, description, configuration, hidden, displayIndex };
}

function definedOf<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

/** Errors of keys that can no longer change: the field is a system field, is answered, or is in an event's form. */
async function fixedProblems(client: ClientBase, workspaceId: number, { before, after }: Change) {
  const keys = (['identifier', 'type', 'inputType'] as const).filter((key) => before[key] !== after[key]);
  if (before.isSystemField) return Object.fromEntries(keys.map((key) => [key, ['Is fixed in a system field']]));
  if (after.type === before.type && after.inputType === before.inputType) return {};
  const { isAnswered, isInForm } = await usesOf(client, workspaceId, before.id);
  const fixed = keys.filter((key) => key !== 'identifier' && isAnswered);
  const answered = Object.fromEntries(fixed.map((key) => [key, ['Cannot change once answers exist']]));
  const inForm = isInForm && after.type !== before.type ? ['Cannot change while an event asks for the field'] : [];
  return { ...answered, ...(inForm.length > 0 ? { type: [...(answered.type ?? []), ...inForm] } : {}) };
}

async function writeChange(
  client: ClientBase,
  workspaceId: number,
  { before, after, options }: Change & { options: NonNullable<UpdateCustomFieldInput['options']> },
): Promise<void> {
  const fieldKey = [workspaceId, before.id] as const;
  const losesOptions = isSelect(before.inputType) && !isSelect(after.inputType);
  const existing = losesOptions ? [] : before.options;
  const { added, changed, renamed, problems } = planOptions(existing, options, after.inputType);
  refuseProblems({ configuration: configurationProblems(after.configuration, after.inputType), options: problems });
  await updateField(client, workspaceId, after);
  if (losesOptions) await deleteOptions(client, fieldKey);
  await updateOptions(client, fieldKey, changed);
  await insertOptions(client, fieldKey, added);
  await renameInAnswers(client, fieldKey, renamed);
}

function isIdentifierTaken(error: unknown): boolean {
  const { code, constraint } = error instanceof pg.DatabaseError ? error : {};
  return code === '23505' && constraint === 'CustomField_workspaceId_type_identifier_key';
}

function identifierTaken(type: ObjectType): DomainError {
  return validationError({ identifier: [`Another ${type} field has this identifier`] });
}

/** Throws one error with the problems of all keys, if there are any. */
function refuseProblems(problems: Record<string, readonly string[]>): void {
  const found = Object.entries(problems).filter(([, messages]) => messages.length > 0);
  if (found.length > 0) throw validationError(Object.fromEntries(found.map(([name, all]) => [name, [...all]])));
}
