import pg, { type ClientBase } from 'pg';
import { deleteOptions, insertOptions, renameInAnswers, updateOptions } from '#src/db/writes/custom-field-options.ts';
import { lockField, readField, updateField, usesOf } from '#src/db/writes/custom-fields.ts';
import { configurationOf, configurationProblems, fittingPart } from '#src/domain/custom-fields/configuration.ts';
import { type CustomField, isSelect } from '#src/domain/custom-fields/custom-field.ts';
import type { UpdateCustomFieldInput } from '#src/domain/custom-fields/input.ts';
import { planOptions } from '#src/domain/custom-fields/options.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { identifierTaken, refuseProblems } from './refusals.ts';

/** Changes what is given; null clears. What answers and events rely on is checked while the field is locked. */
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
      await write(client, workspaceId, { before, after, options: input.options ?? [] });
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

/** Why parts of a field that are fixed cannot be what they would become. */
async function fixedProblems(client: ClientBase, workspaceId: number, { before, after }: Change) {
  const keys = (['identifier', 'type', 'inputType'] as const).filter((key) => before[key] !== after[key]);
  if (before.isSystemField) return Object.fromEntries(keys.map((key) => [key, ['Is fixed in a system field']]));
  if (after.type === before.type && after.inputType === before.inputType) return {};
  const { isAnswered, isAsked } = await usesOf(client, workspaceId, before.id);
  const fixed = keys.filter((key) => key !== 'identifier' && isAnswered);
  const answered = Object.fromEntries(fixed.map((key) => [key, ['Cannot change once answers exist']]));
  const asks = isAsked && after.type !== before.type ? ['Cannot change while an event asks for the field'] : [];
  return { ...answered, ...(asks.length > 0 ? { type: [...(answered.type ?? []), ...asks] } : {}) };
}

async function write(
  client: ClientBase,
  workspaceId: number,
  { before, after, options }: Change & { options: NonNullable<UpdateCustomFieldInput['options']> },
): Promise<void> {
  const place = [workspaceId, before.id] as const;
  const losesOptions = isSelect(before.inputType) && !isSelect(after.inputType);
  const existing = losesOptions ? [] : before.options;
  const { added, changed, renamed, problems } = planOptions(existing, options, after.inputType);
  refuseProblems({ configuration: configurationProblems(after.configuration, after.inputType), options: problems });
  await updateField(client, workspaceId, after);
  if (losesOptions) await deleteOptions(client, place);
  await updateOptions(client, place, changed);
  await insertOptions(client, place, added);
  await renameInAnswers(client, place, renamed);
}

function isIdentifierTaken(error: unknown): boolean {
  const { code, constraint } = error instanceof pg.DatabaseError ? error : {};
  return code === '23505' && constraint === 'CustomField_workspaceId_type_identifier_key';
}
